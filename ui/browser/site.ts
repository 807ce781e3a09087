import AxeBuilder from "@axe-core/playwright";
import { test as base, type Cookie, expect, type Page } from "@playwright/test";

export { expect };

/** A test whose page fails it on any console error or warning, failed script, or hydration trouble. */
export const test = base.extend<{ expectedErrors: RegExp[] }>({
  /** Console errors that the test is about, such as the 404 of a page that is not there. */
  expectedErrors: [[], { option: true }],
  page: async ({ page, expectedErrors }, use) => {
    const troubles: string[] = [];
    page.on("console", (message) => {
      if (["error", "warning"].includes(message.type())) troubles.push(`${message.text()} (${message.location().url})`);
    });
    page.on("pageerror", (error) => troubles.push(error.message));
    await use(page);
    expect(troubles.filter((trouble) => !expectedErrors.some((expected) => expected.test(trouble)))).toEqual([]);
  },
});

/** Opens a page and waits until it is alive. */
export async function open(page: Page, path: string) {
  const response = await page.goto(path);
  await hydrated(page);
  return response;
}

/** Waits until React has taken over the page. */
export async function hydrated(page: Page) {
  const taken = () => page.evaluate(() => Object.keys(document.body).some((key) => key.startsWith("__react")));
  await expect.poll(taken, { message: "React takes over the page", intervals: [20, 50, 100] }).toBe(true);
}

/** Expects that axe finds nothing wrong (WCAG 2.2 AA). */
export async function expectAccessible(page: Page) {
  const { violations } = await new AxeBuilder({ page })
    .withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"])
    .analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(" ")).join(", ")}`)).toEqual(
    [],
  );
}

/** Expects that nothing is wider than the window. */
export async function expectNoSidewaysScroll(page: Page) {
  const [content, window] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  expect(content).toBeLessThanOrEqual(window ?? 0);
}

/** Sessions of this worker by account: how often one may sign in is limited. */
const sessions = new Map<string, Cookie[]>();

/** Signs in as one of the development accounts and goes to `path`. */
export async function signIn(page: Page, account: "admin" | "editor" | "marketer" | "visitor", path = "/") {
  const context = page.context();
  const known = sessions.get(account);
  if (known) {
    await context.addCookies(known);
    await page.goto(path);
  } else {
    await page.goto(`/api/auth/login?returnTo=${encodeURIComponent(path)}`);
    await page.getByRole("link", { name: `, ${account} (` }).click();
  }
  await hydrated(page);
  sessions.set(account, await context.cookies());
}
