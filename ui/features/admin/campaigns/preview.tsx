import { useState } from "react";
import type { EmailPreview as Preview, StaffEmail } from "../../../shared/api.gen.ts";
import { useRead } from "../calls.ts";
import { emailKind } from "../kinds/email.ts";
import { Scrolling } from "../parts/figures-table.tsx";
import { Segment, Segments } from "../parts/toolbar.tsx";

const looks = { phone: "Phone", desktop: "Desktop", text: "Text" } as const;
type Look = keyof typeof looks;
const schemes = ["light", "dark"] as const;

/** A preview of the saved email. Nothing in it runs. */
export function EmailPreview({ email }: { email: StaffEmail }) {
  const [look, setLook] = useState<Look>("desktop");
  const [scheme, setScheme] = useState<(typeof schemes)[number]>("light");
  const { data } = useRead<Preview>(look === "text" ? `${emailKind.path}/${email.id}/preview` : null);
  return (
    <section className="sticky top-[calc(var(--bar)_+_4.5rem)] min-w-0" aria-label="Preview">
      <div className="flex flex-wrap gap-x-4 gap-y-2 items-center mb-3">
        <Segments label="Preview format">
          {(Object.keys(looks) as Look[]).map((id) => (
            <Segment key={id} pressed={look === id} onClick={() => setLook(id)}>
              {looks[id]}
            </Segment>
          ))}
        </Segments>
        {look !== "text" && (
          <Segments label="Color scheme">
            {schemes.map((id) => (
              <Segment key={id} pressed={scheme === id} onClick={() => setScheme(id)}>
                {id === "dark" ? "Dark" : "Light"}
              </Segment>
            ))}
          </Segments>
        )}
      </div>
      {look === "text" ? (
        <Scrolling
          className="max-h-[calc(100dvh_-_var(--bar)_-_9.5rem)] p-4 overflow-auto border border-line rounded-large bg-surface [&>pre]:text-small [&>pre]:whitespace-pre-wrap [&>pre]:wrap-anywhere"
          aria-label="Email as plain text"
        >
          <pre>{data?.text}</pre>
        </Scrolling>
      ) : (
        <iframe
          key={email.version}
          className="block w-full h-[calc(100dvh_-_var(--bar)_-_9.5rem)] min-h-96 mx-auto border border-line rounded-large bg-[#f3f0e6] data-[look=phone]:max-w-97.5"
          data-look={look}
          title="Email preview"
          sandbox=""
          src={`${emailKind.path}/${email.id}/preview/html?scheme=${scheme}`}
        />
      )}
    </section>
  );
}
