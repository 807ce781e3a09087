import { expect, test } from "vitest";
import { isAmbiguous } from "./day-first.ts";

test("dates are ambiguous unless one of them tells whether they start with the day", () => {
  for (const dates of [[], ["04/05/2027"], ["4/5/27 10:00", "2027-12-31", "Ongoing"]])
    expect(isAmbiguous(dates)).toBe(true);
  for (const dates of [["2027-04-05"], ["N/A"], ["04/05/2027", "13/05/2027"], ["12/31/2027", "01/02/2027"]])
    expect(isAmbiguous(dates)).toBe(false);
});
