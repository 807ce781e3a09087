import { type LetterStatus, statuses } from "./letter.ts";

/** Where a letter is in its life; the marks are those of pieces. */
const marks: Partial<Record<LetterStatus, string>> = {
  scheduled: "scheduled",
  sending: "scheduled",
  paused: "scheduled",
  sent: "published",
  cancelled: "archived",
};

/** Where a letter is in its life. */
export function LetterBadge({ status }: { status: LetterStatus }) {
  return (
    <span className="status" data-status={marks[status] ?? status}>
      {statuses.find(({ id }) => id === status)?.label}
    </span>
  );
}
