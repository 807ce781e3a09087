import { longDate } from "../../shared/format.ts";

/** Formats a time or a date; returns other texts unchanged. */
export function inWords(text: string, timeZone: string): string {
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return longDate(text, timeZone);
  if (!/^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)$/.test(text)) return text;
  return new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeStyle: "short", timeZone }).format(new Date(text));
}
