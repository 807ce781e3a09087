import { expect, test } from "vitest";
import { curly, straight } from "./curly.ts";

test("straight quotes and apostrophes become curly", () => {
  for (const [typed, set] of [
    ["It's the 'low' price", "It\u2019s the \u2018low\u2019 price"],
    ['"Free"? Ask: "what\'s in it?"', "\u201cFree\u201d? Ask: \u201cwhat\u2019s in it?\u201d"],
    ['("one") and 60"', "(\u201cone\u201d) and 60\u201d"],
    ["the '90s, a year's fees", "the \u201990s, a year\u2019s fees"],
    ["She said, \"'Free' isn't.\"", "She said, \u201c\u2018Free\u2019 isn\u2019t.\u201d"],
  ] as const)
    expect(curly(typed)).toBe(set);
});

test("curly quotes stay, and straight() makes them searchable", () => {
  const set = curly('What\'s "free"?');
  expect(curly(set)).toBe(set);
  expect(straight(set)).toBe('What\'s "free"?');
});
