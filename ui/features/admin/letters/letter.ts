import type { Letter } from "../../../shared/api.gen.ts";

export type LetterStatus = Letter["status"];

export const statuses: { id: LetterStatus; label: string }[] = [
  { id: "draft", label: "Draft" },
  { id: "scheduled", label: "Scheduled" },
  { id: "sending", label: "Sending" },
  { id: "paused", label: "Paused" },
  { id: "sent", label: "Sent" },
  { id: "cancelled", label: "Cancelled" },
];

/** Whether staff may still change it. */
export function isOpen({ status }: Letter): boolean {
  return status === "draft" || status === "scheduled";
}
