import { expect, test } from "vitest";
import { sentences } from "../../shared/sentences.ts";
import { formatPhone, wrongPhone } from "./texts.tsx";

test("a number is formatted as it is typed", () => {
  const typed = ["2", "201", "2015", "(201) 555", "(201) 5550", "(201) 555-01234"];
  expect(typed.map(formatPhone)).toEqual(["2", "201", "(201) 5", "(201) 555", "(201) 555-0", "(201) 555-01234"]);
  expect(["12015550123", "+1 201 555 0123", "201.555.0123"].map(formatPhone)).toEqual(Array(3).fill("(201) 555-0123"));
});

test("input that is not a US number stays as typed", () => {
  for (const typed of ["+44 20 7946 0958", "call me", "", "+1", "+"]) expect(formatPhone(typed)).toBe(typed);
});

test("a number is optional unless texts are agreed to", () => {
  expect(wrongPhone("", false)).toBeUndefined();
  expect(wrongPhone(" ", true)).toBe(sentences.phoneMissing);
  expect(wrongPhone("(201) 555-0123", true)).toBeUndefined();
  for (const wrong of ["201555012", "101 555 0123", "201 155 0123", "+44 20 7946 0958", "2015550123x9"])
    expect(wrongPhone(wrong, false), wrong).toBe(sentences.phoneWrong);
});
