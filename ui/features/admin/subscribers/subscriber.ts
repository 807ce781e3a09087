import type { Subscriber } from "../../../shared/api.gen.ts";

/** Address of the collection. */
export const path = "/api/admin/subscribers";

export function nameOf({ firstName, lastName }: Subscriber): string {
  return `${firstName} ${lastName}`.trim();
}

export const states: Record<Subscriber["state"], string> = {
  pending: "Pending",
  active: "Subscribed",
  unsubscribed: "Unsubscribed",
};

/** What a list may be narrowed to. */
export const choices = { ...states, bounced: "Bounced", complained: "Complained" };

const reasons: Record<Subscriber["suppressed"], string> = {
  "": "",
  unsubscribed: "",
  bounce: "Bounced",
  complaint: "Complained",
  manual: "Suppressed",
};

/** The state or, of an address that no mail goes to, why. */
export function stateOf({ state, suppressed }: Subscriber): string {
  const reason = reasons[suppressed];
  if (state === "unsubscribed") return [states[state], reason.toLowerCase()].filter(Boolean).join(", ");
  return reason || (suppressed === "unsubscribed" ? `${states[state]}, unsubscribing` : states[state]);
}

/** Whether staff may let mail go to the address again. */
export function isLiftable({ suppressed }: Subscriber): boolean {
  return suppressed === "bounce" || suppressed === "manual";
}
