import { useId } from "react";
import { keepNote, longestNote, noteKey } from "./guides.ts";
import { useKept } from "./kept.ts";

/** The reader's note on a guide, stored in this browser. It is printed in full. */
export function NoteField({ slug, title }: { slug: string; title: string }) {
  const id = useId();
  const note = useKept(() => localStorage.getItem(noteKey(slug))) ?? "";
  return (
    <div className="noscript:hidden mt-4">
      <label htmlFor={id} className={`text-small font-semibold ${note ? "" : "print:hidden"}`}>
        My note<span className="sr-only">{` on ${title}`}</span>
      </label>
      <textarea
        id={id}
        rows={3}
        maxLength={longestNote}
        value={note}
        onChange={(event) => keepNote(slug, event.currentTarget.value)}
        className="print:hidden mt-1.5 block w-full max-w-[60ch] rounded-small border border-muted bg-surface px-3 py-2"
      />
      <p className="hidden whitespace-pre-wrap wrap-anywhere print:block">{note}</p>
    </div>
  );
}
