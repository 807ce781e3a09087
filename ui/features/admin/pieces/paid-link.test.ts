import { expect, test } from "vitest";
import { rewritten } from "./markdown.ts";
import { payerOf, titleOfPaid } from "./paid-link.ts";

test("reads the payer from a link's title", () => {
  for (const payer of ["", "Marlowick Bank", "A: B"]) expect(payerOf(titleOfPaid(payer))).toBe(payer);
  expect(payerOf("Sponsored : Marlowick")).toBe("Marlowick");
  for (const title of ["", "A title", "unsponsored"]) expect(payerOf(title)).toBeUndefined();
});

test("keeps the title in the editor", () => {
  for (const text of [
    'See [the bank](https://bank.example "sponsored: Marlowick Bank").',
    'See [the bank](/go/carousel/12).\n\n[Open an account](/go/carousel/12 "card")',
  ])
    expect(rewritten(text)).toBe(text);
});
