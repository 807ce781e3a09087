import type { PieceStatus } from "../pieces/piece.ts";
import { Status } from "../pieces/status.tsx";
import { type OutgoingStatus, statuses } from "./outgoing.ts";

/** The marks are those of pieces. */
const marks = {
  draft: "draft",
  scheduled: "scheduled",
  sending: "scheduled",
  paused: "scheduled",
  sent: "published",
  cancelled: "archived",
} as const satisfies Record<OutgoingStatus, PieceStatus>;

/** Where a letter or a text is in its life. */
export function OutgoingBadge({ status }: { status: OutgoingStatus }) {
  return <Status mark={marks[status]}>{statuses.find(({ id }) => id === status)?.label}</Status>;
}
