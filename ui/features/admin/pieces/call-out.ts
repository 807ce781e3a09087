import { type JSONContent, mergeAttributes, Node } from "@tiptap/core";

/** Kinds of callouts that the site shows (server/platform/markdown). */
export const callOuts = [
  { id: "tip", label: "Tip" },
  { id: "note", label: "Good to know" },
  { id: "warning", label: "Careful" },
  { id: "script", label: "What to say" },
];

const written = /^> ?\[!(TIP|NOTE|WARNING|SCRIPT)\][ \t]*\n((?:>.*(?:\n|$))+)/;

/** A callout: in Markdown a quote whose first line names its kind, like GitHub's alerts. */
export const CallOut = Node.create({
  name: "callOut",
  group: "block",
  content: "block+",
  defining: true,
  addAttributes: () => ({
    kind: {
      default: "tip",
      parseHTML: (element: HTMLElement) => element.dataset.kind,
      renderHTML: ({ kind }: { kind: string }) => ({
        "data-kind": kind,
        "data-title": callOuts.find(({ id }) => id === kind)?.label,
      }),
    },
  }),
  parseHTML: () => [{ tag: "aside.callout" }],
  renderHTML: ({ HTMLAttributes }) => ["aside", mergeAttributes({ class: "callout" }, HTMLAttributes), 0],
  markdownTokenizer: {
    name: "callOut",
    level: "block",
    start: (source) => source.search(/^> ?\[!/m),
    tokenize(source, _tokens, lexer) {
      const [raw, kind = "", text = ""] = written.exec(source) ?? [];
      if (!raw) return undefined;
      return {
        type: "callOut",
        raw,
        kind: kind.toLowerCase(),
        tokens: lexer.blockTokens(text.replaceAll(/^> ?/gm, "")),
      };
    },
  },
  parseMarkdown: (token, { createNode, parseChildren, parseBlockChildren = parseChildren }) =>
    createNode("callOut", { kind: token.kind }, parseBlockChildren(token.tokens ?? [])),
  renderMarkdown(node: JSONContent, { renderChildren }) {
    const blocks = (node.content ?? []).map((child) => renderChildren([child]));
    const lines = [`[!${String(node.attrs?.kind).toUpperCase()}]`, ...blocks.join("\n\n").split("\n")];
    return lines.map((line) => `> ${line}`.trimEnd()).join("\n");
  },
});
