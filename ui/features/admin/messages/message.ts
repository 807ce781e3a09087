import type { ReceivedMessage } from "../../../shared/api.gen.ts";

/** Address of the collection. */
export const path = "/api/admin/messages";

export function nameOf({ firstName, lastName }: ReceivedMessage): string {
  return `${firstName} ${lastName}`;
}

const inquiries = { support: "Support", affiliate: "Affiliates", advertiser: "Advertising" };

/** What a message is about. */
export function aboutOf({ inquiryType }: ReceivedMessage): string {
  return inquiries[inquiryType];
}
