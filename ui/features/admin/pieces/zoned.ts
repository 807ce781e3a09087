/** The wall clock of a zone at an instant, as a datetime-local field holds it; "" for none. */
export function wallClock(iso: string, timeZone: string): string {
  if (!iso) return "";
  const at = Date.parse(iso);
  return new Date(at + offset(at, timeZone)).toISOString().slice(0, "2026-03-04T09:30".length);
}

/** The instant at which a zone's wall clock shows this; "" for none. In the hour that spring skips, the one before it. */
export function instant(wall: string, timeZone: string): string {
  const asUtc = Date.parse(`${wall}Z`);
  if (Number.isNaN(asUtc)) return "";
  const near = asUtc - offset(asUtc, timeZone);
  return new Date(asUtc - offset(near, timeZone)).toISOString();
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
