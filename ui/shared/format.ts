// Formatters are slow to create, so each is created once, when it is needed.
const longDatesByZone = new Map<string, Intl.DateTimeFormat>();

function longDates(timeZone: string): Intl.DateTimeFormat {
  const known = longDatesByZone.get(timeZone);
  if (known) return known;
  const made = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone });
  longDatesByZone.set(timeZone, made);
  return made;
}

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;
const week = 7 * day;

/**
 * How long ago `iso` was (specification, section 9, "Relative time"); null if the long date should be shown instead.
 */
export function relativeTime(iso: string, now: Date): string | null {
  const seconds = Math.max(0, (now.getTime() - Date.parse(iso)) / 1000);
  if (seconds < minute) return "just now";
  if (seconds < hour) return ago(seconds / minute, "minute");
  if (seconds < day) return ago(seconds / hour, "hour");
  if (seconds < week) return ago(seconds / day, "day");
  if (seconds < 4 * week) return ago(seconds / week, "week");
  return null;
}

/** A long US date, such as "March 4, 2026". A date without a time is the same day in every time zone. */
export function longDate(iso: string, timeZone: string): string {
  return longDates(iso.length === "2026-03-04".length ? "UTC" : timeZone).format(new Date(iso));
}

/** A time for the attribute of `<time>`, with at most milliseconds. The API's times are more precise. */
export function machineTime(iso: string): string {
  return iso.replace(/(\.\d{3})\d+/, "$1");
}

/** The calendar day in a time zone, as 2026-03-04: today, unless another time is given. */
export function dayIn(timeZone: string, at = new Date()): string {
  return new Intl.DateTimeFormat("sv-SE", { timeZone }).format(at); // the Swedish format is 2026-03-04
}

/** "12,345". */
export const whole = (n: number): string => n.toLocaleString("en-US");

/** "1 guide", "12 guides". */
export function count(n: number, noun: string): string {
  return `${n < 1000 ? n : n.toLocaleString("en-US")} ${noun}${n === 1 ? "" : "s"}`;
}

function ago(n: number, unit: string): string {
  return `${count(Math.floor(n), unit)} ago`;
}
