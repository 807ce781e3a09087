import { glob, readFile } from "node:fs/promises";
import { marked } from "marked";
import { expect, test } from "vitest";
import { canShow, rewritten, written } from "./markdown.ts";

/** The starting content, without front matter. */
const pieces = await Promise.all(
  (await Array.fromAsync(glob("db/seed/{articles,guides}/*.md"))).map(async (file) => {
    const [, , text = ""] = (await readFile(file, "utf8")).split(/^---$/m);
    return { file, text: text.trim() };
  }),
);

test("finds the starting content", () => {
  expect(pieces.length).toBeGreaterThan(40);
});

test.each(pieces)("the editor reads and writes $file without loss", ({ text }) => {
  expect(marked.parse(rewritten(text))).toBe(marked.parse(text));
  expect(rewritten(rewritten(text))).toBe(rewritten(text));
  expect(canShow(text)).toBe(true);
});

test.each([
  ["a quote with a list", "> One\n>\n> - two\n> - three"],
  ["nested lists", "1. one\n   - a\n   - b\n2. two"],
  ["a link with a title", '[f](https://example.com/a_b "t*i*tle")'],
  ["an uploaded picture", "![A jar](/pictures/0123456789abcdef0123456789abcdef-1600.jpg)\n\nAfter"],
  ["pictures that stand alone", "![](/images/x.svg)\n\n![A jar](/images/y.svg)"],
  ["no text at all", ""],
  ["a picture", "Before ![A jar of *coins*](/images/x.svg) after"],
  ["a hard break", "one  \ntwo"],
  ["a line that was broken", "one\ntwo"],
  ["code", "`a * b` and\n\n```js\nlet x = 1;\n```"],
  ["characters that mean something", "3 * 4 * 5, a_b_c, 1\\. no list, \\# no heading, [no link], $5 & <3"],
  ["a checklist", "- [ ] to do\n- [x] done **now**\n- [ ] later"],
  ["a call-out", "Before.\n\n> [!TIP]\n> One\n>\n> - two\n> - three\n\nAfter."],
  ["a script", '> [!SCRIPT]\n> "Could you waive it?"'],
  ["a call-out of no kind", "> [!OTHER]\n> One"],
  ["numbers", "Before.\n\n```numbers\nname: a\n# a *comment*\ntitle:  'It''s [so]'\n\n```\n\nAfter {{a.yearly}}."],
  ["a claim", "Up to [$250,000]{claim=deposit-limit} a head, and [24 percent]{claim=card-rate}."],
  ["a claim in a table", "| a | b |\n|---|---|\n| x | [30 days]{claim=dispute} |"],
  ["what is nearly a claim", "[a] {claim=b}, [a *b*]{claim=c} and [d]{claim=E}"],
  ["a strikethrough", "It is ~~gone~~ **~~and off~~**, ~5 or ~6."],
  ["bare addresses", "See https://example.com/a_b?c=d*e, (www.example.com) or me@example.com."],
  ["code that comes first", "    one\n      two\n\nAfter."],
  ["a footnote", "Text.[^1] More[^a-b], none[^2].\n\n[^1]: The *note*.\n\n[^a-b]: At https://example.com/\n\nAfter."],
  ["a long footnote", "Text.[^1]\n\n[^1]: One\n\n    - two\n    - three\n\n    Four.\n\nAfter."],
  ["a table with a pipe", "| a | b |\n|---|---|\n| x \\| y | **z** |"],
])("%s survives the editor", (_, text) => {
  expect(marked.parse(rewritten(text))).toBe(marked.parse(text));
  expect(canShow(text)).toBe(true);
});

test.each([
  ["raw HTML", "<div>no markup here</div>"],
  ["a first-level heading", "# Title"],
  ["an empty item of a list", "1. one\n2. \n3. three"],
])("%s opens as source", (_, text) => {
  expect(canShow(text)).toBe(false);
});

const text = (text: string, ...marks: string[]) => ({ type: "text", text, marks: marks.map((type) => ({ type })) });
const paragraph = (...content: object[]) => ({ type: "paragraph", content });
const list = (...items: string[]) => ({
  type: "bulletList",
  content: items.map((item) => ({ type: "listItem", content: [item ? paragraph(text(item)) : { type: "paragraph" }] })),
});

test.each(["# one", "- one", "+ one", "1. one", "2) one", "---", "===", "    one", ":- | -"])(
  "a paragraph stays one that begins as something else would: %s",
  (line) => {
    const document = { type: "doc", content: [paragraph(text("one"), { type: "hardBreak" }, text(line))] };
    const page = String(marked.parse(written(document)));
    expect(page).toBe(`<p>one<br>${line.trim()}</p>\n`);
    expect(canShow(written({ type: "doc", content: [paragraph(text(line))] }))).toBe(true);
  },
);

test("writes overlapping bold and italic without HTML", () => {
  const content = [paragraph(text("a ", "bold"), text("b", "bold", "italic"), text(" c", "italic"))];
  const page = "<p><strong>a <em>b</em></strong> <em>c</em></p>\n";
  expect(marked.parse(written({ type: "doc", content }))).toBe(page);
});

test("keeps brackets in alt text", () => {
  const content = [paragraph({ type: "image", attrs: { src: "/images/x.svg", alt: "a ] b" } })];
  const markdown = written({ type: "doc", content });
  expect(marked.parse(markdown)).toBe('<p><img src="/images/x.svg" alt="a ] b"></p>\n');
  expect(canShow(markdown)).toBe(true);
});

test("turns bare addresses into links", () => {
  const content = [paragraph(text("see https://example.com/a_b"))];
  expect(marked.parse(written({ type: "doc", content }))).toBe(
    '<p>see <a href="https://example.com/a_b">https://example.com/a_b</a></p>\n',
  );
  expect(canShow(written({ type: "doc", content }))).toBe(true);
});

test("joins consecutive lists", () => {
  expect(written({ type: "doc", content: [list("one", ""), list("two"), list("")] })).toBe("- one\n- two");
});

test("drops empty paragraphs", () => {
  const [empty, full] = [{ type: "paragraph" }, { type: "paragraph", content: [{ type: "text", text: "One" }] }];
  expect(written({ type: "doc", content: [empty, full, empty, empty] })).toBe("One");
});

test("keeps numbers blocks byte for byte", () => {
  const fenced = /^```numbers\n[\s\S]*?\n```$/gm;
  const written = pieces.map(({ text }) => text.match(fenced)).filter((blocks) => blocks !== null);
  expect(written.length).toBe(13);
  expect(pieces.map(({ text }) => rewritten(text).match(fenced)).filter((blocks) => blocks !== null)).toEqual(written);
});

test("keeps claims unchanged", () => {
  const marked = "Up to [$250,000]{claim=deposit-limit} a head.";
  expect(rewritten(marked)).toBe(marked);
  const mark = { type: "claim", attrs: { name: "card-rate", value: "24 percent" } };
  expect(written({ type: "doc", content: [paragraph(text("At "), mark, text("."))] })).toBe(
    "At [24 percent]{claim=card-rate}.",
  );
});
