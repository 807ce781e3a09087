import type { Values } from "./kind.ts";

/** Unsaved input of a form, and the record it started from (null for a new one). */
export interface Draft<T> {
  values: Values;
  from: T | null;
}

/**
 * The storage key of a user's draft. Drafts are stored in the browser, so they survive reloads, sign-ins and crashes.
 */
export function draftKey(user: string, kind: string, within: number | undefined, edit: string): string {
  return ["draft", user, kind, within ?? "", edit].join(":");
}

/** Drafts of new records are per tab, since each tab may have one. */
function storageOf(key: string) {
  return key.endsWith(":new") ? sessionStorage : localStorage;
}

/** Returns a form's draft, or null. */
export function readDraft<T>(key: string): Draft<T> | null {
  const kept = storageOf(key).getItem(key);
  if (!kept) return null;
  try {
    return JSON.parse(kept) as Draft<T>;
  } catch {
    return null; // from an older version of the site
  }
}

/** Stores a draft; null deletes it. */
export function keepDraft(key: string, draft: Draft<unknown> | null): void {
  if (draft) storageOf(key).setItem(key, JSON.stringify(draft));
  else storageOf(key).removeItem(key);
}
