import { useSyncExternalStore } from "react";
import type { User } from "./api.gen.ts";
import { browserApi } from "./api.ts";
import { mayBeSignedIn, tokenKey } from "./signed-in.ts";

let user: User | null | undefined;
let asked = false;
const listeners = new Set<() => void>();

/**
 * Returns the signed-in user: undefined until it is known, on the server and in the first render; null if signed out.
 */
export function useUser(): User | null | undefined {
  return useSyncExternalStore(
    subscribe,
    () => user,
    () => undefined,
  );
}

/**
 * Signs out, removes the user's drafts from this browser, and reports whether it worked. A failure is only logged, and
 * the user stays signed in.
 */
export async function signOut(): Promise<boolean> {
  try {
    await browserApi.send("POST", "/api/auth/logout");
  } catch (error) {
    console.error("logout failed:", error);
    return false;
  }
  localStorage.removeItem(tokenKey);
  forgetDrafts(user?.email ?? "");
  set(null);
  return true;
}

/** Removes what a user typed into forms and didn't save, so that the next user of this browser can't read it. */
function forgetDrafts(email: string): void {
  for (const storage of [localStorage, sessionStorage]) {
    const keys = Array.from({ length: storage.length }, (_, i) => storage.key(i) ?? "");
    for (const key of keys) if (key.startsWith(`draft:${email}:`)) storage.removeItem(key);
  }
}

/** Records that no one is signed in anymore, for example after a 401. */
export function sessionEnded(): void {
  set(null);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (!asked) {
    asked = true;
    void ask();
  }
  return () => listeners.delete(listener);
}

async function ask() {
  if (!mayBeSignedIn()) return set(null);
  try {
    set((await browserApi.get<User>("/api/auth/user")).data);
  } catch (error) {
    console.warn("not signed in:", error);
    set(null);
  }
}

function set(next: User | null) {
  user = next;
  for (const listener of listeners) listener();
}
