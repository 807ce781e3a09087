import { useSyncExternalStore } from "react";
import { noRoom } from "../storage.ts";
import { showToast } from "../ui/show-toast.ts";

const changed = "kept";

/** Stores a text in this browser, or deletes it if it is null. Shows a notice if it will last only for this visit. */
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

/**
 * The result of `read` on this browser's storage, updated when this tab or another changes it; null before hydration.
 */
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

/** A text parsed as JSON; undefined if it is invalid. */
export function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? "null");
  } catch {
    return undefined;
  }
}

/** The fields of a value by name; none if it is not an object. */
export function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
}

const longest = 500;

/** A text within limits; empty if it is not a text. */
export function textOf(value: unknown): string {
  return typeof value === "string" ? value.slice(0, longest) : "";
}

/** A path on this site; null for any other address. */
export function ownPath(value: unknown): string | null {
  return typeof value === "string" && /^\/(?![/\\])[^\\]*$/.test(value) ? value : null;
}
