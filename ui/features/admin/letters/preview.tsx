import { useState } from "react";
import type { Letter, LetterPreview as Mail } from "../../../shared/api.gen.ts";
import { useRead } from "../calls.ts";
import { letterKind } from "../kinds/letter.ts";

const looks = { phone: "Phone", desktop: "Desktop", text: "Text" } as const;
type Look = keyof typeof looks;
const schemes = ["light", "dark"] as const;

/** The mail as it goes out, of what is saved. Nothing in it runs. */
export function LetterPreview({ letter }: { letter: Letter }) {
  const [look, setLook] = useState<Look>("desktop");
  const [scheme, setScheme] = useState<(typeof schemes)[number]>("light");
  const { data } = useRead<Mail>(look === "text" ? `${letterKind.path}/${letter.id}/preview` : null);
  return (
    <section className="preview" aria-label="Preview">
      <div className="preview-bar">
        <fieldset className="segments">
          <legend className="sr-only">How it is shown</legend>
          {(Object.keys(looks) as Look[]).map((id) => (
            <button key={id} type="button" className="segment" aria-pressed={look === id} onClick={() => setLook(id)}>
              {looks[id]}
            </button>
          ))}
        </fieldset>
        {look !== "text" && (
          <fieldset className="segments">
            <legend className="sr-only">Its colors</legend>
            {schemes.map((id) => (
              <button
                key={id}
                type="button"
                className="segment"
                aria-pressed={scheme === id}
                onClick={() => setScheme(id)}
              >
                {id === "dark" ? "Dark" : "Light"}
              </button>
            ))}
          </fieldset>
        )}
      </div>
      {look === "text" ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keyboard
        <section className="letter-text" aria-label="The mail as text" tabIndex={0}>
          <pre>{data?.text}</pre>
        </section>
      ) : (
        <iframe
          key={letter.version}
          className="letter-frame"
          data-look={look}
          title="The mail as it goes out"
          sandbox=""
          src={`${letterKind.path}/${letter.id}/preview/html?scheme=${scheme}`}
        />
      )}
    </section>
  );
}
