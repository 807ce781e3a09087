import type { LoaderFunctionArgs } from "react-router";
import type { ContentOffer, ContentPage } from "../../shared/api.gen.ts";
import { apiContext, type Read } from "../../shared/api.ts";
import { readOfferPages } from "../../shared/offers/more-offers.tsx";
import { track } from "../../shared/offers/track.ts";

/** What a content page consists of. An inactive page is a 404. */
export interface Content {
  page: Read<ContentPage>;
  offers: Read<ContentOffer[]>;
  /** All active pages. */
  pages: Read<ContentPage[]>;
}

/** Reads the content page with a slug. */
export function readContent(slug: string, context: LoaderFunctionArgs["context"]): Content {
  const api = context.get(apiContext);
  return {
    page: api.get<ContentPage>(`/api/content/pages/${encodeURIComponent(slug)}`),
    offers: api.get<ContentOffer[]>(offersCall(slug)),
    pages: readOfferPages(context),
  };
}

/** The API path of a page's offers. */
export function offersCall(slug: string): string {
  return `/api/content/${encodeURIComponent(slug)}/offers`;
}

/** Counts a view of a page and of its offers: all of them, or those shown. */
export function trackView(slug: string, offerIds?: number[]): void {
  track(`/api/content/${encodeURIComponent(slug)}/track-view`, { offerIds });
}

/** Counts a click on an offer of a page. */
export function trackClick(slug: string, offerId: number, clickId: string): void {
  track(`/api/content/${encodeURIComponent(slug)}/track-click`, { offerId, eventId: clickId });
}
