import { type AdminPlace, search } from "../../../paths.ts";
import type { ReportRow } from "../../../shared/api.gen.ts";
import type { Days } from "../period.ts";

/** What a report can be by, and what it is by next once one of the values was chosen. */
export const dimensions = [
  { id: "day", label: "Day", next: "page" },
  { id: "page", label: "Page", next: "offer" },
  { id: "piece", label: "Article or guide", next: "source" },
  { id: "offer", label: "Offer", next: "piece" },
  { id: "advertiser", label: "Advertiser", next: "offer" },
  { id: "source", label: "Source", next: "page" },
  { id: "medium", label: "Medium", next: "source" },
  { id: "campaign", label: "Campaign", next: "content" },
  { id: "content", label: "Content", next: "page" },
  { id: "referrer", label: "Referrer", next: "page" },
  { id: "link", label: "Short link", next: "page" },
  { id: "reason", label: "Reason", next: "page" },
] as const;

export type Dimension = (typeof dimensions)[number];

/** What the report is by that the address names. */
export function dimensionOf({ by }: AdminPlace): Dimension {
  return dimensions.find(({ id }) => id === by) ?? dimensions[0];
}

type Filter = Exclude<Dimension["id"], "day">;

const filters = dimensions.map(({ id }) => id).filter((id) => id !== "day");

/** What the address narrows the report to. */
export function filtersOf(place: AdminPlace): { by: Filter; key: string }[] {
  return filters.flatMap((by) => (place[by] ? [{ by, key: place[by] }] : []));
}

/** What takes all filters out of the address. */
export const noFilters: AdminPlace = Object.fromEntries(filters.map((by) => [by, undefined]));

/** Where a row of a report leads: to the report of its value alone, by something else. */
export function placeOfRow(place: AdminPlace, dimension: Dimension, { key }: ReportRow): AdminPlace {
  const next = { ...place, by: dimension.next, sort: undefined };
  if (dimension.id === "day") return { ...next, range: "custom", start: key, end: key };
  return { ...next, [dimension.id]: key };
}

/** The call for the report of an address, by `by`. */
export function reportPath(place: AdminPlace, { from, to }: Days, by: Dimension["id"], more: object = {}): string {
  const filter = Object.fromEntries(filtersOf(place).map(({ by, key }) => [by, key]));
  const compare = place.compare === "none" ? undefined : "previous";
  return `/api/admin/reports${search({ from, to, by, compare, count: place.count === "all" ? "all" : undefined, ...filter, ...more })}`;
}

/** What the kinds of offers are called. */
export const offerKinds = { carousel: "Carousel", content: "Content page", daily: "Daily", static: "Hot offer" };

/** Why events count or do not: People counts the first alone. */
export const reasons: Record<string, string> = {
  human: "People",
  robot: "Robots and crawlers",
  prefetch: "Browsers loading ahead",
  embedded: "Embeds on other pages",
  staff: "Signed-in staff",
  duplicate: "Duplicates",
  excess: "Too many from one network",
};

/** What a row is called. */
export function labelOf(dimension: Dimension["id"], label: string): string {
  return dimension === "reason" ? (reasons[label] ?? label) : label;
}

/** What is said of a row beside its label: the path of a page, the kind of an offer, the code of a link. */
export function detailOf({ key, label, kind }: ReportRow): string {
  if (kind) return offerKinds[kind];
  return key === label || /^\d+$/.test(key) ? "" : key;
}
