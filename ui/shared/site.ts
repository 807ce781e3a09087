import { createContext, use } from "react";

/** What the server tells a page about the site; the same for every visitor (SITE_CONFIG). */
export interface Site {
  siteName: string;
  tagline: string;
  /** Origin of canonical addresses, without a slash at its end. */
  baseUrl: string;
  /** IANA name of the zone whose calendar days the site goes by. */
  timezone: string;
  env: "development" | "production";
  /** An empty address means that there is none: the icon is then no link. */
  social: { facebook: string; x: string; instagram: string; youtube: string };
  contact: { support: string; affiliate: string; advertising: string; postalAddress: string };
}

export const SiteContext = createContext<Site | null>(null);

/** The site's settings; throws outside of the document. */
export function useSite(): Site {
  const site = use(SiteContext);
  if (!site) throw new Error("useSite needs the document around it");
  return site;
}
