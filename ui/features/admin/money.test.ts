import { expect, test } from "vitest";
import { amountOf, amountText, money } from "./money.ts";

test.each([
  ["12.50", "USD", 1250],
  ["12.5", "USD", 1250],
  ["12", "USD", 1200],
  ["0.07", "USD", 7],
  [".50", "USD", 50],
  [".", "USD", null],
  ["0.29", "USD", 29], // 0.29 * 100 is 28.999…
  ["1250", "JPY", 1250],
  ["1.234", "KWD", 1234],
  ["12.50", "HUF", 1250],
  ["12.505", "USD", null],
  ["12.5", "JPY", null],
  ["1,250", "USD", null],
  ["-1", "USD", null],
  ["", "USD", null],
])("%j of %s is %j in the smallest unit", (text, currency, amount) => {
  expect(amountOf(text, currency)).toBe(amount);
});

test("formats amounts for typing and for reading", () => {
  expect([amountText(1250, "USD"), amountText(1250, "JPY"), amountText(7, "")]).toEqual(["12.50", "1250", "0.07"]);
  expect([money(1250, "USD"), money(12.25, "USD"), money(0, "USD"), money(1250, "JPY"), money(1250, "HUF")]).toEqual([
    "$12.50",
    "$0.1225",
    "$0.00",
    "¥1,250",
    "HUF\u00a012.50",
  ]);
});
