import { expect, test } from "vitest";
import { inWords } from "./in-words.ts";

test("formats times and dates, and nothing else", () => {
  expect(inWords("2026-03-04T14:30:00.123Z", "America/New_York")).toBe("Mar 4, 2026, 9:30 AM");
  expect(inWords("2026-03-04", "America/New_York")).toBe("March 4, 2026");
  expect(inWords("From 2026-03-04 on", "America/New_York")).toBe("From 2026-03-04 on");
});
