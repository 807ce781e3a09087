/** Every address of the site is made here, so that a route and the links to it cannot drift apart. */
export const paths = {
  home: "/",
  articles: "/articles",
  article: (slug: string) => `/articles/${encodeURIComponent(slug)}`,
  /** The list of articles as a visitor narrowed it; what is left out is not in the address. */
  articlesBy: (filter: ArticleFilter) => `/articles${search(filter)}`,
  guides: "/guides",
  guide: (slug: string) => `/guides/${encodeURIComponent(slug)}`,
  guidesBy: (filter: GuideFilter) => `/guides${search(filter)}`,
  offers: "/offers",
  dailyOffers: (page?: number) => `/dailyoffers${search({ page })}`,
  hotOffers: "/hot-offers",
  content: (slug: string) => `/content/${encodeURIComponent(slug)}`,
  /** Leads to the stored target of an offer of the carousel; the server refuses any other. */
  clickOut: (offerId: number, target: string) => `/links/${search({ aid: "offer", subid: offerId, url: target })}`,
  subscribe: "/subscribe",
  contact: "/contact",
  advertise: "/contact?type=advertiser",
  unsubscribe: "/unsubscribe",
  /** Unsubscribes at once whoever the signed token of a mail stands for. */
  unsubscribeBy: (eid: string) => `/unsubscribe${search({ eid })}`,
  /** Where the link of a confirmation mail leads. */
  confirm: "/confirm",
  preferences: "/preferences",
  preferencesBy: (eid: string) => `/preferences${search({ eid })}`,
  privacy: "/privacy",
  terms: "/terms",
  gallery: "/dev/gallery",
  adminContent: "/admin/content",
  /** The admin area as staff left it: what is open, selected and searched for. */
  admin: (place: AdminPlace) => `/admin/content${search(place)}`,
  /** The server starts sign-in here and comes back to the path and query `returnTo`. */
  signIn: (returnTo: string) => `/api/auth/login${search({ returnTo })}`,
} as const;

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

/** Where one is in the admin area; also its query string. */
export interface AdminPlace {
  view?: string;
  tab?: string;
  /** Slug of the selected content page. */
  page?: string;
  /** Which of a page's records: its offers or its questions. */
  list?: string;
  q?: string;
  bin?: string;
  /** The record in the dialog: its id, or "new". */
  edit?: string;
  /** Set while the import of offers is open. */
  importing?: string;
  range?: string;
  start?: string;
  end?: string;
  count?: string;
  /** What the audit log is narrowed to. */
  kind?: string;
}

/** The query string of what is set, with its question mark, or nothing. */
export function search(values: object): string {
  const set = Object.entries(values).filter(([, value]) => value !== undefined && value !== "");
  return set.length === 0 ? "" : `?${new URLSearchParams(set.map(([key, value]) => [key, String(value)]))}`;
}
