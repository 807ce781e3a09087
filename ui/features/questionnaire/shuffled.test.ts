import { expect, test } from "vitest";
import { beginningWith, shuffled } from "./shuffled.ts";

test("every item occurs once, and the input does not change", () => {
  const items = [1, 2, 3, 4, 5, 6];
  expect(shuffled(items, Math.random).toSorted()).toEqual(items);
  expect(items).toEqual([1, 2, 3, 4, 5, 6]);
});

test("every order is possible", () => {
  const thirds = [0, 0.34, 0.67];
  const orders = thirds.flatMap((a) =>
    [0, 0.5].map((b) => {
      const numbers = [a, b, 0];
      return shuffled(["x", "y", "z"], () => numbers.shift() ?? 0).join("");
    }),
  );
  expect(new Set(orders).size).toBe(6);
});

test("the given item comes first, and the others keep their order", () => {
  const items = [{ id: 3 }, { id: 1 }, { id: 2 }];
  expect(beginningWith("2", items)).toEqual([{ id: 2 }, { id: 3 }, { id: 1 }]);
  expect(beginningWith(undefined, items)).toEqual(items);
});
