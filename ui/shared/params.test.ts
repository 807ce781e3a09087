import { expect, test } from "vitest";
import { readParam } from "./params.ts";

const read = (query: string) => readParam(new URLSearchParams(query), "q");

test("the first value counts, without the space around it", () => {
  expect(read("q=%20car+loan&q=b")).toBe("car loan");
});

test("what is empty or longer than the server takes is absent", () => {
  expect(read("")).toBeUndefined();
  expect(read("q=+")).toBeUndefined();
  expect(read(`q=${"a".repeat(300)}`)).toHaveLength(300);
  expect(read(`q=${"a".repeat(301)}`)).toBeUndefined();
  expect(read(`q=${"é".repeat(151)}`)).toBeUndefined();
});
