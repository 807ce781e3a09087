import type { PieceStatus } from "../pieces/piece.ts";
import { Status } from "../pieces/status.tsx";
import { type OutgoingStatus, statuses } from "./outgoing.ts";

/** The same marks as those of articles and guides. */
const marks = {
  draft: "draft",
  scheduled: "scheduled",
  sending: "scheduled",
  paused: "scheduled",
  sent: "published",
  cancelled: "archived",
} as const satisfies Record<OutgoingStatus, PieceStatus>;

/** The status of a letter or a text. */
export function OutgoingBadge({ status }: { status: OutgoingStatus }) {
  return <Status mark={marks[status]}>{statuses.find(({ id }) => id === status)?.label}</Status>;
}
