import { expect, test } from "vitest";
import { dimensionOf, filtersOf, placeOfRow, reportPath } from "./dimensions.ts";

const row = {
  views: 1,
  reads: 0,
  uniques: 1,
  clicks: 0,
  clickouts: 0,
  signups: 0,
  conversions: 0,
  pending: 0,
  pendingRevenue: 0,
  revenue: 0,
  ctr: 0,
  epc: 0,
};
const days = { from: "2026-03-01", to: "2026-03-07" };

test("links a row to the report of its value", () => {
  const place = { range: "30days", by: "source", sort: "-views", medium: "email" };
  const next = placeOfRow(place, dimensionOf(place), { ...row, key: "letter", label: "letter" });
  expect(next).toEqual({ range: "30days", by: "page", sort: undefined, medium: "email", source: "letter" });
  expect(filtersOf(next)).toEqual([
    { by: "source", key: "letter" },
    { by: "medium", key: "email" },
  ]);
});

test("links a day to the report of that day", () => {
  expect(placeOfRow({}, dimensionOf({}), { ...row, key: "2026-03-04", label: "2026-03-04" })).toMatchObject({
    range: "custom",
    start: "2026-03-04",
    end: "2026-03-04",
    by: "page",
  });
});

test("builds the API path from the address, comparing by default", () => {
  expect(reportPath({ piece: "/guides/a", count: "all" }, days, "source")).toBe(
    "/api/admin/reports?from=2026-03-01&to=2026-03-07&by=source&compare=previous&count=all&piece=%2Fguides%2Fa",
  );
  expect(reportPath({ compare: "none" }, days, "day", { format: "csv" })).toBe(
    "/api/admin/reports?from=2026-03-01&to=2026-03-07&by=day&format=csv",
  );
});
