import { expect, test } from "vitest";
import { type StylePart, styleFor } from "./style.ts";

const odd = "data-[state=open]:block";

/** A sheet with a rule of each kind. */
const sheet: StylePart[] = [
  { rule: [["table", "table"]], body: "width:100%" },
  {
    rule: [
      [".lead", ".lead"],
      [".lead p", ".lead", "p"],
    ],
    body: "margin:0",
  },
  { rule: [["[data-look=quiet]", "data-look=quiet"]], body: "opacity:.8" },
  { at: "@media print", parts: [{ rule: [[".wide", ".wide"]], body: "width:auto" }] },
  { rule: [["@font-face", "é"]], body: "font-family:western" },
  { rule: [[String.raw`.data-\[state\=open\]\:block[data-state=open]`, `.${odd}`]], body: "display:block" },
];

const rules = {
  element: "table{width:100%}",
  class: ".lead{margin:0}",
  attribute: "[data-look=quiet]{opacity:.8}",
  group: "@media print{.wide{width:auto}}",
  western: "@font-face{font-family:western}",
  odd: String.raw`.data-\[state\=open\]\:block[data-state=open]{display:block}`,
};

test.each([
  ["nothing of it", "<p>Table, lead, quiet, wide.</p>", ""],
  ["an element", "<table><tr></tr></table>", rules.element],
  ["a class", '<div class="lead"></div>', rules.class],
  ["a class among others", '<div class="wide-lead lead leads"></div>', rules.class],
  ["a class and an element", '<div class="lead"><p></p></div>', ".lead,.lead p{margin:0}"],
  ["an attribute with the value", '<a data-look="quiet">', rules.attribute],
  ["an attribute with another value", '<a data-look="loud">', ""],
  ["another attribute with the value", '<a data-state="quiet">', ""],
  ["a class of a group", '<div class="wide"></div>', rules.group],
  ["a letter of Western Europe", "<p>Café</p>", rules.western],
  ["a class with the characters of a pattern", `<div class="${odd}"></div>`, rules.odd],
  [
    "all of it, in the order of the sheet",
    `<p>é</p><i class="${odd} wide lead" data-look="quiet"></i><table></table>`,
    `${rules.element}.lead,.lead p{margin:0}${rules.attribute}${rules.group}${rules.western}${rules.odd}`,
  ],
])("a page with %s", (_, html, css) => {
  expect(styleFor(html, sheet)).toBe(css);
});

test("a page that differs from another in one thing has a style of its own", () => {
  const page = (more = "") => `<main class="page">Text${more}</main>`;
  expect(styleFor(page(), sheet)).toBe("");
  expect(styleFor(page("<table></table>"), sheet)).toBe(rules.element);
  expect(styleFor(page('<i class="lead"></i>'), sheet)).toBe(rules.class);
  expect(styleFor(page('<i data-look="quiet"></i>'), sheet)).toBe(rules.attribute);
  expect(styleFor(page('<i data-look="loud"></i>'), sheet)).toBe("");
  expect(styleFor(page('<i class="wide"></i>'), sheet)).toBe(rules.group);
  expect(styleFor(page("é"), sheet)).toBe(rules.western);
  expect(styleFor(page(`<i class="${odd}"></i>`), sheet)).toBe(rules.odd);
  expect(styleFor(page(), sheet)).toBe("");
});
