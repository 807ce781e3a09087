import type { BrowserContext, Page, Request } from "@playwright/test";
import { test as base, expect } from "./site.ts";

/** A visitor of one's own: the same one doing the same within ten seconds would count as a duplicate. */
export const test = base.extend({
  userAgent: async ({ browserName: _ }, use, info) => {
    await use(
      `Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36 ${info.testId}`,
    );
  },
  context: async ({ context }, use) => {
    await context.route(/^https:\/\/[^/]*example\.com\//, (route) => route.fulfill({ body: "The partner's page" }));
    await use(context);
  },
});

/** A tracking call, and how it was answered. */
export interface Call {
  path: string;
  body: Record<string, unknown>;
  status: Promise<number | undefined>;
}

/** Every tracking call that the page makes from now on, but for the views of pages. */
export function trackingCalls(page: Page): Call[] {
  const calls: Call[] = [];
  page.on("request", (request: Request) => {
    const path = new URL(request.url()).pathname;
    if (request.method() !== "POST" || !path.startsWith("/api/") || path === "/api/views") return;
    const { eventId: _, visit: __, ...body } = request.postDataJSON();
    // A call that is under way when the test ends has no status.
    const status = request.response().then(
      (response) => response?.status(),
      () => undefined,
    );
    calls.push({ path, body, status });
  });
  return calls;
}

/** What the calls said, without their event ids and visits. */
export const told = (calls: Call[]): Record<string, unknown>[] => calls.map(({ path, body }) => ({ path, ...body }));

/** Expects that the server wrote each of them down: in the database (200) or, where that was slow, in the spool (202). */
export async function expectAllRecorded(calls: Call[]) {
  for (const { status } of calls) expect([200, 202]).toContain(await status);
}

/** An offer of a content page with its figures. */
export interface Counted {
  id: number;
  title: string;
  url: string;
  views: number;
  clicks: number;
}

/** The offers of a content page as the database has them now. */
export async function countsOf(page: Page, slug: string): Promise<Counted[]> {
  return (await page.request.get(`/api/content/${slug}/offers`)).json();
}

/** Goes to a page as a link of the site would, so that the browser and not the server reads its data. */
export async function visit(page: Page, path: string) {
  await page.evaluate((to) => {
    history.pushState({}, "", to);
    dispatchEvent(new PopStateEvent("popstate", { state: {} }));
  }, path);
}

/** The address of the tab that `act` opens. */
export async function openedBy(context: BrowserContext, act: () => Promise<unknown>): Promise<string> {
  const request = context.waitForEvent("request", (candidate) => candidate.isNavigationRequest());
  await act();
  return (await request).url();
}

/** A button of the page's own content. */
export const button = (page: Page, name: string) => page.getByRole("main").getByRole("button", { name, exact: true });

/** Clicks a link to a partner, expects one call and the partner's page, and gives how many clicks more the database then has. */
export async function countedClicks(
  page: Page,
  context: BrowserContext,
  slug: string,
  link: ReturnType<Page["locator"]>,
  calls: Call[],
): Promise<number> {
  const name = (await link.textContent())?.split(": ")[1] ?? "";
  const find = (offers: Counted[]) => offers.find(({ title }) => name.startsWith(title));
  const before = find(await countsOf(page, slug));
  const opened = await openedBy(context, () => link.click());
  expect(opened).toBe(await link.getAttribute("href"));
  const path = `/api/content/${slug}/track-click`;
  await expect.poll(() => told(calls).filter((call) => call.path === path)).toEqual([{ path, offerId: before?.id }]);
  await expectAllRecorded(calls);
  const more = async () => (find(await countsOf(page, slug))?.clicks ?? 0) - (before?.clicks ?? 0);
  await expect.poll(more).toBeGreaterThan(0);
  return more();
}
