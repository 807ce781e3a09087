import { createContext, use } from "react";
import type { SiteSettings } from "./api.gen.ts";

/**
 * What pages know of the site, the same for every visitor: SITE_CONFIG and, of each page, what staff set. Nothing is shown
 * of what is empty. Texts and figures that only one page shows come with that page (GET /api/site).
 */
export interface Site extends Pick<SiteSettings, "social" | "contact"> {
  figures: Pick<SiteSettings["figures"], "subscriberSavesPerYear">;
  siteName: string;
  tagline: string;
  /** Origin of canonical addresses, without a trailing slash. */
  baseUrl: string;
  /** IANA name of the zone whose calendar days the site uses. */
  timezone: string;
  /** ISO 4217 code of the currency that revenue is counted in. */
  currency: string;
  env: "development" | "production";
  /** Whether there is a way to sign in. */
  signIn: boolean;
  /** Whether texts can go out. */
  texts: boolean;
}

export const SiteContext = createContext<Site | null>(null);

/** Returns the site's settings; throws outside the document. */
export function useSite(): Site {
  const site = use(SiteContext);
  if (!site) throw new Error("useSite needs the document around it");
  return site;
}
