import type { LinkRequest, Received } from "../../shared/api.gen.ts";
import { browserApi } from "../../shared/api.ts";

/** Requests an email with the link to the preferences. The response doesn't reveal whether the address is known. */
export async function requestLink(request: LinkRequest): Promise<void> {
  await browserApi.send<Received>("POST", "/api/preferences/link", request);
}

/** Shown after the link to switch to one email a month was requested. */
export const monthlyOnItsWay = "If that address is on our list, we’ve sent it a link to switch to one email a month.";

/** Shown after a link was requested. */
export const linkOnItsWay =
  "If that address is on our list, we’ve sent it a link to change your settings. The link works for a week.";
