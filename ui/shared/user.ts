import { useSyncExternalStore } from "react";
import type { User } from "./api.gen.ts";
import { browserApi, tokenKey } from "./api.ts";

/** Set by sign-in, readable and worth nothing by itself: it only tells that asking who is signed in is worth a call. */
const markerCookie = "signed_in=1";

let user: User | null | undefined;
let asked = false;
const listeners = new Set<() => void>();

/** Who is signed in: undefined until it is known, null when nobody is. The server and the first render never know. */
export function useUser(): User | null | undefined {
  return useSyncExternalStore(
    subscribe,
    () => user,
    () => undefined,
  );
}

/** Signs out. When the server refuses, that is only logged and the user stays signed in; returns whether it worked. */
export async function signOut(): Promise<boolean> {
  try {
    await browserApi.send("POST", "/api/auth/logout");
  } catch (error) {
    console.error("logout failed:", error);
    return false;
  }
  localStorage.removeItem(tokenKey);
  set(null);
  return true;
}

/** Notes that the server takes nobody for signed in any more: a call was answered with 401. */
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
  const worthAsking = localStorage.getItem(tokenKey) !== null || document.cookie.split("; ").includes(markerCookie);
  if (!worthAsking) return set(null);
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
