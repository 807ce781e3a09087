import { expect, test } from "vitest";
import { shortenSheet, shortenSource, shortNames } from "./short.mjs";

const sheet =
  "@layer components{.card-link{color:red}}@layer utilities{.flex{display:flex}.mt-4{margin-top:1rem}" +
  ".w-1\\.5{width:.375rem}@media (min-width:48rem){.md\\:grid-cols-\\[1fr_2fr\\]{grid-template-columns:1fr 2fr}}" +
  ".before\\:content-\\[\\'·\\'\\]:before{content:'·'}.kept-by-name{color:#fff}}";
const names = shortNames([sheet], (name) => name === "kept-by-name");

test("utilities whose names are long get short ones, in the sheet and in the sources alike", () => {
  const classes = ["mt-4", "w-1.5", "md:grid-cols-[1fr_2fr]", "before:content-['·']"];
  const short = classes.map((name) => names.get(name));
  expect(new Set(short).size).toBe(classes.length);
  for (const name of short) {
    expect(name).toMatch(/^[A-Z]\w?$/);
    expect(shortenSheet(sheet, names)).toMatch(new RegExp(`\\.${name}[{:]`));
  }
  expect(shortenSource(`<p className="${classes.join(" ")}">`, names)).toBe(`<p className="${short.join(" ")}">`);
});

test("what may be another word, and what is no utility, keeps its name", () => {
  expect([...names.keys()]).not.toContain("flex");
  const source = `<a className="card-link flex kept-by-name">mt-4: a margin</a>; const x = "amt-4";`;
  expect(shortenSource(source, names)).toBe(source);
});
