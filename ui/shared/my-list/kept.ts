import { useSyncExternalStore } from "react";
import { noRoom } from "../storage.ts";
import { showToast } from "../ui/show-toast.ts";

const changed = "kept";

/** Keeps a text in this browser, or forgets it where it is null. Says so where it will last for this visit only. */
export function keep(key: string, text: string | null): void {
  addEventListener(noRoom, warn);
  if (text === null) localStorage.removeItem(key);
  else localStorage.setItem(key, text);
  removeEventListener(noRoom, warn);
  dispatchEvent(new Event(changed));
}

function warn() {
  showToast({
    title: "Your browser can’t save this. It’ll be gone when you close the page.",
    look: "destructive",
    urgent: true,
  });
}

/** What `read` makes of this browser's storage, read anew when this tab or another changes it; null before the page is taken over. */
export function useKept(read: () => string | null): string | null {
  return useSyncExternalStore(subscribe, read, () => null);
}

function subscribe(listener: () => void): () => void {
  addEventListener(changed, listener);
  addEventListener("storage", listener);
  return () => {
    removeEventListener(changed, listener);
    removeEventListener("storage", listener);
  };
}

/** A text read as JSON; undefined for what is none. */
export function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? "null");
  } catch {
    return undefined;
  }
}

/** The fields of a value by their names; none of what has no fields. */
export function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
}

const longest = 500;

/** A text within bounds; empty for what is none. */
export function textOf(value: unknown): string {
  return typeof value === "string" ? value.slice(0, longest) : "";
}

/** A path of this site; null for any other address. */
export function ownPath(value: unknown): string | null {
  return typeof value === "string" && /^\/(?![/\\])[^\\]*$/.test(value) ? value : null;
}
