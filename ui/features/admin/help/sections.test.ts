import { expect, test } from "vitest";
import { excerpt, find, sectionsOf } from "./sections.ts";

const page = {
  name: "backups",
  title: "Backups",
  sections: [{ id: "restore", title: "Restore a backup" }],
  html: '<p>It&rsquo;s a copy of <code>DATA_DIR</code>.</p>\n<h2 id="restore">Restore a backup</h2>\n<p>Stop the site &amp; restore.</p>',
};

test("splits a page at its headings", () => {
  expect(sectionsOf(page)).toEqual([
    { page: "backups", title: "Backups", id: undefined, text: "It’s a copy of DATA_DIR." },
    { page: "backups", title: "Backups: Restore a backup", id: "restore", text: "Stop the site & restore." },
  ]);
});

test("requires all words, and ranks titles first", () => {
  const sections = sectionsOf(page);
  expect(find(sections, "it's data_dir").map(({ id }) => id)).toEqual([undefined]);
  expect(find(sections, "backups restore").map(({ id }) => id)).toEqual(["restore"]);
  expect(find(sections, "backups").length).toBe(2);
  expect(find(sections, "penguin")).toEqual([]);
});

test("cuts an excerpt between words around the first match", () => {
  const text = `${"long before ".repeat(20)}the needle ${"and after ".repeat(40)}`.trim();
  const shown = excerpt({ page: "x", title: "X", id: undefined, text }, "needle");
  expect(shown).toMatch(/^…(long|before) .*the needle and after .* (and|after)…$/);
  expect(shown.length).toBeLessThan(200);
});
