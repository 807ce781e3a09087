import type { ManualPage } from "../../../shared/api.gen.ts";
import { containing, lower } from "../in-words.ts";

/** A section of the manual, for the search. */
export interface Section {
  page: string;
  /** Title of the page, followed by that of the section. */
  title: string;
  /** Id of the heading; undefined before the first heading. */
  id: string | undefined;
  text: string;
}

/** Splits a page at its second-level headings. */
export function sectionsOf({ name, title, sections, html }: ManualPage): Section[] {
  const titles = new Map(sections.map((section) => [section.id, section.title]));
  return html.split(/(?=<h2 id=")/).map((part) => {
    const id = part.match(/^<h2 id="([^"]+)"/)?.[1];
    const heading = id && titles.get(id);
    const text = part.replace(/^<h2.*?<\/h2>/, "").replaceAll(/<[^>]+>/g, " ");
    return { page: name, title: heading ? `${title}: ${heading}` : title, id, text: plain(text) };
  });
}

/** Sections that contain all words, matches in the title first. */
export function find(sections: Section[], words: string): Section[] {
  const has = containing(words);
  const found = sections.filter(({ title, text }) => has(`${title} ${text}`));
  return [...found.filter(({ title }) => has(title)), ...found.filter(({ title }) => !has(title))];
}

const before = 60;
const length = 180;

/** An excerpt of a section around the first match. */
export function excerpt({ text }: Section, words: string): string {
  const [first = ""] = lower(words).trim().split(/\s+/);
  const at = Math.max(0, lower(text).indexOf(first) - before);
  const start = at === 0 ? 0 : text.indexOf(" ", at) + 1;
  const end = text.length <= start + length ? text.length : text.lastIndexOf(" ", start + length);
  return `${start > 0 ? "…" : ""}${text.slice(start, end)}${end < text.length ? "…" : ""}`;
}

const entities: Record<string, string> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  ldquo: "“",
  rdquo: "”",
  lsquo: "‘",
  rsquo: "’",
  ndash: "–",
  mdash: "—",
  hellip: "…",
};

function plain(text: string): string {
  return text
    .replaceAll(/&(\w+);/g, (whole, name) => entities[name] ?? whole)
    .replaceAll(/\s+/g, " ")
    .replaceAll(/ ([.,;:?!)])/g, "$1")
    .trim();
}
