import { expect, test } from "vitest";
import { changeOf, dayRange, daysOf } from "./period.ts";

test("ends periods today", () => {
  for (const [range, from, to] of [
    [undefined, "2026-02-23", "2026-03-01"],
    ["today", "2026-03-01", "2026-03-01"],
    ["yesterday", "2026-02-28", "2026-02-28"],
    ["30days", "2026-01-31", "2026-03-01"],
    ["90days", "2025-12-02", "2026-03-01"],
    ["wtd", "2026-03-01", "2026-03-01"],
    ["mtd", "2026-03-01", "2026-03-01"],
    ["lastweek", "2026-02-22", "2026-02-28"],
    ["lastmonth", "2026-02-01", "2026-02-28"],
    ["custom", "2026-03-01", "2026-03-01"],
    ["no such period", "2026-02-23", "2026-03-01"],
  ])
    expect(daysOf({ range }, "2026-03-01"), range).toEqual({ from, to });
});

test("starts weeks on Sunday and months on the first", () => {
  expect(daysOf({ range: "wtd" }, "2026-03-07")).toEqual({ from: "2026-03-01", to: "2026-03-07" });
  expect(daysOf({ range: "mtd" }, "2026-03-31")).toEqual({ from: "2026-03-01", to: "2026-03-31" });
  expect(daysOf({ range: "lastweek" }, "2026-03-07")).toEqual({ from: "2026-02-22", to: "2026-02-28" });
  expect(daysOf({ range: "lastmonth" }, "2026-01-31")).toEqual({ from: "2025-12-01", to: "2025-12-31" });
});

test("treats a custom period with one end as a single day", () => {
  expect(daysOf({ range: "custom", start: "2026-01-05" }, "2026-03-01")).toEqual({
    from: "2026-01-05",
    to: "2026-01-05",
  });
  expect(daysOf({ range: "custom", start: "2026-01-05", end: "2026-01-09" }, "2026-03-01")).toEqual({
    from: "2026-01-05",
    to: "2026-01-09",
  });
});

test.each([
  [112, 100, "+12%"],
  [50, 100, "−50%"],
  [5, 5, "no change"],
  [5, 0, "none before"],
  [1001, 1000, "±0%"],
])("%i after %i is %s", (now, before, words) => {
  expect(changeOf(now, before)).toBe(words);
});

test.each([
  ["2026-11-16", "2026-11-22", "Nov 16 – 22, 2026"],
  ["2026-11-22", "2026-11-22", "Nov 22, 2026"],
  ["2025-12-30", "2026-01-05", "Dec 30, 2025 – Jan 5, 2026"],
])("from %s to %s is %s", (from, to, words) => {
  expect(dayRange(from, to).replace(/\s/g, " ")).toBe(words);
});
