import { type LetterStatus, statuses } from "../letters/letter.ts";

/** The marks are those of pieces. */
const marks: Partial<Record<LetterStatus, string>> = {
  scheduled: "scheduled",
  sending: "scheduled",
  paused: "scheduled",
  sent: "published",
  cancelled: "archived",
};

/** Where a letter or a text is in its life. */
export function OutgoingBadge({ status }: { status: LetterStatus }) {
  return (
    <span className="status" data-status={marks[status] ?? status}>
      {statuses.find(({ id }) => id === status)?.label}
    </span>
  );
}
