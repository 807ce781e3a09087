/** Every address of the site is made here, so that a route and the links to it cannot drift apart. */
export const paths = {
  home: "/",
  articles: "/articles",
  article: (slug: string) => `/articles/${encodeURIComponent(slug)}`,
  /** The list of articles as a visitor narrowed it; what is left out is not in the address. */
  articlesBy: (filter: ArticleFilter) => `/articles${search(filter)}`,
  articlePreview: (token: string) => `/preview/articles/${encodeURIComponent(token)}`,
  author: (slug: string, page?: number) => `/authors/${encodeURIComponent(slug)}${search({ page })}`,
  search: "/search",
  searchFor: (q?: string, page?: number) => `/search${search({ q, page })}`,
  /** A search in which no word is corrected. */
  searchExactly: (q: string, page?: number) => `/search${search({ q, page, exact: true })}`,
  guides: "/guides",
  guide: (slug: string) => `/guides/${encodeURIComponent(slug)}`,
  /** A step of a guide. */
  guideStep: (slug: string, position: number) => `/guides/${encodeURIComponent(slug)}#step-${position}`,
  guidesBy: (filter: GuideFilter) => `/guides${search(filter)}`,
  guidePreview: (token: string) => `/preview/guides/${encodeURIComponent(token)}`,
  /** The newest pieces as an Atom feed: all of them, the letters, those of a topic, or an author's. */
  feed: "/feed.xml",
  newsletterFeed: "/newsletter/feed.xml",
  topicFeed: (category: string) => `/topics/${encodeURIComponent(category)}/feed.xml`,
  authorFeed: (slug: string) => `/authors/${encodeURIComponent(slug)}/feed.xml`,
  /** The calculations of all pieces, and one of them. */
  tools: "/tools",
  tool: (slug: string) => `/tools/${encodeURIComponent(slug)}`,
  /** What readers keep in their browsers. */
  myList: "/my-list",
  offers: "/offers",
  dailyOffers: (page?: number) => `/dailyoffers${search({ page })}`,
  hotOffers: "/hot-offers",
  content: (slug: string) => `/content/${encodeURIComponent(slug)}`,
  /** Leads to the stored target of an offer of the carousel; the server refuses any other. The visit is JSON. */
  clickOut: (offerId: number, target: string, visit?: string) =>
    `/links/${search({ aid: "offer", subid: offerId, url: target, visit })}`,
  /** A link to an offer in a text, such as "carousel/12"; the server leads on. */
  offerLink: (offer: string) => `/go/${offer}`,
  /** The short address of one of the site's own links. */
  shortLink: (code: string) => `/g/${code}`,
  subscribe: "/subscribe",
  contact: "/contact",
  advertise: "/contact?type=advertiser",
  unsubscribe: "/unsubscribe",
  /** Unsubscribes the person in an email's signed token right away. */
  unsubscribeBy: (eid: string) => `/unsubscribe${search({ eid })}`,
  /** Where the link of a confirmation mail leads. */
  confirm: "/confirm",
  preferences: "/preferences",
  preferencesBy: (eid: string) => `/preferences${search({ eid })}`,
  privacy: "/privacy",
  privacyChoices: "/privacy-choices",
  terms: "/terms",
  /** The privacy policy and the terms as they hold, or as they held from a day on. */
  privacyOf: (version?: string) => `/privacy${search({ version })}`,
  termsOf: (version?: string) => `/terms${search({ version })}`,
  about: "/about",
  howWeWork: "/how-we-work",
  howWeEarn: "/how-we-earn",
  accessibility: "/accessibility",
  /** A file that the build makes. */
  licenses: "/licenses.txt",
  gallery: "/dev/gallery",
  /** The newsletters that went out. */
  newsletters: (page?: number) => `/newsletter${search({ page })}`,
  newsletter: (slug: string) => `/newsletter/${encodeURIComponent(slug)}`,
  /** The server starts sign-in here and comes back to the path and query `returnTo`. */
  signIn: (returnTo: string) => `/api/auth/login${search({ returnTo })}`,
} as const;

/** The screens of the admin area below its home, as the router matches them. */
export const adminScreens = [
  "reports",
  "content",
  "articles",
  "articles/:id",
  "guides",
  "guides/:id",
  "pictures",
  "topics",
  "claims",
  "authors",
  "links",
  "offers",
  "advertisers/:id",
  "letters",
  "letters/:id",
  "texts",
  "texts/:id",
  "messages",
  "subscribers",
  "archive",
  "legal",
  "settings",
  "health",
  "help",
  "help/:page",
] as const;

/** How a visitor narrows the list of articles; also its query string. */
export interface ArticleFilter {
  category?: string;
  q?: string;
  page?: number;
}

/** How a visitor narrows the list of guides; also its query string. */
export interface GuideFilter {
  category?: string;
  q?: string;
}

/** The query string of what is set, with its question mark, or nothing. */
export function search(values: object): string {
  const set = Object.entries(values).filter(([, value]) => value !== undefined && value !== "");
  return set.length === 0 ? "" : `?${new URLSearchParams(set.map(([key, value]) => [key, String(value)]))}`;
}
