/** The value of an incomplete date. */
export const unfinished = "unfinished";

/** Whether a date, or a time that begins with one, is complete: while a year is being typed, it begins with zeros. */
export function isWhole(text: string): boolean {
  return /^(19[7-9]|[2-9]\d\d)\d-\d\d-\d\d(T|$)/.test(text);
}

/**
 * Converts an instant to a zone's local time, as in a datetime-local field; "" for none. Returns other texts unchanged.
 */
export function wallClock(iso: string, timeZone: string): string {
  const at = Date.parse(iso);
  if (!iso.endsWith("Z") && !/[+-]\d\d:\d\d$/.test(iso)) return iso;
  return new Date(at + offset(at, timeZone)).toISOString().slice(0, "2026-03-04T09:30".length);
}

/**
 * Converts a zone's local time to an instant. Times in the hour skipped in spring become an hour later. Returns
 * incomplete dates unchanged.
 */
export function instant(wall: string, timeZone: string): string {
  if (!isWhole(wall)) return wall;
  const asUtc = Date.parse(`${wall}Z`);
  const near = asUtc - offset(asUtc, timeZone);
  const at = asUtc - offset(near, timeZone);
  const shown = at + offset(at, timeZone) === asUtc ? at : Math.max(at, near);
  return new Date(shown).toISOString();
}

/** A zone's offset from UTC at an instant, in milliseconds. */
function offset(at: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat("en-US", {
    timeZone,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  }).formatToParts(at);
  const part = (type: string) => Number(parts.find((found) => found.type === type)?.value);
  const wall = Date.UTC(part("year"), part("month") - 1, part("day"), part("hour"), part("minute"), part("second"));
  return wall - Math.floor(at / 1000) * 1000;
}
