/** The value of a date of which only a part was typed. */
export const unfinished = "unfinished";

/** Whether a day, or a time that begins with one, was typed to its end: a year that one types begins with zeros. */
export function isWhole(text: string): boolean {
  return /^(19[7-9]|[2-9]\d\d)\d-\d\d-\d\d(T|$)/.test(text);
}

/**
 * The wall clock of a zone at an instant, as a datetime-local field holds it; "" for none. What is no instant stays as it
 * is.
 */
export function wallClock(iso: string, timeZone: string): string {
  const at = Date.parse(iso);
  if (!iso.endsWith("Z") && !/[+-]\d\d:\d\d$/.test(iso)) return iso;
  return new Date(at + offset(at, timeZone)).toISOString().slice(0, "2026-03-04T09:30".length);
}

/**
 * The instant at which a zone's wall clock shows this. In the hour that spring skips, an hour later; what is no whole
 * date stays as it is.
 */
export function instant(wall: string, timeZone: string): string {
  if (!isWhole(wall)) return wall;
  const asUtc = Date.parse(`${wall}Z`);
  const near = asUtc - offset(asUtc, timeZone);
  const at = asUtc - offset(near, timeZone);
  const shown = at + offset(at, timeZone) === asUtc ? at : Math.max(at, near);
  return new Date(shown).toISOString();
}

/** How far ahead of UTC a zone is at an instant, in milliseconds. */
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
