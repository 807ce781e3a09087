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
  subscribe: "/subscribe",
  contact: "/contact",
  advertise: "/contact?type=advertiser",
  unsubscribe: "/unsubscribe",
  privacy: "/privacy",
  terms: "/terms",
  gallery: "/dev/gallery",
  adminContent: "/admin/content",
  /** The server starts sign-in here and comes back to the site. */
  signIn: "/api/auth/login",
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

/** The query string of what is set, with its question mark, or nothing. */
export function search(values: object): string {
  const set = Object.entries(values).filter(([, value]) => value !== undefined && value !== "");
  return set.length === 0 ? "" : `?${new URLSearchParams(set.map(([key, value]) => [key, String(value)]))}`;
}
