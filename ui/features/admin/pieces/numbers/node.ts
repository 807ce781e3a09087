import { type JSONContent, Node } from "@tiptap/core";
import { ReactNodeViewRenderer } from "@tiptap/react";
import { NumbersEditor } from "./editor.tsx";

const written = /^(`{3,}|~{3,})[ \t]*numbers[ \t]*\n([\s\S]*?)(?:^|\n)\1[ \t]*(?:\n|$)/;

/** A numbers block: in Markdown a fenced block of YAML, unchanged until the form is edited. */
export const Numbers = Node.create({
  name: "numbers",
  group: "block",
  atom: true,
  draggable: true,
  addAttributes: () => ({ source: { default: "", rendered: false } }),
  parseHTML: () => [{ tag: "section.numbers" }],
  renderHTML: () => ["section", { class: "numbers" }],
  addNodeView: () => ReactNodeViewRenderer(NumbersEditor),
  markdownTokenizer: {
    name: "numbers",
    level: "block",
    start: (source) => source.search(/^(`{3,}|~{3,})[ \t]*numbers/m),
    tokenize(source) {
      const [raw, , yaml] = written.exec(source) ?? [];
      return raw === undefined ? undefined : { type: "numbers", raw, yaml };
    },
  },
  parseMarkdown: (token, { createNode }) => createNode("numbers", { source: token.yaml }),
  renderMarkdown: ({ attrs }: JSONContent) => `\`\`\`numbers\n${attrs?.source ?? ""}\n\`\`\``,
});

/** A new block. */
export const blank = `name: new-calculation
title: What it saves
sentence: you save {yearly} a year.
yearly: yearly
assumptions:
  - name: monthly
    label: Saved each month
    unit: $/month
    value: 10
    min: 1
    max: 100
formulas:
  - name: yearly
    label: Saved
    unit: $/year
    formula: monthly * monthsPerYear`;
