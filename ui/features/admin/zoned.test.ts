import { expect, test } from "vitest";
import { instant, unfinished, wallClock } from "./zoned.ts";

const zone = "America/New_York";

test.each([
  ["2026-01-13T14:00:00.000Z", "2026-01-13T09:00"],
  ["2026-07-01T13:30:00.000Z", "2026-07-01T09:30"],
  ["2026-03-08T07:00:00.000Z", "2026-03-08T03:00"], // the first minute of daylight saving time
  ["2026-11-01T06:30:00.000Z", "2026-11-01T01:30"], // the second 1:30 a.m.
])("%s is %s on a clock in New York", (iso, wall) => {
  expect(wallClock(iso, zone)).toBe(wall);
});

test.each([
  ["2026-01-13T09:00", "2026-01-13T14:00:00.000Z"],
  ["2026-07-01T09:30", "2026-07-01T13:30:00.000Z"],
  ["2026-03-08T03:00", "2026-03-08T07:00:00.000Z"],
  ["2026-03-08T02:30", "2026-03-08T07:30:00.000Z"], // skipped: becomes 3:30 a.m.
  ["2026-12-31T23:59", "2027-01-01T04:59:00.000Z"],
])("the clock shows %s at %s", (wall, iso) => {
  expect(instant(wall, zone)).toBe(iso);
});

test("handles daylight saving time in Berlin", () => {
  expect(instant("2026-03-29T02:30", "Europe/Berlin")).toBe("2026-03-29T01:30:00.000Z");
});

test.each(["0002-03-04T09:30", "0202-03-04T09:30", unfinished])("%s is still being typed and stays", (text) => {
  expect([instant(text, zone), wallClock(text, zone)]).toEqual([text, text]);
});

test("returns no time for an empty field", () => {
  expect([wallClock("", zone), instant("", zone)]).toEqual(["", ""]);
});
