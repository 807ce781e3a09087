/** Gives the page storage of its own, which ends with it, where the visitor's browser blocks the site's. */
export function provideStorage(): void {
  for (const name of ["sessionStorage", "localStorage"] as const) {
    try {
      void window[name];
    } catch {
      Object.defineProperty(window, name, { value: inMemory() });
    }
  }
}

function inMemory(): Storage {
  const values = new Map<string, string>();
  return {
    get length() {
      return values.size;
    },
    key: (index) => [...values.keys()][index] ?? null,
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
    clear: () => values.clear(),
  };
}
