/** The numbers of specification section 9 that the browser goes by, each once. */

/** Categories of the filter, in its order; an article's category is one of them. */
export const categories = [
  { id: "insurance", label: "Insurance" },
  { id: "utilities", label: "Utilities" },
  { id: "cashback", label: "Cashback" },
  { id: "shopping", label: "Shopping" },
  { id: "banking", label: "Banking" },
  { id: "phone", label: "Phone & Internet" },
] as const;

/** Articles a page of the list, and as many more with each "Load More Articles"; also its skeletons. */
export const articlesPerPage = 9;

/** Featured articles on the home page; also its skeletons. */
export const homeArticles = 3;

export const featuredGuidesShown = 3;
export const tagsPerGuideCard = 2;

/** After a navigation main is scrolled to and focused, once the new page has had time to stand. */
export const scrollToMainDelayMs = 100;

/** A pause in typing before the search asks the server. */
export const searchPauseMs = 250;

export const dailyOffersPerPage = 6;

/** The settlements page: how many are seen at once, how often they move on by one, how often they are read anew. */
export const settlements = { shown: 6, rotationMs: 30_000, refetchMs: 30_000 } as const;

/** Settlements that fewer people have seen come before those known better. */
export const lowViewsThreshold = 100;

/** The insurance page: how long one offer is highlighted, and how long a click waits so that it is counted. */
export const insurance = { rotationMs: 30_000, clickDelayMs: 100 } as const;

/** The carousel goes on by itself this long after an offer was opened; a swipe is at least so wide. */
export const carousel = { advanceMs: 2000, swipeThresholdPx: 50 } as const;

/** Of an offer; 10 is shown first. */
export const offerPriority = { least: 1, most: 10, initial: 1 } as const;

export const offerTypes = ["phone", "coregistration", "linkout"] as const;

/** Days of a report, unless others are asked for. */
export const defaultAnalyticsRange = "7days";

export const tooltipDelayMs = 700;

export const toast = { displayMs: 5000, swipeThresholdPx: 50 } as const;

/** Static marketing copy, as the specification states it. */
export const marketing = {
  subscribers: "50,000+",
  totalSaved: "$2.4M+",
  tips: "200+",
  averageAnnualSavings: "$1,200",
  subscriberSavesPerYear: "$2,400",
  settlementsRecovered: "$50M+",
  settlementsResponse: "24hrs",
  copyrightYear: 2024,
} as const;

/** A category as a person reads it; one that the filter does not know is capitalized. */
export function categoryLabel(id: string): string {
  return categories.find((category) => category.id === id)?.label ?? id.charAt(0).toUpperCase() + id.slice(1);
}
