import { type OutgoingStatus, statuses } from "./outgoing.ts";

/** The marks are those of pieces. */
const marks: Partial<Record<OutgoingStatus, string>> = {
  scheduled: "scheduled",
  sending: "scheduled",
  paused: "scheduled",
  sent: "published",
  cancelled: "archived",
};

/** Where a letter or a text is in its life. */
export function OutgoingBadge({ status }: { status: OutgoingStatus }) {
  return (
    <span className="status" data-status={marks[status] ?? status}>
      {statuses.find(({ id }) => id === status)?.label}
    </span>
  );
}
