import { fieldsOf, keep, ownPath, parsed, textOf } from "./kept.ts";

/** What this browser keeps of the checklists in the texts of a page, once an item was ticked. */
export interface Checklist {
  path: string;
  /** Of the page. */
  title: string;
  /** In their order, as they were when one was last ticked. The words of an item are its name. */
  items: { words: string; done: boolean }[];
}

const prefixes = { ticked: "checklist:", about: "checklist-about:" } as const;

/** Whether a key of the storage is of checklists. */
export const isOfChecklist = (key: string) => Object.values(prefixes).some((prefix) => key.startsWith(prefix));

/** The words of the items that are ticked on a page. */
export function tickedOn(path: string): Set<string> {
  return wordsOf(localStorage.getItem(prefixes.ticked + path));
}

function wordsOf(text: string | null | undefined): Set<string> {
  return new Set((text ?? "").split("\n").filter(Boolean));
}

/** Ticks an item of a page, or takes its tick away. */
export function tick(path: string, words: string, done: boolean): void {
  const ticked = tickedOn(path);
  if (done) ticked.add(words);
  else ticked.delete(words);
  keep(prefixes.ticked + path, ticked.size > 0 ? [...ticked].join("\n") : null);
}

/** Keeps what the list shows of the checklists of a page, for the list asks nobody for it. */
export function keepChecklist(path: string, about: { title: string; items: string[] }): void {
  keep(prefixes.about + path, tickedOn(path).size > 0 ? JSON.stringify(about) : null);
}

/** Forgets the ticks of a page. */
export function forgetChecklist(path: string): void {
  for (const prefix of Object.values(prefixes)) keep(prefix + path, null);
}

/** The pages whose checklists were begun, by their titles. One stays while its ticks are taken away on the list. */
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
