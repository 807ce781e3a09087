import type { ReceivedMessage } from "../../../shared/api.gen.ts";

/** Path of the collection. */
export const path = "/api/admin/messages";

export function nameOf({ firstName, lastName }: ReceivedMessage): string {
  return `${firstName} ${lastName}`;
}

const inquiries = { support: "Support", affiliate: "Affiliates", advertiser: "Advertising" };

/** The topic of a message. */
export function aboutOf({ inquiryType }: ReceivedMessage): string {
  return inquiries[inquiryType];
}
