import type { ReactNode } from "react";
import type { PieceStatus } from "./piece.ts";
import { statusLabel } from "./piece.ts";

/** Classes of the status marks. */
const marks = {
  draft: "before:border-muted",
  scheduled: "before:border-gold before:bg-[linear-gradient(90deg,var(--gold)_50%,transparent_50%)]",
  published: "before:border-brand before:bg-brand",
  archived: "text-muted before:border-muted",
};

/** A status with its mark. */
export function Status({ mark, children }: { mark: keyof typeof marks; children: ReactNode }) {
  return (
    <span
      className={`status inline-flex flex-none items-center gap-1.5 text-small whitespace-nowrap before:size-2 before:rounded-full before:border-[1.5px] before:content-[''] ${marks[mark]}`}
    >
      {children}
    </span>
  );
}

/** The status of an article or a guide. */
export function StatusBadge({ status }: { status: PieceStatus }) {
  return <Status mark={status}>{statusLabel(status)}</Status>;
}
