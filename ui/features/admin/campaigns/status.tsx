import type { PieceStatus } from "../pieces/piece.ts";
import { Status } from "../pieces/status.tsx";
import { type CampaignStatus, statuses } from "./campaign.ts";

/** The same marks as those of articles and guides. */
const marks = {
  draft: "draft",
  scheduled: "scheduled",
  sending: "scheduled",
  paused: "scheduled",
  sent: "published",
  cancelled: "archived",
} as const satisfies Record<CampaignStatus, PieceStatus>;

/** The status of a campaign. */
export function CampaignBadge({ status }: { status: CampaignStatus }) {
  return <Status mark={marks[status]}>{statuses.find(({ id }) => id === status)?.label}</Status>;
}
