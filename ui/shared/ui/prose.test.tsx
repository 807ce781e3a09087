import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { PlainText } from "./prose.tsx";

const html = (text: string) => renderToStaticMarkup(<PlainText text={text} />).replace(/^<div[^>]*>|<\/div>$/g, "");

test("a blank line starts a paragraph, a line break stays one", () => {
  expect(html("One\ntwo\n\nThree")).toBe("<p>One<br/>two</p><p>Three</p>");
});

test("lines that start with a dash are a list, also right after a sentence", () => {
  expect(html("Take:\n- a pen\n- paper\n\nThen go.")).toBe(
    "<p>Take:</p><ul><li>a pen</li><li>paper</li></ul><p>Then go.</p>",
  );
});

test("text is never markup", () => {
  expect(html("<b>1 & 2</b>")).toBe("<p>&lt;b&gt;1 &amp; 2&lt;/b&gt;</p>");
});
