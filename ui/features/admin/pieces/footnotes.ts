import { type ChainedCommands, type Editor, type JSONContent, mergeAttributes, Node } from "@tiptap/core";

const attributes = {
  label: { default: "1", parseHTML: (element: HTMLElement) => element.dataset.footnote, rendered: false },
};

/** A footnote's reference: in Markdown [^1]. */
export const FootnoteMark = Node.create({
  name: "footnoteMark",
  group: "inline",
  inline: true,
  atom: true,
  addAttributes: () => attributes,
  parseHTML: () => [{ tag: "sup[data-footnote]" }],
  renderHTML: ({ node: { attrs } }) => ["sup", { "data-footnote": attrs.label }, attrs.label],
  renderText: ({ node }) => `[^${node.attrs.label}]`,
  markdownTokenizer: {
    name: "footnoteMark",
    level: "inline",
    start: (source) => source.search(/\[\^/),
    tokenize(source) {
      const [raw, label] = /^\[\^([^[\]\\\s]+)\](?!\()/.exec(source) ?? [];
      return raw ? { type: "footnoteMark", raw, label } : undefined;
    },
  },
  parseMarkdown: (token, { createNode }) => createNode("footnoteMark", { label: token.label }),
  renderMarkdown: ({ attrs }: JSONContent) => `[^${attrs?.label}]`,
});

const written = /^ {0,3}\[\^([^[\]\\\s]+)\]:[ \t]*(.+(?:\n(?! {0,3}\[\^)[ \t]*\S.*)*(?:\n+(?: {4}|\t)[ \t]*\S.*)*)\n*/;

/** A footnote's text: in Markdown [^1]: and the text, with further paragraphs indented. */
export const Footnote = Node.create({
  name: "footnote",
  group: "block",
  content: "block+",
  defining: true,
  addAttributes: () => attributes,
  parseHTML: () => [{ tag: "aside[data-footnote]" }],
  renderHTML: ({ node, HTMLAttributes }) => [
    "aside",
    mergeAttributes({ class: "footnotes", "data-footnote": node.attrs.label }, HTMLAttributes),
    0,
  ],
  markdownTokenizer: {
    name: "footnote",
    level: "block",
    start: (source) => source.search(/^ {0,3}\[\^[^[\]\\\s]+\]:/m),
    tokenize(source, _tokens, lexer) {
      const [raw, label, text = ""] = written.exec(source) ?? [];
      if (!raw) return undefined;
      return { type: "footnote", raw, label, tokens: lexer.blockTokens(text.replaceAll(/^(?: {4}|\t)/gm, "")) };
    },
  },
  parseMarkdown: (token, { createNode, parseChildren, parseBlockChildren = parseChildren }) =>
    createNode("footnote", { label: token.label }, parseBlockChildren(token.tokens ?? [])),
  renderMarkdown(node: JSONContent, { renderChildren }) {
    const blocks = (node.content ?? []).map((child) => renderChildren([child]));
    return `[^${node.attrs?.label}]: ${blocks.join("\n\n").replaceAll(/\n(?!\n)/g, "\n    ")}`;
  },
});

/** Inserts a footnote's reference at the cursor, and an empty footnote at the end. */
export function addFootnote(chain: ChainedCommands, editor: Editor): ChainedCommands {
  const taken = new Set<string>();
  editor.state.doc.descendants(({ type, attrs }) => {
    if (type.name === FootnoteMark.name || type.name === Footnote.name) taken.add(attrs.label);
  });
  let n = 1;
  while (taken.has(String(n))) n++;
  const attrs = { label: String(n) };
  return chain
    .setTextSelection(editor.state.selection.to)
    .insertContent({ type: FootnoteMark.name, attrs })
    .command(({ tr, commands }) =>
      commands.insertContentAt(tr.doc.content.size, { type: Footnote.name, attrs, content: [{ type: "paragraph" }] }),
    )
    .focus("end");
}
