import type { StaffEmail } from "../../../shared/api.gen.ts";
import type { Entry } from "../kind.ts";

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
