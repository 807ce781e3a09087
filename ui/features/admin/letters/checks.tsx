import type { Letter, LetterCheck } from "../../../shared/api.gen.ts";
import { useRead } from "../calls.ts";
import { letterKind } from "../kinds/letter.ts";

/** What to look at before a letter goes out, of what is saved. */
export function LetterChecks({ letter }: { letter: Letter }) {
  const { data } = useRead<LetterCheck[]>(`${letterKind.path}/${letter.id}/checks`, { keepLast: true });
  return (
    <ul className="checklist">
      {data?.map(({ name, ok, detail }) => (
        <li key={name} data-good={ok}>
          <span aria-hidden="true">{ok ? "✓" : "!"}</span>
          <span>
            <span className="sr-only">{ok ? "Good: " : "To look at: "}</span>
            {ok ? name : detail}
          </span>
        </li>
      ))}
    </ul>
  );
}
