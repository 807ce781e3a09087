import type { Page } from "@playwright/test";
import { expect, test } from "./site.ts";

const list = "/articles";
const piece = "/articles/when-to-buy-what";
const aGuide = "/guides/start-an-emergency-fund";

/** The calls that count a view of a page, as they are made. */
function views(page: Page) {
  const counted: string[] = [];
  page.on("request", (request) => {
    if (!request.url().endsWith("/api/views")) return;
    const { action, visit } = request.postDataJSON();
    if (action === "view") counted.push(visit.page);
  });
  return counted;
}

/** Waits until the page has loaded and the browser had nothing to do. */
async function idle(page: Page) {
  await page.waitForLoadState("load");
  await page.evaluate(() => new Promise((done) => requestIdleCallback(done, { timeout: 2000 })));
}

test("the browser prepares a page that somebody points at a link to, before the page's own code is there", {
  tag: "@long",
}, async ({ page }) => {
  // The page's code hears of nobody, so it does not come.
  await page.addInitScript(() => {
    for (const type of ["pointermove", "focusin", "scroll"])
      addEventListener(type, (event) => event.stopImmediatePropagation(), true);
  });
  const counted = views(page);
  const tools = await page.context().newCDPSession(page);
  await tools.send("Preload.enable");
  const ready = new Promise<string>((resolve) =>
    tools.on("Preload.prefetchStatusUpdated", ({ status, prefetchUrl }) => status === "Ready" && resolve(prefetchUrl)),
  );
  await page.goto(list);
  await expect.poll(() => counted).toEqual([list]);
  await page.locator(`main a[href="${piece}"]`).hover();
  expect(new URL(await ready).pathname).toBe(piece);
  expect(counted).toEqual([list]);
});

test("a page that is prepared before it is opened counts and fetches nothing until then", { tag: "@long" }, async ({
  page,
}) => {
  await page.addInitScript(() => {
    Object.defineProperty(document, "prerendering", { value: true, configurable: true });
  });
  const counted = views(page);
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  const first = page.waitForEvent("requestfinished", (request) => /\/assets\/start-/.test(request.url()));
  await page.goto(aGuide);
  await first;
  await page.evaluate(() => void dispatchEvent(new Event("pointermove")));
  await idle(page);
  expect(asked.filter((path) => path.endsWith(".js"))).toEqual([expect.stringContaining("/assets/start-")]);
  expect(counted).toEqual([]);
  await page.evaluate(() => {
    Object.defineProperty(document, "prerendering", { value: false });
    document.dispatchEvent(new Event("prerenderingchange"));
  });
  await expect.poll(() => counted).toEqual([aGuide]);
});

test("a return to a page that the browser kept is one view", { tag: "@long" }, async ({ page }) => {
  const counted = views(page);
  await page.goto(aGuide);
  await expect.poll(() => counted).toEqual([aGuide]);
  const comesBack = (persisted: boolean) =>
    page.evaluate((kept) => void dispatchEvent(new PageTransitionEvent("pageshow", { persisted: kept })), persisted);
  await comesBack(false);
  await comesBack(true);
  await expect.poll(() => counted).toEqual([aGuide, aGuide]);
});

for (const path of [list, piece, aGuide, "/offers", "/contact", "/content/settlements"]) {
  test(`nothing of ${path} keeps the browser from keeping it for a return`, { tag: "@long" }, async ({ page }) => {
    const tools = await page.context().newCDPSession(page);
    await tools.send("Page.enable");
    const explained = new Promise<{ type: string; reason: string }[]>((resolve) =>
      tools.on("Page.backForwardCacheNotUsed", ({ notRestoredExplanations }) => resolve(notRestoredExplanations)),
    );
    await page.goto(path);
    await page.mouse.move(1, 1);
    await expect(page.locator("html")).toHaveAttribute("data-alive");
    await page.goto("/about");
    await page.evaluate(() => void setTimeout(() => history.back()));
    // This Chromium keeps no page at all; what is circumstantial is its own doing, not the page's, and what is on its
    // way, such as a view being counted, is of the moment.
    const ofThePage = (await explained).filter(
      ({ type, reason }) => type !== "Circumstantial" && !reason.startsWith("OutstandingNetworkRequest"),
    );
    expect(ofThePage).toEqual([]);
  });
}
