import type { ReactNode } from "react";
import { curly } from "../curly.ts";

/** A hyphenated word that is short enough to move to the next line as a whole. */
const hyphenated = /(?<![^\s(“‘"'])([^\s]{1,8}(?:-[^\s]{1,8})+)/;

/** A title with curly quotes, whose words don't break at hyphens. */
export function headline(title: string): ReactNode {
  const parts = curly(title).split(hyphenated);
  if (parts.length === 1) return parts[0];
  return parts.map((part, i) =>
    i % 2 ? (
      <span key={i} className="whitespace-nowrap max-brief:whitespace-normal">
        {part}
      </span>
    ) : (
      part
    ),
  );
}
