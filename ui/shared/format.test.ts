import { afterEach, expect, test, vi } from "vitest";
import { count, dayIn, longDate, machineTime, relativeTime } from "./format.ts";

const now = new Date("2026-11-20T12:00:00Z");
const zone = "America/New_York";

afterEach(() => vi.useRealTimers());

test.each([
  ["2026-11-20T11:59:01Z", "just now"],
  ["2026-11-20T11:59:00Z", "1 minute ago"],
  ["2026-11-20T11:00:01Z", "59 minutes ago"],
  ["2026-11-20T11:00:00Z", "1 hour ago"],
  ["2026-11-19T12:00:01Z", "23 hours ago"],
  ["2026-11-19T12:00:00Z", "1 day ago"],
  ["2026-11-13T12:00:01Z", "6 days ago"],
  ["2026-11-13T12:00:00Z", "1 week ago"],
  ["2026-10-23T12:00:01Z", "3 weeks ago"],
  ["2026-10-23T12:00:00Z", null],
  ["2026-11-20T12:00:30Z", "just now"],
])("%s reads as %s", (iso, words) => {
  expect(relativeTime(iso, now)).toBe(words);
});

test("a time is formatted in the site's zone, a date is the same everywhere", () => {
  expect(longDate("2026-03-05T03:00:00Z", zone)).toBe("March 4, 2026");
  expect(longDate("2026-03-05", zone)).toBe("March 5, 2026");
});

test("a time has at most three decimals of a second", () => {
  expect(machineTime("2026-03-05T03:00:00.123456Z")).toBe("2026-03-05T03:00:00.123Z");
  expect(machineTime("2026-03-05T03:00:00.1Z")).toBe("2026-03-05T03:00:00.1Z");
});

test("one is singular", () => {
  expect(count(1, "step")).toBe("1 step");
  expect(count(1200, "step")).toBe("1,200 steps");
});

test("a day is in the given zone, and today unless a time is given", () => {
  expect(dayIn(zone, new Date("2026-03-05T03:00:00Z"))).toBe("2026-03-04");
  vi.useFakeTimers({ now: new Date("2026-11-21T02:00:00Z") });
  expect(dayIn(zone)).toBe("2026-11-20");
  expect(dayIn("UTC")).toBe("2026-11-21");
});
