import { longDate } from "../../shared/format.ts";

/** Formats a time or a date; returns other texts unchanged. */
export function inWords(text: string, timeZone: string): string {
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return longDate(text, timeZone);
  if (!/^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)$/.test(text)) return text;
  return new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeStyle: "short", timeZone }).format(new Date(text));
}

/** In lower case, with curly and straight apostrophes alike. */
export const lower = (text: string) => text.toLowerCase().replaceAll("’", "'");

/** Whether a text contains all of these words. */
export function containing(words: string): (text: string) => boolean {
  const wanted = lower(words).split(/\s+/).filter(Boolean);
  return (text) => wanted.every((word) => lower(text).includes(word));
}
