import { search } from "../paths.ts";

/** The addresses of the admin area. Kept out of ui/paths.ts so that readers don't download them. */
export const adminPaths = {
  home: "/admin",
  /** The articles or guides as staff filtered and sorted them. */
  pieces: (list: "articles" | "guides", filter: AdminPlace = {}) => `/admin/${list}${search(filter)}`,
  /** Where staff write one of them. */
  piece: (list: "articles" | "guides", id: number | "new") => `/admin/${list}/${id}`,
  /** The library of pictures, with the one that is open. */
  pictures: "/admin/pictures",
  topics: (place: AdminPlace = {}) => `/admin/topics${search(place)}`,
  /** The register of claims. */
  claims: (place: AdminPlace = {}) => `/admin/claims${search(place)}`,
  authors: (place: AdminPlace = {}) => `/admin/authors${search(place)}`,
  links: (place: AdminPlace = {}) => `/admin/links${search(place)}`,
  offers: (place: AdminPlace = {}) => `/admin/offers${search(place)}`,
  /** An advertiser, with its offers and what they earned. */
  advertiser: (id: number) => `/admin/advertisers/${id}`,
  /** The email campaigns. */
  campaigns: (place: AdminPlace = {}) => `/admin/letters${search(place)}`,
  /** Where staff write one of them. */
  campaign: (id: number | "new") => `/admin/letters/${id}`,
  /** The text messages with deals. */
  texts: (place: AdminPlace = {}) => `/admin/texts${search(place)}`,
  /** Where staff write one of them. */
  text: (id: number | "new") => `/admin/texts/${id}`,
  subscribers: "/admin/subscribers",
  messages: "/admin/messages",
  settings: "/admin/settings",
  legal: (place: AdminPlace = {}) => `/admin/legal${search(place)}`,
  /** Export and import. */
  archive: "/admin/archive",
  reports: (place: AdminPlace = {}) => `/admin/reports${search(place)}`,
  /** The health of the site, or a part of it. */
  health: (part = "") => `/admin/health${part && `#${healthSection(part)}`}`,
  /** The manual: its contents, or a page of it, at one of its sections. */
  help: (page = "", section = "") => `/admin/help${page && `/${page}`}${section && `#${section}`}`,
  /** The admin area as staff left it: what is open, selected and searched for. */
  content: (place: AdminPlace = {}) => `/admin/content${search(place)}`,
} as const;

/** The id of a part of the health page. */
export function healthSection(part: string): string {
  return part.toLowerCase().replaceAll(" ", "-");
}

/** Where one is in the admin area; also its query string. */
export interface AdminPlace {
  view?: string;
  tab?: string;
  /** Slug of the selected content page; in a report, the path of a page. */
  page?: string;
  /** Which of a page's records: its offers or its questions. */
  list?: string;
  q?: string;
  /** What a list is narrowed to. */
  status?: string;
  bin?: string;
  /** What a list is in the order of; after a minus sign, from the highest down. */
  sort?: string;
  /** The record in the dialog: its id, or "new". */
  edit?: string;
  /** The partner's address that a new offer begins with. */
  address?: string;
  /** Of a new link: the page that it leads to. */
  path?: string;
  /** Set while the import of offers is open. */
  importing?: string;
  range?: string;
  start?: string;
  end?: string;
  count?: string;
  /** What a report is by. */
  by?: string;
  /** Set to "none" while a report is not compared with the period before. */
  compare?: string;
  /** The figure in the chart. */
  figure?: string;
  // What a report is narrowed to.
  piece?: string;
  offer?: string;
  source?: string;
  medium?: string;
  campaign?: string;
  content?: string;
  referrer?: string;
  link?: string;
  reason?: string;
  /** Whose conversions or offers are shown. */
  advertiser?: string;
  /** Where offers are placed: carousel, daily, static or content-12. */
  placement?: string;
  /** Set while only offers that earned nothing are shown. */
  idle?: string;
  /** What the audit log is narrowed to. */
  kind?: string;
}
