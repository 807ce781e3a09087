import { expect, test } from "vitest";
import { daysUntil } from "./claim-by.tsx";

test("days are counted to the last day to claim, which has none left", () => {
  const deadline = "2027-03-04T12:00:00Z";
  expect(daysUntil(deadline, Date.parse("2027-03-04T20:00:00Z"))).toBe(0);
  expect(daysUntil(deadline, Date.parse("2027-03-04T02:00:00Z"))).toBe(1);
  expect(daysUntil(deadline, Date.parse("2027-02-22T12:00:00Z"))).toBe(10);
  expect(daysUntil(deadline, Date.parse("2027-03-05T20:00:00Z"))).toBe(-1);
});
