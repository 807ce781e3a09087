/** The event of a value that the browser had no room for, sent as it is set. */
export const noRoom = "no-room";

/**
 * Lets every write to the browser's storage succeed for the visit: what the browser blocks or has no room for is kept by
 * the page itself and ends with it.
 */
export function provideStorage(): void {
  for (const name of ["sessionStorage", "localStorage"] as const)
    Object.defineProperty(window, name, { configurable: true, value: withRoom(browsers(name)) });
}

/** The browser's own storage, or null where it is blocked. */
function browsers(name: "sessionStorage" | "localStorage"): Storage | null {
  try {
    return window[name];
  } catch {
    return null;
  }
}

/** The storage `browser`, and beside it what that does not take. */
export function withRoom(browser: Storage | null): Storage {
  const extra = new Map<string, string>();
  const keys = () => {
    const kept = Array.from({ length: browser?.length ?? 0 }, (_, i) => browser?.key(i) ?? "");
    return [...kept.filter((key) => !extra.has(key)), ...extra.keys()];
  };
  return {
    get length() {
      return keys().length;
    },
    key: (index) => keys()[index] ?? null,
    getItem: (key) => extra.get(key) ?? browser?.getItem(key) ?? null,
    setItem(key, value) {
      extra.delete(key);
      if (tookIt(browser, key, value)) return;
      extra.set(key, value);
      dispatchEvent(new Event(noRoom));
    },
    removeItem(key) {
      extra.delete(key);
      browser?.removeItem(key);
    },
    clear() {
      extra.clear();
      browser?.clear();
    },
  };
}

function tookIt(browser: Storage | null, key: string, value: string): boolean {
  try {
    browser?.setItem(key, value);
    return browser !== null;
  } catch {
    return false;
  }
}
