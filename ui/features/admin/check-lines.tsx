import type { ReactNode } from "react";

interface CheckLine {
  text: string;
  /** Undefined while it is being checked. */
  good: boolean | undefined;
  /** Shown instead of the text. */
  shown?: ReactNode;
}

/** Checks and their results. */
export function CheckLines({ lines }: { lines: CheckLine[] }) {
  return (
    <ul className="grid gap-1.5 text-small">
      {lines.map(({ text, good, shown = text }) => (
        <li
          key={text}
          className={`grid grid-cols-[1rem_minmax(0,1fr)] gap-2 wrap-anywhere ${good ? "text-muted" : ""}`}
        >
          <span
            aria-hidden="true"
            className={`text-center font-semibold ${good === false ? "h-4.5 rounded-full bg-gold text-(length:--text-label) leading-4.5 text-[#1c1503]" : ""}`}
          >
            {good ? "✓" : good === undefined ? "…" : "!"}
          </span>
          <span>
            <span className="sr-only">{good ? "OK: " : good === undefined ? "Checking: " : "Needs attention: "}</span>
            {shown}
          </span>
        </li>
      ))}
    </ul>
  );
}
