import type { Values } from "../kind.ts";
import type { WantedPicture } from "./wanted-picture.ts";

/** A check before publishing. */
export interface Check {
  text: string;
  /** Undefined until it is known. */
  good: boolean | undefined;
  /** The picture that it is about. */
  picture?: WantedPicture;
}

/** What a search result shows without truncating, in characters. */
export const limits = { title: 60, leastSummary: 70, summary: 160 } as const;

/** Our own links that earn money. */
const paidPath = /^\/(links|offers|hot-offers|dailyoffers|content)\b/;
const disclosure = /\b(we (may )?(earn|get paid|are paid)|commission|sponsored|paid link|partners? (pay|pays))\b/i;

/** The checks of an article or a guide. `alive` tells whether our page at an address exists. */
export function checksOf(values: Values, summary: string, alive: ReadonlyMap<string, boolean>): Check[] {
  const title = textOf(values.title).length;
  const about = textOf(values[summary]).length;
  const texts = wholeText(values);
  const links = linksOf(texts);
  const own = ownOf(links);
  const dead = own.filter((path) => alive.get(path) === false);
  const checks: Check[] = [
    {
      text: title === 0 ? "Title missing" : `Title: ${title} of ${limits.title} characters`,
      good: title > 0 && title <= limits.title,
    },
    {
      text: `${summary === "excerpt" ? "Excerpt" : "Subtitle"}: ${about} characters (aim for ${limits.leastSummary} to ${limits.summary})`,
      good: about >= limits.leastSummary && about <= limits.summary,
    },
    { text: "A category (required to publish)", good: textOf(values.category) !== "" },
    ...needed(values),
    { text: "A picture", good: textOf(values.imageUrl) !== "" },
  ];
  if (typeof values.imageAlt === "string")
    checks.push({ text: "Alt text for the picture", good: textOf(values.imageAlt) !== "" });
  for (const { field, text } of textsOf(values)) {
    const silent = picturesIn(text).filter(({ alt }) => alt === "");
    for (const [nth, { number }] of silent.entries())
      checks.push({ text: `No alt text: picture ${number} in “${field}”`, good: false, picture: { field, nth } });
  }
  checks.push({
    text:
      dead.length > 0
        ? `No page at ${dead.join(", ")}`
        : own.length > 0
          ? "Links to our own pages work"
          : "A link to another page on our site",
    good: dead.length > 0 ? false : own.length === 0 ? false : own.every((path) => alive.has(path)) ? true : undefined,
  });
  if (links.some((href) => paidPath.test(href)))
    checks.push({ text: "A disclosure that we’re paid for a link", good: disclosure.test(texts) });
  return checks;
}

/** Checks of what publishing requires, for articles or guides only. */
function needed({ body, items }: Values): Check[] {
  if (!Array.isArray(items)) return [{ text: "A text (required to publish)", good: textOf(body) !== "" }];
  const untitled = items.flatMap(({ title }, i) => (title.trim() === "" ? [i + 1] : []));
  return [
    { text: "A step (required to publish)", good: items.length > 0 },
    ...untitled.map((n) => ({ text: `A title for step ${n} (required to publish)`, good: false })),
  ];
}

/** The addresses on our site that a piece links to, each once. */
export function ownLinks(values: Values): string[] {
  return ownOf(linksOf(wholeText(values)));
}

function ownOf(links: string[]): string[] {
  const own = links.filter((href) => /^\/(?!\/|go\/)/.test(href)); // links to offers lead away from the site
  return [...new Set(own.map((href) => href.replace(/[?#].*$/, "")))];
}

function linksOf(text: string): string[] {
  return [...text.matchAll(/(?<!!)\[[^\]]*\]\(([^)\s]+)/g)].map(([, href = ""]) => href);
}

/** The pictures in a text, numbered from 1. */
function picturesIn(text: string): { number: number; alt: string }[] {
  return [...text.matchAll(/!\[((?:\\.|[^\]\\])*)\]\(/g)].map(([, alt = ""], i) => ({
    number: i + 1,
    alt: alt.trim(),
  }));
}

/** The texts of a piece, by their labels on the screen. */
function textsOf({ body, introduction, items, conclusion }: Values): { field: string; text: string }[] {
  const steps = Array.isArray(items)
    ? items.map(({ content, ctaText, ctaUrl }, i) => ({
        field: stepText(i + 1),
        text: `${content}\n\n${ctaUrl && `[${ctaText}](${ctaUrl})`}`,
      }))
    : [];
  return [
    { field: "Body", text: textOf(body) },
    { field: "Introduction", text: textOf(introduction) },
    ...steps,
    { field: "Conclusion", text: textOf(conclusion) },
  ];
}

function wholeText(values: Values): string {
  return textsOf(values)
    .map(({ text }) => text)
    .join("\n\n");
}

/** The label of a step's text. */
export function stepText(number: number): string {
  return `Text of step ${number}`;
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value.trim() : "";
}
