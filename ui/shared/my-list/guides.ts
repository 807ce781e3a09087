import { fieldsOf, keep, parsed, textOf } from "./kept.ts";

/** What this browser stores about a guide in progress. */
export interface BegunGuide {
  slug: string;
  /** Derived from the slug if this browser doesn't know the title. */
  title: string;
  isNamed: boolean;
  /** The IDs of the steps checked off. */
  ticked: string[];
  /** All steps in order, as of the last time the guide was open; empty if it has not been open since. */
  steps: Step[];
  note: string;
}

interface Step {
  id: string;
  title: string;
}

const prefixes = { ticked: "guide-steps:", note: "guide-note:", about: "guide-about:" } as const;

export const tickedKey = (slug: string) => prefixes.ticked + slug;
export const noteKey = (slug: string) => prefixes.note + slug;
const aboutKey = (slug: string) => prefixes.about + slug;

/** Whether a storage key belongs to a guide. */
export const isOfGuide = (key: string) => Object.values(prefixes).some((prefix) => key.startsWith(prefix));

/** The IDs of checked steps in a stored text. */
export function readTicked(text: string | null): string[] {
  return (text ?? "").split(" ").filter((id) => /^\d{1,18}$/.test(id));
}

export const longestNote = 5000;

/**
 * Stores what the list shows of a guide, because the list makes no requests. Titles are stored only while there is a
 * check or a note.
 */
export function keepGuide(slug: string, about: { title: string; steps: Step[] }): void {
  const has = localStorage.getItem(tickedKey(slug)) || localStorage.getItem(noteKey(slug));
  const text = has ? JSON.stringify(about) : null;
  if (localStorage.getItem(aboutKey(slug)) !== text) keep(aboutKey(slug), text);
}

export function keepNote(slug: string, note: string): void {
  keep(noteKey(slug), note.trim() === "" ? null : note.slice(0, longestNote));
}

/** Deletes a guide's checks and note. */
export function forgetGuide(slug: string): void {
  for (const key of [tickedKey(slug), noteKey(slug), aboutKey(slug)]) keep(key, null);
}

/** The guides in progress, by title. */
export function readGuides(stored: ReadonlyMap<string, string>): BegunGuide[] {
  const slugs = new Set(
    [...stored.keys()]
      .filter(isOfGuide)
      .map((key) => key.slice(key.indexOf(":") + 1))
      .filter((slug) => /^[a-z0-9-]+$/.test(slug)),
  );
  return [...slugs]
    .map((slug): BegunGuide => {
      const about = fieldsOf(parsed(stored.get(aboutKey(slug)) ?? null));
      const steps = (Array.isArray(about.steps) ? about.steps : [])
        .map(fieldsOf)
        .map(({ id, title }) => ({ id: textOf(id), title: textOf(title) }))
        .filter(({ id, title }) => id && title);
      return {
        slug,
        title: textOf(about.title) || inWords(slug),
        isNamed: textOf(about.title) !== "",
        ticked: readTicked(stored.get(tickedKey(slug)) ?? null),
        steps,
        note: (stored.get(noteKey(slug)) ?? "").slice(0, longestNote),
      };
    })
    .filter(({ ticked, note }) => ticked.length > 0 || note)
    .sort((a, b) => a.title.localeCompare(b.title));
}

function inWords(slug: string): string {
  return slug.charAt(0).toUpperCase() + slug.slice(1).replaceAll("-", " ");
}
