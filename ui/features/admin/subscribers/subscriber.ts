import type { Subscriber } from "../../../shared/api.gen.ts";

/** Path of the collection. */
export const path = "/api/admin/subscribers";

export function nameOf({ firstName, lastName }: Subscriber): string {
  return `${firstName} ${lastName}`.trim();
}

export const states: Record<Subscriber["state"], string> = {
  pending: "Pending",
  active: "Subscribed",
  unsubscribed: "Unsubscribed",
};

/** Filters of the list. */
export const choices = { ...states, bounced: "Bounced", complained: "Complained" };

const reasons: Record<Subscriber["suppressed"], string> = {
  "": "",
  unsubscribed: "",
  bounce: "Bounced",
  complaint: "Complained",
  manual: "Suppressed",
};

/** The state, or the reason if the address is suppressed. */
export function stateOf({ state, suppressed }: Subscriber): string {
  const reason = reasons[suppressed];
  if (state === "unsubscribed") return [states[state], reason.toLowerCase()].filter(Boolean).join(", ");
  return reason || (suppressed === "unsubscribed" ? `${states[state]}, unsubscribing` : states[state]);
}

/** Whether staff can lift the suppression. */
export function isLiftable({ suppressed }: Subscriber): boolean {
  return suppressed === "bounce" || suppressed === "manual";
}
