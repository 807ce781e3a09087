/** The event sent when a value doesn't fit into the browser's storage. */
export const noRoom = "no-room";

/**
 * Makes every write to the browser's storage succeed for the visit. What the browser blocks or has no room for is kept
 * in memory and lost at the end of the visit.
 */
export function provideStorage(): void {
  for (const name of ["sessionStorage", "localStorage"] as const)
    Object.defineProperty(window, name, { configurable: true, value: withRoom(browsers(name)) });
}

/** The browser's storage, or null if it is blocked. */
function browsers(name: "sessionStorage" | "localStorage"): Storage | null {
  try {
    return window[name];
  } catch {
    return null;
  }
}

/** Wraps the storage `browser`, keeping in memory what it doesn't accept. */
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
