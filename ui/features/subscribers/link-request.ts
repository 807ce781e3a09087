import type { LinkRequest, Received } from "../../shared/api.gen.ts";
import { browserApi } from "../../shared/api.ts";

/** Has the link to the preferences mailed. The answer does not tell whether the address is known. */
export async function requestLink(request: LinkRequest): Promise<void> {
  await browserApi.send<Received>("POST", "/api/preferences/link", request);
}

/** What is said once a link was asked for. */
export const linkOnItsWay =
  "If this address is on our list, a link is on its way to it. Open it within a week to choose what you get.";
