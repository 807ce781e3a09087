import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { test as base, type Cookie, expect, type Page } from "@playwright/test";

export { expect };

interface Options {
  /** Console errors that the test is about, such as the 404 of a page that is not there. */
  expectedErrors: RegExp[];
  /** Whether the visitor sits at the site's own machine, which alone sees what development offers. */
  local: boolean;
}

/**
 * A test whose page fails it on any console error or warning, failed script, or hydration trouble. Its visitor has a
 * network address of their own until they sign in: how often one of them may write to us is limited.
 */
export const test = base.extend<Options>({
  expectedErrors: [[], { option: true }],
  local: [false, { option: true }],
  page: async ({ page, expectedErrors, local }, use) => {
    if (!local) await page.setExtraHTTPHeaders(fromElsewhere());
    const troubles: string[] = [];
    page.on("console", (message) => {
      if (["error", "warning"].includes(message.type()))
        troubles.push(`${message.text()} (${message.location().url}, on ${page.url()})`);
    });
    page.on("pageerror", (error) => troubles.push(`${error.message} (on ${page.url()})`));
    await use(page);
    const unexpected = troubles.filter((trouble) => !expectedErrors.some((expected) => expected.test(trouble)));
    expect(unexpected, unexpected.join("; ")).toEqual([]);
    await page.unrouteAll({ behavior: "ignoreErrors" }); // what a test holds of the page's calls ends with it
  },
});

/** The header of a proxy in front of a visitor with a network address of their own. */
export function fromElsewhere() {
  return { "X-Forwarded-For": `10.${crypto.getRandomValues(new Uint8Array(3)).join(".")}` };
}

/** Opens a page and waits until it is alive. */
export async function open(page: Page, path: string) {
  const response = await page.goto(path);
  await hydrated(page);
  return response;
}

/** Acts as a visitor and waits until React has hydrated the whole page. */
export async function hydrated(page: Page) {
  await page.evaluate(() => dispatchEvent(new Event("pointermove")));
  const taken = () =>
    page.evaluate(() => {
      interface Fiber {
        memoizedState: { dehydrated?: unknown } | null;
        child: Fiber | null;
        sibling: Fiber | null;
      }
      const waits = (fiber: Fiber | null): boolean =>
        fiber !== null && (Boolean(fiber.memoizedState?.dehydrated) || waits(fiber.child) || waits(fiber.sibling));
      const key = Object.keys(document).find((name) => name.startsWith("__reactContainer"));
      const root = key && Reflect.get(document, key).stateNode.current;
      return Boolean(root) && !root.memoizedState.isDehydrated && !waits(root.child);
    });
  await expect.poll(taken, { message: "React takes over the page", intervals: [20, 50, 100] }).toBe(true);
  await settled(page);
}

/** Waits until React has done what it has begun, effects too. Its turns are messages, also where the clock stands still. */
export async function settled(page: Page) {
  await page.evaluate(async () => {
    for (let turn = 0; turn < 3; turn++) {
      await new Promise((done) => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = done;
        port2.postMessage(null);
      });
    }
  });
}

/** Stops the page's clock, once nothing of the page's start waits for a timer: clicks would wait with it (ui/start.ts). */
export async function stopClock(page: Page) {
  await expect(page.getByRole("region", { name: "Notifications (F8)" })).toBeAttached();
  await page.evaluate(() => new Promise((done) => setTimeout(done)));
  await expect(async () => {
    await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000)); // fails once that has passed
  }).toPass();
}

/**
 * Expects that axe finds nothing wrong (WCAG 2.2 AA) at rest; with --all, with the colors of the dark scheme too. A part
 * alone is sooner looked at.
 */
export async function expectAccessible(page: Page, part = "html") {
  await showIn(page, "light");
  expect(await violations(page, part, ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"])).toEqual([]);
  if (process.env.ALL_CHECKS !== "1") return;
  await showIn(page, "dark");
  const dark = await violations(page, part, ["color-contrast"]);
  await showIn(page, "light");
  expect(dark, "in the dark scheme").toEqual([]);
}

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** What axe finds by rules or tags of rules. Its own package for Playwright takes twice as long. */
async function violations(page: Page, part: string, runOnly: string[]): Promise<string[]> {
  for (const frame of page.frames()) {
    if (!(await frame.evaluate(() => "axe" in window))) await frame.evaluate(axe);
  }
  return page.evaluate(
    async ({ part, runOnly }) => {
      const axe: typeof import("axe-core") = Reflect.get(window, "axe");
      const { violations } = await axe.run(part, { runOnly, resultTypes: ["violations"] });
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(" ")).join(", ")}`);
    },
    { part, runOnly },
  );
}

/** Shows the page in a color scheme and at rest, and waits until it is painted so. */
async function showIn(page: Page, colorScheme: "light" | "dark") {
  await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
  await page.waitForFunction((scheme) => matchMedia(`(prefers-color-scheme: ${scheme})`).matches, colorScheme);
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}

/** Expects that nothing is wider than the window. */
export async function expectNoSidewaysScroll(page: Page) {
  const [content, window] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  expect(content).toBeLessThanOrEqual(window ?? 0);
}

/** The keys under which something is kept for the site, in the browser or for the visit. */
export function keptKeys(page: Page): Promise<string[]> {
  return page.evaluate(() => Array.from({ length: localStorage.length }, (_, i) => localStorage.key(i) ?? ""));
}

/** Sessions of this worker by account: how often one may sign in is limited. */
const sessions = new Map<string, Cookie[]>();

/** Signs in as one of the development accounts, without the screens for it, and goes to `path` if it is given. */
export async function signIn(page: Page, account: "admin" | "editor" | "marketer" | "visitor", path?: string) {
  await page.setExtraHTTPHeaders({});
  const context = page.context();
  const known = sessions.get(account);
  if (known) {
    await context.addCookies(known);
  } else {
    const begun = await page.request.get("/api/auth/dev", { maxRedirects: 0 });
    const state = new URL(begun.headers().location ?? "", "http://localhost").searchParams.get("state") ?? "";
    await page.request.get("/api/auth/dev/callback", { params: { state, code: account }, maxRedirects: 0 });
    sessions.set(account, await context.cookies());
  }
  if (path) await open(page, path);
}
