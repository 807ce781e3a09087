import { expect, test } from "vitest";
import { stepOf } from "../kind.ts";
import { checksOf, ownLinks } from "./checks.ts";

const article = {
  title: "Cut the cord",
  excerpt: "What cable costs in a year, what streaming costs in a year, and which of them is less.",
  category: "phone",
  imageUrl: "/images/x.svg",
  imageAlt: "A cable",
  body: "See [the audit](/articles/audit#how) and [it again](/articles/audit?x=1), [FTC](https://ftc.gov), ![a](/images/y.svg).",
};

/** Texts of the failed checks. */
function problems(values: object, alive: [string, boolean][] = [["/articles/audit", true]]) {
  return checksOf({ ...article, ...values }, "excerpt", new Map(alive))
    .filter(({ good }) => good === false)
    .map(({ text }) => text);
}

test("finds no problems in a complete piece", () => {
  expect(problems({})).toEqual([]);
});

test("checks lengths, category, picture and alt text", () => {
  expect(
    problems({ title: "x".repeat(61), excerpt: "Short.", imageUrl: "", imageAlt: " ", category: "" }),
  ).toHaveLength(5);
});

test("requires an article's text, and a guide's steps with titles", () => {
  expect(problems({ body: " " })).toContain("A text (required to publish)");
  const guide = { body: undefined, introduction: article.body, items: [] };
  expect(problems(guide)).toEqual(["A step (required to publish)"]);
  const items = [stepOf({ title: "One" }, 0), stepOf({ content: "Look." }, 1)];
  expect(problems({ ...guide, items })).toEqual(["A title for step 2 (required to publish)"]);
});

test("locates pictures without alt text", () => {
  const body = "![a \\] b](/images/x.svg)\n\n![](/images/y.svg)\n\n![ ](/images/z.svg)\n\n[the audit](/articles/audit)";
  const items = [stepOf({ title: "One" }, 0), stepOf({ title: "Two", content: "![](/images/x.svg)" }, 1)];
  const checks = checksOf({ ...article, body, items }, "excerpt", new Map([["/articles/audit", true]]));
  expect(checks.flatMap(({ text, picture }) => (picture ? [[text, picture]] : []))).toEqual([
    ["No alt text: picture 2 in “Body”", { field: "Body", nth: 0 }],
    ["No alt text: picture 3 in “Body”", { field: "Body", nth: 1 }],
    ["No alt text: picture 1 in “Text of step 2”", { field: "Text of step 2", nth: 0 }],
  ]);
});

test("reports dead links to our own pages", () => {
  expect(ownLinks(article)).toEqual(["/articles/audit"]);
  expect(problems({}, [["/articles/audit", false]])).toEqual(["No page at /articles/audit"]);
});

test("requires a disclosure for paid links, also in steps", () => {
  const paid = { body: "", items: [stepOf({ title: "Look", ctaUrl: "/hot-offers", ctaText: "Offers" }, 0)] };
  expect(problems(paid, [["/hot-offers", true]])).toEqual(["A disclosure that we’re paid for a link"]);
  const said = { ...paid, conclusion: "We may earn a commission." };
  expect(problems(said, [["/hot-offers", true]])).toEqual([]);
});
