import type { AdminPlace } from "../../shared/admin-paths.ts";
import { defaultAnalyticsRange } from "../../shared/constants.ts";

/** Periods of reports, in the order of the list. */
export const periods = [
  { id: "today", label: "Today" },
  { id: "yesterday", label: "Yesterday" },
  { id: "wtd", label: "Week to date" },
  { id: "mtd", label: "Month to date" },
  { id: "lastweek", label: "Last week" },
  { id: "lastmonth", label: "Last month" },
  { id: "7days", label: "Last 7 days" },
  { id: "30days", label: "Last 30 days" },
  { id: "90days", label: "Last 90 days" },
  { id: "custom", label: "Custom" },
] as const;

/** The period in the address. */
export function periodOf({ range }: AdminPlace): string {
  return periods.find(({ id }) => id === range)?.id ?? defaultAnalyticsRange;
}

/** The first and last day of a period, such as 2026-03-04. */
export interface Days {
  from: string;
  to: string;
}

/** The days of the period in the address. A custom period with one end is that day. Weeks start on Sunday. */
export function daysOf(place: AdminPlace, today: string): Days {
  switch (periodOf(place)) {
    case "today":
      return lastDays(1, today);
    case "yesterday":
      return lastDays(1, daysAfter(today, -1));
    case "wtd":
      return lastDays(1 + new Date(today).getUTCDay(), today);
    case "mtd":
      return { from: firstOfMonth(today), to: today };
    case "lastweek":
      return lastDays(7, daysAfter(today, -1 - new Date(today).getUTCDay()));
    case "lastmonth": {
      const to = daysAfter(firstOfMonth(today), -1);
      return { from: firstOfMonth(to), to };
    }
    case "30days":
      return lastDays(30, today);
    case "90days":
      return lastDays(90, today);
    case "custom":
      return { from: place.start ?? place.end ?? today, to: place.end ?? place.start ?? today };
    default:
      return lastDays(7, today);
  }
}

/** This many days, up to today. */
export function lastDays(days: number, today: string): Days {
  return { from: daysAfter(today, 1 - days), to: today };
}

function firstOfMonth(day: string): string {
  return `${day.slice(0, "2026-03".length)}-01`;
}

function daysAfter(day: string, days: number): string {
  const date = new Date(day); // midnight in UTC, where all days have the same length
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, day.length);
}

/** Formats the day of a row: "Nov 20". */
export function shortDay(day: string): string {
  return new Intl.DateTimeFormat("en-US", { month: "short", day: "numeric", timeZone: "UTC" }).format(new Date(day));
}

/** Formats a range of days: "Nov 16 – 22, 2026", or a single day. */
export function dayRange(from: string, to: string): string {
  return new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeZone: "UTC" }).formatRange(
    new Date(from),
    new Date(to),
  );
}

/** The change from the previous period: "+12%", or words if a percentage makes no sense. */
export function changeOf(now: number, before: number): string {
  if (now === before) return "no change";
  if (before === 0) return "none before";
  const percent = Math.round(((now - before) / before) * 100);
  return `${percent > 0 ? "+" : percent < 0 ? "−" : "±"}${Math.abs(percent).toLocaleString("en-US")}%`;
}
