import type { Values } from "./kind.ts";

/** What somebody typed into a form and has not saved yet, and the record they started from (null for a new one). */
export interface Draft<T> {
  values: Values;
  from: T | null;
}

/** Where a form keeps the drafts of a user: in the browser, so they outlive a reload, a sign-in and a crash. */
export function draftKey(user: string, kind: string, within: number | undefined, edit: string): string {
  return ["draft", user, kind, within ?? "", edit].join(":");
}

/** Of a new record in the tab alone: two tabs may each begin one. */
function storageOf(key: string) {
  return key.endsWith(":new") ? sessionStorage : localStorage;
}

/** The draft of a form, or null. */
export function readDraft<T>(key: string): Draft<T> | null {
  const kept = storageOf(key).getItem(key);
  if (!kept) return null;
  try {
    return JSON.parse(kept) as Draft<T>;
  } catch {
    return null; // from an older version of the site
  }
}

/** Keeps a draft; null forgets it. */
export function keepDraft(key: string, draft: Draft<unknown> | null): void {
  if (draft) storageOf(key).setItem(key, JSON.stringify(draft));
  else storageOf(key).removeItem(key);
}
