import { expect, test } from "vitest";
import { changeOf, rangeOf, rangeQuery, roundUp } from "./range.ts";

test.each([
  [{}, "?days=7"],
  [{ range: "nonsense" }, "?days=7"],
  [{ range: "today" }, "?range=today"],
  [{ range: "yesterday" }, "?range=yesterday"],
  [{ range: "wtd" }, "?range=week_to_date"],
  [{ range: "mtd" }, "?range=month_to_date"],
  [{ range: "30days", count: "all" }, "?days=30&count=all"],
  [{ range: "custom", start: "2026-11-01", end: "2026-11-03" }, "?range=custom&start=2026-11-01&end=2026-11-03"],
  [{ range: "custom", start: "2026-11-01" }, "?range=today"],
])("%o asks with %s", (place, query) => {
  expect(rangeQuery(place)).toBe(query);
});

test("the range is of seven days by default", () => {
  expect(rangeOf({})).toBe("7days");
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
  [0, 1],
  [3, 5],
  [10, 10],
  [11, 20],
  [951, 1000],
])("an axis that reaches %i ends at %i", (most, top) => {
  expect(roundUp(most)).toBe(top);
});
