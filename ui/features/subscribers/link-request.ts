import type { LinkRequest, Received } from "../../shared/api.gen.ts";
import { browserApi } from "../../shared/api.ts";

/** Has the link to the preferences mailed. The answer does not tell whether the address is known. */
export async function requestLink(request: LinkRequest): Promise<void> {
  await browserApi.send<Received>("POST", "/api/preferences/link", request);
}

/** What is said once the link to one mail a month was asked for. */
export const monthlyOnItsWay =
  "If this address was on our list, a mail is on its way to it. One press in it, and you get one mail a month instead.";

/** What is said once a link was asked for. */
export const linkOnItsWay =
  "If this address is on our list, a link is on its way to it. Open it within a week to choose what you get.";
