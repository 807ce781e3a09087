import { fieldsOf, keep, ownPath, parsed, textOf } from "./kept.ts";

/** What this browser stores about a page's checklists, once an item was checked. */
export interface Checklist {
  path: string;
  /** Title of the page. */
  title: string;
  /** In order, as of the last time one was checked. An item is identified by its text. */
  items: { words: string; done: boolean }[];
}

const prefixes = { ticked: "checklist:", about: "checklist-about:" } as const;

/** Whether a storage key belongs to checklists. */
export const isOfChecklist = (key: string) => Object.values(prefixes).some((prefix) => key.startsWith(prefix));

/** The texts of the items checked on a page. */
export function tickedOn(path: string): Set<string> {
  return wordsOf(localStorage.getItem(prefixes.ticked + path));
}

function wordsOf(text: string | null | undefined): Set<string> {
  return new Set((text ?? "").split("\n").filter(Boolean));
}

/** Checks or unchecks an item on a page. */
export function tick(path: string, words: string, done: boolean): void {
  const ticked = tickedOn(path);
  if (done) ticked.add(words);
  else ticked.delete(words);
  keep(prefixes.ticked + path, ticked.size > 0 ? [...ticked].join("\n") : null);
}

/** Stores what the list shows of a page's checklists, because the list makes no requests. */
export function keepChecklist(path: string, about: { title: string; items: string[] }): void {
  keep(prefixes.about + path, tickedOn(path).size > 0 ? JSON.stringify(about) : null);
}

/** Deletes a page's checks. */
export function forgetChecklist(path: string): void {
  for (const prefix of Object.values(prefixes)) keep(prefix + path, null);
}

/** The pages with checklists in progress, by title. A page stays while its items are unchecked on the list. */
export function readChecklists(stored: ReadonlyMap<string, string>): Checklist[] {
  const pages = new Set([...stored.keys()].filter(isOfChecklist).map((key) => key.slice(key.indexOf(":") + 1)));
  return [...pages]
    .flatMap((page): Checklist[] => {
      const path = ownPath(page);
      if (!path) return [];
      const ticked = wordsOf(stored.get(prefixes.ticked + path));
      const about = fieldsOf(parsed(stored.get(prefixes.about + path) ?? null));
      const known = Array.isArray(about.items) ? about.items.map(textOf).filter(Boolean) : [];
      const items = [...new Set([...known, ...ticked])].map((words) => ({ words, done: ticked.has(words) }));
      return items.length === 0 ? [] : [{ path, title: textOf(about.title) || inWords(path), items }];
    })
    .sort((a, b) => a.title.localeCompare(b.title));
}

function inWords(path: string): string {
  const slug = path.slice(path.lastIndexOf("/") + 1);
  return slug.charAt(0).toUpperCase() + slug.slice(1).replaceAll("-", " ");
}
