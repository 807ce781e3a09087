import { useState } from "react";
import type { Letter, LetterPreview as Mail } from "../../../shared/api.gen.ts";
import { useRead } from "../calls.ts";
import { letterKind } from "../kinds/letter.ts";

const looks = { phone: "Phone", desktop: "Desktop", text: "Text" } as const;
type Look = keyof typeof looks;

/** The mail as it goes out, of what is saved. Nothing in it runs. */
export function LetterPreview({ letter }: { letter: Letter }) {
  const [look, setLook] = useState<Look>("desktop");
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
          src={`${letterKind.path}/${letter.id}/preview/html`}
        />
      )}
    </section>
  );
}
