import type { LetterCheck, StaffLetter } from "../../../shared/api.gen.ts";
import { useRead } from "../calls.ts";
import { CheckLines } from "../check-lines.tsx";
import { letterKind } from "../kinds/letter.ts";

/** What to look at before a letter goes out, of what is saved. */
export function LetterChecks({ letter }: { letter: StaffLetter }) {
  const { data } = useRead<LetterCheck[]>(`${letterKind.path}/${letter.id}/checks`, { keepLast: true });
  return <CheckLines lines={(data ?? []).map(({ name, ok, detail }) => ({ text: ok ? name : detail, good: ok }))} />;
}
