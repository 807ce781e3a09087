import { createContext, use } from "react";
import type { SiteSettings } from "./api.gen.ts";

/**
 * What pages know about the site, the same for every visitor: SITE_CONFIG and the settings that staff edit. Empty
 * settings are not shown. Settings for a single page come with that page (GET /api/site).
 */
export interface Site extends Pick<SiteSettings, "social" | "contact"> {
  figures: Pick<SiteSettings["figures"], "subscriberSavesPerYear">;
  siteName: string;
  tagline: string;
  /** Origin of canonical addresses, without a trailing slash. */
  baseUrl: string;
  /** The IANA time zone of the site's calendar days. */
  timezone: string;
  /** The ISO 4217 currency code of revenue. */
  currency: string;
  env: "development" | "production";
  /** Whether signing in is possible. */
  signIn: boolean;
  /** Whether texts can be sent. */
  texts: boolean;
}

export const SiteContext = createContext<Site | null>(null);

/** Returns the site's settings; throws outside the document. */
export function useSite(): Site {
  const site = use(SiteContext);
  if (!site) throw new Error("useSite needs the document around it");
  return site;
}
