import { afterAll, afterEach, expect, test, vi } from "vitest";

// Without a page, read the user as a component would.
vi.mock("react", async (original) => ({
  ...(await original<typeof import("react")>()),
  useSyncExternalStore: (subscribe: (listener: () => void) => void, read: () => unknown) => {
    subscribe(() => {});
    return read();
  },
}));

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

afterAll(() => vi.resetModules()); // other files need the real React

/** A storage with these keys. */
function storageOf(...keys: string[]) {
  const values = new Map(keys.map((key) => [key, "x"]));
  const storage = {
    get length() {
      return values.size;
    },
    key: (index: number) => [...values.keys()][index] ?? null,
    getItem: (key: string) => values.get(key) ?? null,
    removeItem: (key: string) => void values.delete(key),
  };
  return { storage, left: () => [...values.keys()] };
}

const me = "ann@thriftwell.example";
const mine = [`draft:${me}:article::7`, `draft:${me}:offer:2:9`];
const others = ["draft:bob@thriftwell.example:article::7", "my-list"];

/** Loads the module as a page does, with a signed-in user and this response to signing out. */
async function signedIn(status: number) {
  vi.resetModules();
  const [local, tab] = [storageOf(...mine, ...others), storageOf(`draft:${me}:article::new`, "visit")];
  vi.stubGlobal("localStorage", local.storage);
  vi.stubGlobal("sessionStorage", tab.storage);
  vi.stubGlobal("document", { cookie: "signed_in=1" });
  const { browserApi } = await import("./api.ts");
  vi.spyOn(browserApi, "get").mockResolvedValue({ data: { email: me } } as never);
  vi.spyOn(browserApi, "send").mockImplementation(() =>
    status < 300 ? Promise.resolve({} as never) : Promise.reject(new Error("refused")),
  );
  const user = await import("./user.ts");
  await vi.waitFor(() => expect(user.useUser()).toBeTruthy());
  return { ...user, left: () => [...local.left(), ...tab.left()] };
}

test("signing out removes the user's drafts, and no one else's", async () => {
  const { signOut, left } = await signedIn(200);
  expect(await signOut()).toBe(true);
  expect(left()).toEqual([...others, "visit"]);
});

test("drafts stay after a session ends or signing out fails", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const { signOut, sessionEnded, left } = await signedIn(500);
  expect(await signOut()).toBe(false);
  sessionEnded();
  expect(left()).toEqual([...mine, ...others, `draft:${me}:article::new`, "visit"]);
});
