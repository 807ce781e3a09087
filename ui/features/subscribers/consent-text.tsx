import type { ReactNode } from "react";
import type { Wording } from "../../shared/api.gen.ts";

/** The consent wording with its links. They open in a new tab, so that typed text stays. */
export function ConsentText({ wording }: { wording: Wording }) {
  const parts: ReactNode[] = [];
  let rest = wording.text;
  for (const { words, path } of wording.links ?? []) {
    const [before, ...after] = rest.split(words);
    if (after.length === 0) continue;
    parts.push(
      before,
      <a key={path} href={path} target="_blank" rel="noopener" className="underline">
        {words}
      </a>,
    );
    rest = after.join(words);
  }
  return (
    <>
      {parts}
      {rest}
    </>
  );
}
