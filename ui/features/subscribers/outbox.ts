import { useSyncExternalStore } from "react";
import type { Unsubscribe } from "../../shared/api.gen.ts";
import { ApiError, browserApi } from "../../shared/api.ts";
import { outboxKey } from "../../shared/constants.ts";

/**
 * Requests to unsubscribe that have not reached the server. They stay in this browser and are sent again, also after a
 * reload and on other pages, until the server has them. Then they are deleted.
 */

const firstPauseMs = 2_000;
const longestPauseMs = 60_000;
const changed = "outbox";
let pause = firstPauseMs;
let timer: ReturnType<typeof setTimeout> | undefined;

/**
 * Sends `request`, or stores it for later. Returns true if the server has it. Rejects with an ApiError if it is
 * refused.
 */
export async function unsubscribe(request: Unsubscribe): Promise<boolean> {
  write([...waiting().filter((other) => !same(other, request)), request]);
  try {
    await browserApi.send("POST", "/api/unsubscribe", request);
  } catch (error) {
    if (isRefusal(error)) {
      remove(request);
      throw error;
    }
    sendLater();
    return false;
  }
  remove(request);
  return true;
}

/** Sends waiting requests. */
export async function sendWaiting(): Promise<void> {
  clearTimeout(timer);
  // A refused request is deleted from the outbox. Its visitor has left the page that could say so.
  for (const request of waiting()) await unsubscribe(request).catch(() => undefined);
}

/** Whether a request is still waiting; false until mounted. */
export function useWaiting(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => waiting().length > 0,
    () => false,
  );
}

function sendLater() {
  clearTimeout(timer);
  timer = setTimeout(sendWaiting, pause);
  pause = Math.min(pause * 2, longestPauseMs);
  addEventListener("online", sendWaiting, { once: true });
}

/** The server understood the request and refused it. Other errors may be temporary. */
function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && error.status < 500 && error.status !== 408 && error.status !== 429;
}

function waiting(): Unsubscribe[] {
  try {
    return JSON.parse(localStorage.getItem(outboxKey) ?? "[]");
  } catch {
    return [];
  }
}

function remove(request: Unsubscribe) {
  write(waiting().filter((other) => !same(other, request)));
}

function write(requests: Unsubscribe[]) {
  if (requests.length === 0) localStorage.removeItem(outboxKey);
  else localStorage.setItem(outboxKey, JSON.stringify(requests));
  dispatchEvent(new Event(changed));
}

function same(a: Unsubscribe, b: Unsubscribe): boolean {
  return a.eid === b.eid && a.email === b.email;
}

/** Also notified when another tab sends requests. */
function subscribe(listener: () => void): () => void {
  addEventListener(changed, listener);
  addEventListener("storage", listener);
  return () => {
    removeEventListener(changed, listener);
    removeEventListener("storage", listener);
  };
}
