import { expect, test } from "vitest";
import { sentences } from "../../shared/sentences.ts";
import { birthOf, sourceIn, wrongBirth } from "./signup.ts";

const today = "2026-11-21";

test("three fields are combined into a date", () => {
  expect(birthOf({ birthMonth: "4", birthDay: " 3 ", birthYear: "1990" })).toBe("1990-04-03");
  expect(birthOf({ birthMonth: "", birthDay: " " })).toBe("");
});

test("people are a year older on their birthday", () => {
  expect(wrongBirth("2008-11-21", today)).toBeUndefined();
  expect(wrongBirth("2008-11-22", today)).toBe(sentences.tooYoung);
  expect(wrongBirth("2000-02-29", today)).toBeUndefined();
});

test("invalid dates are rejected with a specific message", () => {
  expect(wrongBirth("", today)).toBe(sentences.dateOfBirthMissing);
  for (const none of ["1990-02-30", "1990-13-01", "90-04-23", "1990-04-", "abcd-04-23", "2001-02-29"])
    expect(wrongBirth(none, today), none).toBe(sentences.dateOfBirthWrong);
  expect(wrongBirth("2026-11-22", today)).toBe(sentences.dateOfBirthFuture);
  expect(wrongBirth("1850-01-01", today)).toBe(sentences.dateOfBirthTooOld);
});

test("only source parameters of a URL are kept", () => {
  expect(sourceIn("?utm_source=letter&gclid=1&email=kim@example.com&phone=2")).toEqual({
    utm_source: "letter",
    gclid: "1",
  });
});
