import type { StaffLetter } from "../../../shared/api.gen.ts";
import type { Entry } from "../kind.ts";

export type OutgoingStatus = StaffLetter["status"];

/** A letter or a text message. */
export interface Outgoing extends Entry {
  status: OutgoingStatus;
  scheduledAt: string | null;
  sentAt: string | null;
  trouble: string;
}

export const statuses: { id: OutgoingStatus; label: string }[] = [
  { id: "draft", label: "Draft" },
  { id: "scheduled", label: "Scheduled" },
  { id: "sending", label: "Sending" },
  { id: "paused", label: "Paused" },
  { id: "sent", label: "Sent" },
  { id: "cancelled", label: "Canceled" },
];

/** Whether it can still be edited. */
export function isOpen({ status }: Outgoing): boolean {
  return status === "draft" || status === "scheduled";
}
