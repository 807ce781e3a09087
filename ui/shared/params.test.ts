import { expect, test } from "vitest";
import { readPage, readParam } from "./params.ts";

const read = (query: string) => readParam(new URLSearchParams(query), "q");

test("the first value counts, trimmed", () => {
  expect(read("q=%20car+loan&q=b")).toBe("car loan");
});

test("empty and overlong values are ignored", () => {
  expect(read("")).toBeUndefined();
  expect(read("q=+")).toBeUndefined();
  expect(read(`q=${"a".repeat(300)}`)).toHaveLength(300);
  expect(read(`q=${"a".repeat(301)}`)).toBeUndefined();
  expect(read(`q=${"é".repeat(151)}`)).toBeUndefined();
});

test("a page is an integer, capped at the maximum", () => {
  const page = (value: string) => readPage(new URLSearchParams({ page: value }), 999);
  for (const none of ["", "0", "1", "-2", "+2", "02", "1.5", "2.0", "2e3", "0x2", " 2", "2 ", "x", "NaN", "Infinity"])
    expect(page(none)).toBe(1);
  expect(["2", "10", "999", "1000", "9".repeat(300)].map(page)).toEqual([2, 10, 999, 999, 999]);
});
