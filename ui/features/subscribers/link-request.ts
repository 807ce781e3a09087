import type { LinkRequest, Received } from "../../shared/api.gen.ts";
import { browserApi } from "../../shared/api.ts";

/** Has the link to the preferences mailed. The answer does not tell whether the address is known. */
export async function requestLink(request: LinkRequest): Promise<void> {
  await browserApi.send<Received>("POST", "/api/preferences/link", request);
}

/** What is said once the link to one mail a month was asked for. */
export const monthlyOnItsWay = "If that address is on our list, we’ve sent it a link to switch to one email a month.";

/** What is said once a link was asked for. */
export const linkOnItsWay =
  "If that address is on our list, we’ve sent it a link to change your settings. The link works for a week.";
