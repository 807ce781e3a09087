import { expect, test } from "vitest";
import { find, groups } from "./settings-groups.ts";

const labels = (words: string) => find(words).flatMap(({ settings }) => settings.map(({ label }) => label));

test("the search finds settings by label, hint and subject", () => {
  expect(labels("instaGRAM")).toEqual(["Instagram"]);
  expect(labels("footer")).toEqual(["Subscriber savings per year"]);
  expect(labels("inboxes")).toEqual(["General support", "Affiliate inquiries", "Advertising"]);
  expect(labels("server's setting general")).toEqual(["General support"]);
  expect(labels("penguins")).toEqual([]);
});

test("without words, every setting is there", () => {
  expect(find(" ")).toEqual(groups);
});
