import { search } from "../../../paths.ts";
import type { AdminPlace } from "../../../shared/admin-paths.ts";
import type { ReportRow } from "../../../shared/api.gen.ts";
import type { Days } from "../period.ts";

/** The dimensions of reports, and the next one after a value was chosen. */
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

/** The report's dimension in the address. */
export function dimensionOf({ by }: AdminPlace): Dimension {
  return dimensions.find(({ id }) => id === by) ?? dimensions[0];
}

type Filter = Exclude<Dimension["id"], "day">;

const filters = dimensions.map(({ id }) => id).filter((id) => id !== "day");

/** The report's filters in the address. */
export function filtersOf(place: AdminPlace): { by: Filter; key: string }[] {
  return filters.flatMap((by) => (place[by] ? [{ by, key: place[by] }] : []));
}

/** Removes all filters from the address. */
export const noFilters: AdminPlace = Object.fromEntries(filters.map((by) => [by, undefined]));

/** The address for a row: a report filtered by its value, with another dimension. */
export function placeOfRow(place: AdminPlace, dimension: Dimension, { key }: ReportRow): AdminPlace {
  const next = { ...place, by: dimension.next, sort: undefined };
  if (dimension.id === "day") return { ...next, range: "custom", start: key, end: key };
  return { ...next, [dimension.id]: key };
}

/** The API path of a report. */
export function reportPath(place: AdminPlace, { from, to }: Days, by: Dimension["id"], more: object = {}): string {
  const filter = Object.fromEntries(filtersOf(place).map(({ by, key }) => [by, key]));
  const compare = place.compare === "none" ? undefined : "previous";
  return `/api/admin/reports${search({ from, to, by, compare, count: place.count === "all" ? "all" : undefined, ...filter, ...more })}`;
}

/** Names of the kinds of offers. */
export const offerKinds = { carousel: "Carousel", content: "Content page", daily: "Daily", static: "Hot offer" };

/** Why events count or don't. “People” counts only the first. */
export const reasons: Record<string, string> = {
  human: "People",
  robot: "Robots and crawlers",
  prefetch: "Browsers loading ahead",
  embedded: "Embeds on other pages",
  staff: "Signed-in staff",
  duplicate: "Duplicates",
  excess: "Too many from one network",
};

/** A row's label. */
export function labelOf(dimension: Dimension["id"], label: string): string {
  return dimension === "reason" ? (reasons[label] ?? label) : label;
}

/** Details of a row: a page's path, an offer's kind, or a link's code. */
export function detailOf({ key, label, kind }: ReportRow): string {
  if (kind) return offerKinds[kind];
  return key === label || /^\d+$/.test(key) ? "" : key;
}
