import type { Page } from "@playwright/test";
import { openedBy, test } from "./partners.ts";
import { expect, open } from "./site.ts";

/** What the page says from now on of views, reads and clicks: the action, or the call, and the visit. */
function told(page: Page) {
  const calls: { what: string; visit: Record<string, unknown>; status: () => Promise<number | undefined> }[] = [];
  page.on("request", (request) => {
    const path = new URL(request.url()).pathname;
    if (request.method() !== "POST" || !path.startsWith("/api/")) return;
    const { action, visit } = request.postDataJSON();
    const what = path === "/api/views" ? action : path;
    calls.push({ what, visit, status: async () => (await request.response())?.status() });
  });
  return calls;
}

test("a guide that brings a click gets its due, and so does the letter that led to the guide", async ({
  page,
  context,
}) => {
  const calls = told(page);
  await open(page, "/guides/start-an-emergency-fund?utm_source=letter&utm_medium=email&utm_campaign=47");
  await expect.poll(() => calls.map(({ what }) => what)).toEqual(["view"]);
  await page.evaluate(() => window.scrollTo(0, 0));
  await page.getByRole("link", { name: "Guides" }).first().click();
  await expect.poll(() => calls.map(({ visit }) => visit.page)).toEqual(["/guides/start-an-emergency-fund", "/guides"]);
  await open(page, "/dailyoffers");
  await openedBy(context, () =>
    page
      .getByRole("link", { name: /opens in a new tab/ })
      .first()
      .click(),
  );
  const click = () => calls.find(({ what }) => what === "/api/daily-offers/click");
  await expect.poll(click).toBeTruthy();
  expect(click()?.visit).toEqual({
    page: "/dailyoffers",
    piece: "/guides/start-an-emergency-fund",
    first: { source: "letter", medium: "email", campaign: "47", landing: "/guides/start-an-emergency-fund" },
  });
  expect([200, 202]).toContain(await click()?.status());
});

test("a paid link in the text of a guide is counted as its click-out, once a press", async ({ page }) => {
  const calls = told(page);
  await open(page, "/guides/start-an-emergency-fund");
  await page.evaluate(() => {
    const text = document.querySelector("#main p");
    if (text)
      text.innerHTML = '<a class="paid-link" rel="sponsored noopener" href="https://p.example.com/">A partner</a>';
  });
  await page.getByRole("link", { name: "A partner" }).click();
  await expect(page.getByText("The partner's page")).toBeVisible();
  expect(calls.map(({ what, visit }) => `${what} ${visit.page}`)).toEqual([
    "view /guides/start-an-emergency-fund",
    "clickout /guides/start-an-emergency-fund",
  ]);
});

test("a guide is read when half of it was seen and fifteen seconds have passed", { tag: "@long" }, async ({ page }) => {
  await page.clock.install();
  const calls = told(page);
  await open(page, "/guides/start-an-emergency-fund");
  await expect.poll(() => calls.map(({ what }) => what)).toEqual(["view"]);
  await page.clock.runFor(20_000);
  expect(calls.map(({ what }) => what)).toEqual(["view"]);
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight / 2));
  await page.clock.runFor(2000);
  await expect.poll(() => calls.map(({ what }) => what)).toEqual(["view", "read"]);
  await page.clock.runFor(60_000);
  expect(calls.map(({ what }) => what)).toEqual(["view", "read"]);
});

test.describe(() => {
  test.use({ expectedErrors: [/status of 404/] });

  test("a page that is not there is nobody's view", { tag: "@long" }, async ({ page }) => {
    const calls = told(page);
    await open(page, "/guides/no-such-guide");
    await open(page, "/no-such-page");
    await open(page, "/");
    await expect.poll(() => calls.map(({ visit }) => visit.page)).toEqual(["/"]);
  });
});
