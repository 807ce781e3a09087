import { expect, test } from "vitest";
import { sentences, tooLong } from "../sentences.ts";
import { wrongEmail, wrongLine, wrongText } from "./rules.ts";

test("addresses that the server accepts are accepted", () => {
  for (const email of [" Jane.Doe+tips@Example.COM ", "jane@bücher.example", "o'neil@mail.example.com"])
    expect(wrongEmail(email), email).toBeUndefined();
});

test("invalid addresses are rejected with the server's message", () => {
  expect(wrongEmail(" ")).toBe(sentences.emailMissing);
  for (const email of [
    "jane",
    "jane@example",
    "jane@@example.com",
    ".jane@example.com",
    "ja..ne@example.com",
    "jane@-example.com",
    "jane@example.com\r\nBcc: all@example.com",
    "Jane <jane@example.com>",
    "jäne@example.com",
    "jane@exam ple.com",
    `${"a".repeat(65)}@example.com`,
    `a@${"b.".repeat(200)}com`,
  ])
    expect(wrongEmail(email), email).toBe(sentences.emailWrong);
});

test("a line is one line of plain text with a maximum length", () => {
  expect(wrongLine(" Zoë O'Neil-李 ", sentences.firstNameMissing, 100)).toBeUndefined();
  expect(wrongLine("  ", sentences.firstNameMissing, 100)).toBe(sentences.firstNameMissing);
  expect(wrongLine("😀".repeat(100), sentences.firstNameMissing, 100)).toBeUndefined();
  expect(wrongLine("a".repeat(101), sentences.firstNameMissing, 100)).toBe(tooLong(100));
  for (const text of ["a\nb", "a\u2028b", "a\u0085b", "a\u001bb", "a\u202eb"])
    expect(wrongLine(text, sentences.addressMissing, 200), JSON.stringify(text)).toBe(sentences.oneLine);
});

test("a text may have many lines, but no control characters", () => {
  expect(wrongText("one\r\n\r\ntwo\t3", sentences.messageMissing, 5000)).toBeUndefined();
  expect(wrongText("", sentences.messageMissing, 5000)).toBe(sentences.messageMissing);
  expect(wrongText("bell \u0007", sentences.messageMissing, 5000)).toBe(sentences.plainText);
});
