import { expect, test } from "vitest";
import { differences } from "./audit-differences.ts";

test("lists changed fields without bookkeeping", () => {
  const before = { id: 1, title: "A", isActive: true, version: 1, updatedAt: "x" };
  expect(differences(before, { ...before, title: "B", version: 2, updatedAt: "y" })).toEqual([
    { field: "title", was: "A", is: "B" },
  ]);
  expect(differences(before, { ...before, isActive: false, readTime: 3 })).toEqual([
    { field: "isActive", was: "yes", is: "no" },
  ]);
  expect(differences({ ...before, tags: [] }, { ...before, tags: ["a", "b"], wordCount: 1 })).toEqual([
    { field: "tags", was: "–", is: "a, b" },
    { field: "wordCount", was: "–", is: "1 word" },
  ]);
  expect(differences(null, { counts: { new: 8, same: 0, leftOut: 1 } })).toEqual([
    { field: "counts", was: "–", is: "8 new, 1 left out" },
  ]);
  expect(differences(null, { title: "A" })).toEqual([{ field: "title", was: "–", is: "A" }]);
});
