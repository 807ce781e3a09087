// The numbers of specification section 9 that the browser uses.

/** The categories of articles, in the order of the filter. */
export const categories = [
  { id: "insurance", label: "Insurance" },
  { id: "utilities", label: "Utilities" },
  { id: "cashback", label: "Cashback" },
  { id: "shopping", label: "Shopping" },
  { id: "banking", label: "Banking" },
  { id: "phone", label: "Phone & Internet" },
] as const;

/** Articles on a page of the list; "Load More Articles" adds as many. */
export const articlesPerPage = 9;

/** Articles, and guides, on one page of an author. */
export const authorPiecesPerPage = 60;

/** Featured articles on the home page. */
export const homeArticles = 3;
/** The newest articles that the home page shows below them. */
export const latestShown = 6;

export const featuredGuidesShown = 3;
export const tagsPerGuideCard = 2;

/** How long after a navigation main is scrolled to and focused. */
export const scrollToMainDelayMs = 100;

/** How long typing pauses before the search asks the server. */
export const searchPauseMs = 250;

/** Results of the site's search on a page. */
export const searchResultsPerPage = 10;

export const dailyOffersPerPage = 6;

/** The settlements page: how many are shown at once, and how often they move on by one and are fetched again. */
export const settlements = { shown: 6, rotationMs: 30_000, refetchMs: 30_000 } as const;

/** Settlements with fewer views than this come first. */
export const lowViewsThreshold = 100;

/** The insurance page: how long an offer is highlighted, and how long a click waits so that it is counted. */
export const insurance = { rotationMs: 30_000, clickDelayMs: 100 } as const;

/** The carousel: how long after an offer was opened the next one comes, and how far a swipe goes at least. */
export const carousel = { advanceMs: 2000, swipeThresholdPx: 50 } as const;

/** The range of a report unless another is chosen. */
export const defaultAnalyticsRange = "7days";

export const tooltipDelayMs = 700;

export const toast = { displayMs: 5000, swipeThresholdPx: 50 } as const;

export const copyrightYear = 2024;

export function isCategory(id: string): boolean {
  return categories.some((category) => category.id === id);
}

/** The label of a category; of an unknown one, its id in words. */
export function categoryLabel(id: string): string {
  const words = id.replaceAll("-", " ");
  return categories.find((category) => category.id === id)?.label ?? words.charAt(0).toUpperCase() + words.slice(1);
}

/** The localStorage key of the unsubscribe requests that the server does not have yet (subscribers/outbox.ts). */
export const outboxKey = "unsubscribing";

/** Stands for the id of a click in an address, in data-marked of its link, until the page's code is there. */
export const clickIdMark = "CLICK-ID";
