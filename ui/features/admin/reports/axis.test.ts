import { expect, test } from "vitest";
import { marks } from "./axis.ts";

test("picks a few round marks up to the maximum", () => {
  expect(marks(255, false)).toEqual([0, 100, 200, 300]);
  expect(marks(51, false)).toEqual([0, 20, 40, 60]);
  expect(marks(400, false)).toEqual([0, 100, 200, 300, 400]);
  expect(marks(1, false)).toEqual([0, 1]);
  expect(marks(3, false)).toEqual([0, 1, 2, 3]);
  expect(marks(0.0248, true)).toEqual([0, 0.01, 0.02, 0.03]);
  expect(marks(12.34, true)).toEqual([0, 5, 10, 15]);
  expect(marks(0, true)).toEqual([0, 1]);
  for (let most = 1; most < 5000; most += 7) {
    const all = marks(most, false);
    expect(all.at(-1)).toBeGreaterThanOrEqual(most);
    expect(all.length).toBeLessThanOrEqual(5);
  }
});
