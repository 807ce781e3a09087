import type { StaffEmail } from "../../../shared/api.gen.ts";
import type { Entry } from "../kind.ts";
import type { PieceStatus } from "../pieces/piece.ts";
import { Status } from "../pieces/status.tsx";

export type CampaignStatus = StaffEmail["status"];

/** What email and text campaigns have in common. */
export interface Campaign extends Entry {
  status: CampaignStatus;
  scheduledAt: string | null;
  sentAt: string | null;
  trouble: string;
}

export const statuses: { id: CampaignStatus; label: string }[] = [
  { id: "draft", label: "Draft" },
  { id: "scheduled", label: "Scheduled" },
  { id: "sending", label: "Sending" },
  { id: "paused", label: "Paused" },
  { id: "sent", label: "Sent" },
  { id: "cancelled", label: "Canceled" },
];

/** Whether it can still be edited. */
export function isOpen({ status }: Campaign): boolean {
  return status === "draft" || status === "scheduled";
}

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

/** Props of an editor of a campaign. */
export interface CampaignEditorProps<T extends Campaign> {
  /** The record when the screen opened; null for a new one. */
  item: T | null;
  /** Called with a new record after its first save. */
  onCreated: (item: T) => void;
  /** Called when the status has changed, or a revision was restored. */
  onTurned: (item: T) => void;
}
