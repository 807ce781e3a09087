import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { noRoom, withRoom } from "./storage.ts";

const told = vi.fn();

beforeEach(() => {
  told.mockReset();
  vi.stubGlobal("dispatchEvent", ({ type }: Event) => told(type));
});

afterEach(() => vi.unstubAllGlobals());

/** A storage with room for values of at most three characters. */
function small(): Storage {
  const values = new Map<string, string>();
  return {
    get length() {
      return values.size;
    },
    key: (index) => [...values.keys()][index] ?? null,
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => {
      if (value.length > 3) throw new DOMException("full", "QuotaExceededError");
      values.set(key, value);
    },
    removeItem: (key) => void values.delete(key),
    clear: () => values.clear(),
  };
}

const all = (storage: Storage) =>
  Object.fromEntries(
    Array.from({ length: storage.length }, (_, i) => storage.key(i) ?? "").map((key) => [key, storage.getItem(key)]),
  );

test("values that don't fit last for the visit, with a notice", () => {
  const browser = small();
  const storage = withRoom(browser);
  storage.setItem("a", "old");
  storage.setItem("b", "yes");
  expect(told).not.toHaveBeenCalled();
  storage.setItem("a", "longer");
  expect(told).toHaveBeenCalledWith(noRoom);
  expect(all(storage)).toEqual({ a: "longer", b: "yes" });
  storage.setItem("a", "new");
  expect(all(browser)).toEqual({ a: "new", b: "yes" });
});

test("a removed value is gone from the browser and the visit", () => {
  const browser = small();
  const storage = withRoom(browser);
  storage.setItem("a", "old");
  storage.setItem("a", "longer");
  storage.removeItem("a");
  expect([storage.getItem("a"), browser.getItem("a"), storage.length]).toEqual([null, null, 0]);
});

test("a blocked storage is replaced by one in memory", () => {
  const storage = withRoom(null);
  storage.setItem("a", "longer");
  expect(all(storage)).toEqual({ a: "longer" });
  storage.clear();
  expect(storage.getItem("a")).toBeNull();
});
