import { expect, test } from "vitest";
import { readChecklists } from "./checklists.ts";
import { daysUntil, readDeadlines } from "./deadlines.ts";
import { readGuides, readTicked } from "./guides.ts";
import { readSavings, sumOf } from "./savings.ts";

const claim = { id: "content-offer-7", title: "A", day: "2026-03-04", what: "claim", path: "/content/settlements" };

test("deadlines are sorted by date, completed ones last", () => {
  const kept = [
    { ...claim, id: "c", day: "2026-05-01" },
    { ...claim, id: "a", day: "2026-03-01", done: true },
    { ...claim, id: "b", day: "2026-04-01" },
  ];
  expect(readDeadlines(JSON.stringify(kept)).map(({ id }) => id)).toEqual(["b", "c", "a"]);
});

test.each([
  null,
  "",
  "{",
  "7",
  '"x"',
  "null",
  "[null, 1, [], {}]",
  JSON.stringify([{ ...claim, id: "<b>" }]),
  JSON.stringify([{ ...claim, day: "2026-02-31" }]),
  JSON.stringify([{ ...claim, day: "soon" }]),
  JSON.stringify([{ ...claim, title: { x: 1 } }]),
  JSON.stringify([{ ...claim, path: "javascript:alert(1)" }]),
  JSON.stringify([{ ...claim, path: "//elsewhere.example" }]),
  JSON.stringify([{ ...claim, path: "/\\elsewhere.example" }]),
])("what is no list of deadlines has none: %s", (kept) => {
  expect(readDeadlines(kept)).toEqual([]);
});

test("duplicates are removed, and an invalid deadline doesn't affect others", () => {
  const kept = [claim, { ...claim, title: "B" }, { id: 3 }];
  expect(readDeadlines(JSON.stringify(kept)).map(({ title }) => title)).toEqual(["B"]);
});

test("days are counted across daylight saving changes", () => {
  expect(daysUntil("2026-03-09", "2026-03-07")).toBe(2);
  expect(daysUntil("2026-03-07", "2026-03-09")).toBe(-2);
});

test("a check or a note puts a guide on the list", () => {
  const about = JSON.stringify({ title: "Water", steps: [{ id: "1", title: "One" }, { id: 2 }, null] });
  const stored = new Map([
    ["guide-steps:water", "1 x <b>"],
    ["guide-about:water", about],
    ["guide-note:a-no-spend-month", "Call them"],
    ["guide-about:only-about", about],
    ["guide-steps:../x", "1"],
  ]);
  expect(readGuides(stored)).toEqual([
    { slug: "a-no-spend-month", title: "A no spend month", isNamed: false, ticked: [], steps: [], note: "Call them" },
    { slug: "water", title: "Water", isNamed: true, ticked: ["1"], steps: [{ id: "1", title: "One" }], note: "" },
  ]);
  expect(readTicked("3 4  <b> 5x")).toEqual(["3", "4"]);
});

test("yearly and one-time savings are added up separately", () => {
  const kept = {
    "articles/a#x": { title: "A", path: "/articles/a", yearly: 120.5, once: null },
    "guides/b#y": { title: "B", path: "/guides/b", yearly: 40, once: -35 },
  };
  const savings = readSavings(JSON.stringify(kept));
  expect(savings.map(({ key }) => key)).toEqual(["articles/a#x", "guides/b#y"]);
  expect(sumOf(savings)).toEqual({ yearly: 160.5, once: -35 });
});

test.each([
  "[",
  "[1]",
  '"x"',
  JSON.stringify({ k: null }),
  JSON.stringify({ k: { title: "A", path: "/a", yearly: "12", once: null } }),
  JSON.stringify({ k: { title: "A", path: "https://x.example", yearly: 1, once: null } }),
  '{"k":{"title":"A","path":"/a","yearly":1e999,"once":null}}',
])("what is no saving is left out: %s", (kept) => {
  expect(readSavings(kept)).toEqual([]);
});

test("a check puts a checklist on the list, with the page's other items if stored", () => {
  const stored = new Map([
    ["checklist:/guides/bill", "Rental\nGone"],
    ["checklist-about:/guides/bill", JSON.stringify({ title: "Bill", items: ["Fees", "Rental", 7] })],
    ["checklist:/articles/a-fee", "Ask"],
    ["checklist-about:/articles/unticked", JSON.stringify({ title: "C", items: ["D"] })],
    ["checklist-about:/articles/broken", "[["],
    ["checklist://elsewhere.example", "Ask"],
  ]);
  expect(readChecklists(stored)).toEqual([
    { path: "/articles/a-fee", title: "A fee", items: [{ words: "Ask", done: true }] },
    {
      path: "/guides/bill",
      title: "Bill",
      items: [
        { words: "Fees", done: false },
        { words: "Rental", done: true },
        { words: "Gone", done: true },
      ],
    },
    { path: "/articles/unticked", title: "C", items: [{ words: "D", done: false }] },
  ]);
});
