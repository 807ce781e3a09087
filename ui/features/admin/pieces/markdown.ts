import { getSchema, type JSONContent } from "@tiptap/core";
import Image from "@tiptap/extension-image";
import { TaskItem, TaskList } from "@tiptap/extension-list";
import { TableKit } from "@tiptap/extension-table";
import { Markdown, MarkdownManager } from "@tiptap/markdown";
import { type Schema, Slice } from "@tiptap/pm/model";
import StarterKit from "@tiptap/starter-kit";
import { Marked } from "marked";
import { CallOut } from "./call-out.ts";
import { Claim } from "./claims/node.ts";
import { Footnote, FootnoteMark } from "./footnotes.ts";
import { Numbers } from "./numbers/node.ts";

/** The library's nodes, changed where its Markdown differs from what the site renders. */
const Kit = StarterKit.extend({
  addExtensions() {
    return (this.parent?.() ?? []).map((extension) => {
      switch (extension.name) {
        case "paragraph":
          return extension.extend({
            // The library would put a lone picture outside a paragraph, where no text can follow.
            parseMarkdown(token, helpers) {
              const [only, next] = token.tokens ?? [];
              if (only?.type === "image" && !next)
                return helpers.createNode("paragraph", undefined, helpers.parseInline([only]));
              return this.parent?.(token, helpers) ?? [];
            },
            renderMarkdown(...given) {
              return asText(this.parent?.(...given) ?? "");
            },
          });
        // The library would write HTML for partially overlapping marks.
        case "bold":
          return extension.extend({ markdownOptions: { htmlReopen: { open: "__", close: "__" } } });
        case "italic":
          return extension.extend({ markdownOptions: { htmlReopen: { open: "_", close: "_" } } });
        default:
          return extension;
      }
    });
  },
});

/** Escapes lines of a paragraph that would start a heading, a list, a rule or a table. */
function asText(paragraph: string): string {
  return paragraph
    .replaceAll(/^[ \t]+/gm, "")
    .replaceAll(/^(?=[-+](?:\s|$)|#{1,6}(?:\s|$)|[-=:|][-=:| ]*$)/gm, "\\")
    .replaceAll(/^(\d{1,9})(?=[.)](?:\s|$))/gm, "$1\\");
}

const Picture = Image.extend({
  renderMarkdown: ({ attrs }) => `![${String(attrs?.alt ?? "").replaceAll(/[[\]\\]/g, "\\$&")}](${attrs?.src ?? ""})`,
});

type LibraryMarked = NonNullable<ConstructorParameters<typeof MarkdownManager>[0]>["marked"];

/** Parses Markdown like the site, which doesn't turn bare ftp addresses into links. */
const reader = () => new Marked({ gfm: true, tokenizer: { url: (text) => (/^ftp:/i.test(text) ? undefined : false) } });
const ofEditor = reader() as unknown as LibraryMarked; // has everything that the library uses
const ofPage = reader();

/** What the editor supports: the Markdown that the site renders (server/platform/markdown). */
export const extensions = [
  Kit.configure({
    heading: { levels: [2, 3, 4] },
    underline: false,
    link: {
      openOnClick: false,
      shouldAutoLink: (address) => /^https?:/.test(address),
      HTMLAttributes: { target: null, rel: null },
    },
  }),
  TableKit,
  CallOut,
  Claim,
  Footnote,
  FootnoteMark,
  Numbers,
  TaskList,
  TaskItem.configure({ a11y: { checkboxLabel: (item) => `Done: ${item.textContent}` } }),
  Picture.configure({ inline: true }),
  Markdown.configure({ marked: ofEditor }),
];

const schema = getSchema(extensions);
const manager = new MarkdownManager({ marked: ofEditor, extensions });

/** A text as the editor would write it. */
export function rewritten(markdown: string): string {
  return manager.serialize(manager.parse(markdown));
}

/**
 * The editor's content as Markdown. It omits empty blocks, such as a paragraph just started. In Markdown, a list after
 * another of its kind continues that list.
 */
export function written(document: JSONContent): string {
  return manager.serialize(normalized(document)).replaceAll(/^\n+|\n+$/g, "");
}

function normalized(node: JSONContent): JSONContent {
  if (!node.content || /^table/.test(node.type ?? "")) return node; // keep empty cells
  const content: JSONContent[] = [];
  for (const child of node.content.flatMap(linked).map(normalized)) {
    const last = content.at(-1);
    if (last && last.type === child.type && /List$/.test(child.type ?? ""))
      content.splice(-1, 1, { ...last, content: [...(last.content ?? []), ...(child.content ?? [])] });
    else if (!isEmpty(child)) content.push(child);
  }
  return { ...node, content };
}

/** Turns bare addresses into links, as on the page. As text, Markdown would escape them. */
function linked(node: JSONContent): JSONContent[] {
  const marks = node.marks ?? [];
  if (node.type !== "text" || marks.some(({ type }) => type === "link" || type === "code")) return [node];
  const parts = (node.text ?? "").split(/(?<![\w/])((?:https?:\/\/|www\.)[^\s<>]*[^\s<>.,;:!?'"*_~()[\]])/);
  return parts.flatMap((text, i) => {
    const address = /^www/.test(text) ? `http://${text}` : text;
    const link = { type: "link", attrs: { href: address } };
    return text === "" ? [] : [{ ...node, text, marks: i % 2 ? [...marks, link] : marks }];
  });
}

/** Whether it is an empty block. */
function isEmpty({ type = "", content = [] }: JSONContent): boolean {
  return /^(paragraph|heading|blockquote|callOut|footnote|.*(List|Item))$/.test(type) && content.every(isEmpty);
}

/** Reports whether the editor can show a text completely: writing it back must give the same page. */
export function canShow(markdown: string): boolean {
  try {
    if (markdown.trim() !== "") schema.nodeFromJSON(manager.parse(markdown)).check(); // the editor fills in an empty text
    return rendered(rewritten(markdown)) === rendered(markdown);
  } catch {
    return false; // the library fails on some texts, such as a list with an empty item
  }
}

function rendered(markdown: string): string {
  return ofPage.parse(markdown, { async: false }).trim();
}

const marks = /^(#{1,6} |[-*+] |\d{1,9}[.)] |> |\||```)|\*\*\S|\]\([^)\s]+\)/m;

/** Parses a pasted text as Markdown; null if it is plain text. */
export function asMarkdown(pasted: string, schema: Schema): Slice | null {
  const text = pasted.replaceAll("\r\n", "\n").replaceAll(/^# /gm, "## "); // level 1 is the title's
  if (!marks.test(text) || !canShow(text)) return null;
  return Slice.maxOpen(schema.nodeFromJSON(manager.parse(text)).content);
}
