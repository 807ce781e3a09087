import { type JSONContent, Node } from "@tiptap/core";

/** A claim in a text. */
export interface MarkedClaim {
  name: string;
  value: string;
}

// The format that the site parses (server/platform/markdown/claims.go).
const written = /^\[([^[\]\\*_`<>{}|~&\r\n]{1,60})\]\{claim=([a-z0-9]+(?:-[a-z0-9]+)*)\}/;

/** Whether a text can be a claim's value. */
export function isClaimValue(value: string): boolean {
  return written.test(`[${value}]{claim=x}`) && value === value.trim();
}

/** A figure, a rate or a legal date in the register of claims: in Markdown [$250,000]{claim=fdic-limit}. */
export const Claim = Node.create({
  name: "claim",
  group: "inline",
  inline: true,
  atom: true,
  addAttributes: () => ({
    name: { default: "", parseHTML: (element: HTMLElement) => element.dataset.claim, rendered: false },
    value: { default: "", parseHTML: (element: HTMLElement) => element.textContent, rendered: false },
  }),
  parseHTML: () => [{ tag: "span[data-claim]" }],
  renderHTML: ({ node }) => [
    "span",
    { "data-claim": node.attrs.name, class: "claim-mark", title: `Claim: ${node.attrs.name}` },
    node.attrs.value,
  ],
  renderText: ({ node }) => node.attrs.value,
  markdownTokenizer: {
    name: "claim",
    level: "inline",
    start: (source) => source.search(/\[[^[\]\n]+\]\{claim=/),
    tokenize(source) {
      const [raw, value = "", name] = written.exec(source) ?? [];
      if (!raw || value !== value.trim()) return undefined;
      return { type: "claim", raw, name, value };
    },
  },
  parseMarkdown: (token, { createNode }) => createNode("claim", { name: token.name, value: token.value }),
  renderMarkdown: ({ attrs }: JSONContent) => `[${attrs?.value ?? ""}]{claim=${attrs?.name ?? ""}}`,
});
