import { longDate } from "../../shared/format.ts";

/** A time or a day as people write it; any other text stays as it is. */
export function inWords(text: string, timeZone: string): string {
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return longDate(text, timeZone);
  if (!/^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)$/.test(text)) return text;
  return new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeStyle: "short", timeZone }).format(new Date(text));
}
