// Numbers in section 9 of the specification that the browser uses.

/** The categories of articles, in the order of the filter. */
export const categories = [
  { id: "insurance", label: "Insurance" },
  { id: "utilities", label: "Utilities" },
  { id: "cashback", label: "Cashback" },
  { id: "shopping", label: "Shopping" },
  { id: "banking", label: "Banking" },
  { id: "phone", label: "Phone & Internet" },
] as const;

/** Articles per page of the list. "Load More Articles" adds as many. */
export const articlesPerPage = 9;

/** Articles, and guides, per page of an author. */
export const authorPiecesPerPage = 60;

/** Featured articles on the home page. */
export const homeArticles = 3;
/** Newest articles shown below them. */
export const latestShown = 6;

export const featuredGuidesShown = 3;
export const tagsPerGuideCard = 2;

/** Delay after a navigation before main is scrolled to and focused. */
export const scrollToMainDelayMs = 100;

/** Pause in typing before the search asks the server. */
export const searchPauseMs = 250;

/** Search results per page. */
export const searchResultsPerPage = 10;

export const dailyOffersPerPage = 6;

/** The settlements page: how many are shown at once, and how often they advance and are refetched. */
export const settlements = { shown: 6, rotationMs: 30_000, refetchMs: 30_000 } as const;

/** Settlements with fewer views come first. */
export const lowViewsThreshold = 100;

/** The insurance page: how long an offer is highlighted, and how long a click is delayed so that it is counted. */
export const insurance = { rotationMs: 30_000, clickDelayMs: 100 } as const;

/** The carousel: when the next offer follows one that was opened, and the minimum length of a swipe. */
export const carousel = { advanceMs: 2000, swipeThresholdPx: 50 } as const;

/** The default range of a report. */
export const defaultAnalyticsRange = "7days";

export const tooltipDelayMs = 700;

export const toast = { displayMs: 5000, swipeThresholdPx: 50 } as const;

export const copyrightYear = 2024;

export function isCategory(id: string): boolean {
  return categories.some((category) => category.id === id);
}

/** The label of a category; for an unknown one, its ID with spaces. */
export function categoryLabel(id: string): string {
  const words = id.replaceAll("-", " ");
  return categories.find((category) => category.id === id)?.label ?? words.charAt(0).toUpperCase() + words.slice(1);
}

/** The localStorage key of requests to unsubscribe that have not reached the server (subscribers/outbox.ts). */
export const outboxKey = "unsubscribing";

/** Placeholder for a click's ID in the URL in a link's data-marked, until the page's code has loaded. */
export const clickIdMark = "CLICK-ID";
