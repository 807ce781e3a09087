import type { ReactNode } from "react";
import { curly } from "../curly.ts";

/** A word with hyphens, so long that it leaves no hole when it goes to the next line whole. */
const hyphenated = /(?<![^\s(“‘"'])([^\s]{1,8}(?:-[^\s]{1,8})+)/;

/** A title in print's own marks, whose words do not break at hyphens. */
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
