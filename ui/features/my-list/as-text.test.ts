import { expect, test } from "vitest";
import { asText } from "./as-text.ts";
import type { MyList } from "./use-my-list.ts";

const site = { siteName: "Thriftwell", baseUrl: "https://site.example" };

test("the list as text shows what is due, what is done and the total savings", () => {
  const list: MyList = {
    deadlines: [
      {
        id: "content-offer-7",
        title: "Norvexa",
        day: "2026-03-04",
        what: "claim",
        partner: "Norvexa Inc.",
        proof: "A receipt",
        path: "/content/settlements",
        done: false,
      },
    ],
    guides: [
      {
        slug: "water",
        isNamed: true,
        title: "Water",
        ticked: ["1"],
        steps: [
          { id: "1", title: "Read the meter" },
          { id: "2", title: "Fix the leak" },
        ],
        note: "Ask\nTom",
      },
    ],
    checklists: [
      {
        path: "/articles/bill",
        title: "Bill",
        items: [
          { words: "Rental", done: true },
          { words: "Fees", done: false },
        ],
      },
    ],
    savings: [
      { key: "a", title: "Router", path: "/articles/router", yearly: 180, once: -70 },
      { key: "b", title: "Fee", path: "/articles/fee", yearly: null, once: 35 },
    ],
  };
  expect(asText(list, "2026-03-01", site)).toBe(`My list from Thriftwell, March 1, 2026

MY DEADLINES

[ ] March 4, 2026 (in 3 days): Norvexa
    Last day to claim, Norvexa Inc.
    Proof needed: A receipt
    https://site.example/content/settlements

MY GUIDES

Water: 1 of 2 steps done
    [x] Read the meter
    [ ] Fix the leak
    My note: Ask
    Tom
    https://site.example/guides/water

MY CHECKLISTS

Bill: 1 of 2 items done
    [x] Rental
    [ ] Fees
    https://site.example/articles/bill

A YEAR OF SAVINGS

Router: $180 a year, -$70 once
    https://site.example/articles/router

Fee: $35 once
    https://site.example/articles/fee

In the first year: $145. Each year after: $180, as long as nothing changes.
`);
});
