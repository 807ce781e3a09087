import { type AdminPlace, search } from "../../paths.ts";
import { defaultAnalyticsRange } from "../../shared/constants.ts";

/** The ranges of the report, in the order of the list. */
export const ranges = [
  { id: "today", label: "Today" },
  { id: "yesterday", label: "Yesterday" },
  { id: "wtd", label: "Week to date" },
  { id: "mtd", label: "Month to date" },
  { id: "7days", label: "Last 7 days" },
  { id: "30days", label: "Last 30 days" },
  { id: "custom", label: "Custom" },
] as const;

/** The range that the address names. */
export function rangeOf({ range }: AdminPlace): string {
  return ranges.find(({ id }) => id === range)?.id ?? defaultAnalyticsRange;
}

/** How the server is asked for a range; custom without both ends is today (specification, section 5). */
export function rangeQuery(place: AdminPlace, more: object = {}): string {
  return search({ ...asked(place), count: place.count === "all" ? "all" : undefined, ...more });
}

function asked(place: AdminPlace): object {
  const { start, end } = place;
  switch (rangeOf(place)) {
    case "today":
      return { range: "today" };
    case "yesterday":
      return { range: "yesterday" };
    case "wtd":
      return { range: "week_to_date" };
    case "mtd":
      return { range: "month_to_date" };
    case "30days":
      return { days: 30 };
    case "custom":
      return start && end ? { range: "custom", start, end } : { range: "today" };
    default:
      return { days: 7 };
  }
}

/** How a figure compares with the one of the period before: "+12%", or words where a percentage says nothing. */
export function changeOf(now: number, before: number): string {
  if (now === before) return "no change";
  if (before === 0) return "none before";
  const percent = Math.round(((now - before) / before) * 100);
  return `${percent > 0 ? "+" : percent < 0 ? "−" : "±"}${Math.abs(percent).toLocaleString("en-US")}%`;
}

/** "Nov 20", the day of a row. */
export function shortDay(day: string): string {
  return new Intl.DateTimeFormat("en-US", { month: "short", day: "numeric", timeZone: "UTC" }).format(new Date(day));
}

/** The least round number that is not below `most`: 1, 2 or 5 times a power of ten. */
export function roundUp(most: number): number {
  if (most <= 1) return 1;
  const power = 10 ** Math.floor(Math.log10(most));
  return ([1, 2, 5].find((n) => n * power >= most) ?? 10) * power;
}
