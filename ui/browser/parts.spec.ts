import type { Page } from "@playwright/test";
import { expect, expectAccessible, hydrated, keptKeys, open, settled, signIn, stopClock, test } from "./site.ts";

test.use({ local: true });

/** What the page says of itself in its head, which must never be said twice. */
const headOf = (page: Page) =>
  page.evaluate(() =>
    [
      "title",
      "meta[name=description]",
      "link[rel=canonical]",
      'meta[property="og:title"]',
      'meta[property="og:image"]',
    ].map((tag) => document.querySelectorAll(`head > ${tag}`).length),
  );

/** The gallery, whose time goes on only as the test lets it. */
async function openAtRest(page: Page) {
  await page.clock.install({ time: "2026-12-01T12:00:00Z" });
  await open(page, "/dev/gallery");
  await stopClock(page);
}

test("a reader goes from page to page without a reload, and the head says everything once", async ({ page }) => {
  await open(page, "/");
  await page.evaluate(() => Object.assign(window, { sameVisit: true }));
  await page.getByRole("link", { name: "View All Articles" }).click();
  await expect(page.locator("link[rel=canonical]")).toHaveAttribute("href", /\/articles$/);
  await page.getByPlaceholder("Search articles...").fill("overdraft");
  await expect(page).toHaveURL(/q=overdraft/); // or the search comes between a click and its page
  const link = page.getByRole("link", { name: /overdraft/i });
  const title = (await page.getByRole("main").getByRole("article").getByRole("heading").textContent()) ?? "";
  await link.click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
  await expect(page).toHaveTitle(new RegExp(title.slice(0, 20).replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&")));
  await expect(page.locator("link[rel=canonical]")).toHaveAttribute("href", /\/articles\/.+/);
  await expect(page.locator('meta[property="og:image"]')).toHaveAttribute("content", /\/share\/articles\/.+\.jpg$/);
  expect(await headOf(page)).toEqual([1, 1, 1, 1, 1]);
  await expect(page.locator("main")).toBeFocused();
  await page.goBack();
  await expect(page.getByRole("heading", { level: 1 })).not.toHaveText(title);
  expect(await page.evaluate(() => Reflect.get(window, "sameVisit"))).toBe(true);
});

test("who is already somewhere on the new page is left there", { tag: "@long" }, async ({ page }) => {
  await page.clock.install();
  await open(page, "/guides");
  await stopClock(page); // the page takes the focus only as the test lets it
  await page.getByRole("contentinfo").getByRole("link", { name: "My list" }).press("Enter");
  const first = page.getByRole("link", { name: "See the settlements" });
  await first.focus();
  await settled(page);
  await page.clock.runFor(1000);
  await expect(first).toBeFocused();
});

test("a box of a checklist that is ticked before the page's code is there stays ticked", { tag: "@long" }, async ({
  page,
}) => {
  const { promise: later, resolve: goOn } = Promise.withResolvers<void>();
  await page.route(/\/entry\.client-/, async (route) => {
    await later;
    await route.continue();
  });
  await page.goto("/guides/negotiate-your-internet-bill");
  const box = page.getByRole("checkbox", { name: "Equipment rental" });
  await box.check();
  expect(await page.evaluate(() => localStorage.length)).toBe(0);
  goOn();
  await hydrated(page);
  await expect(box).toBeChecked();
  await open(page, "/my-list");
  await expect(page.getByRole("region", { name: "Your checklists" })).toContainText(/1 of \d+ items done/);
});

test("what to say is copied word for word, and what is ticked of a checklist stays ticked", { tag: "@long" }, async ({
  page,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await open(page, "/guides/negotiate-your-internet-bill");
  await page.getByRole("button", { name: "Copy" }).first().click();
  await expect(page.getByText("Copied. Paste it into your notes.")).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toMatch(/^“My bill went from .* What can you offer me today\?”$/);
  const item = page.getByRole("checkbox", { name: "Equipment rental" });
  await item.check();
  await open(page, "/guides/negotiate-your-internet-bill");
  await expect(item).toBeChecked();
  await expect(page.getByRole("checkbox", { name: "Each discount, with the date it ends" })).not.toBeChecked();
  await open(page, "/my-list");
  const lists = page.getByRole("region", { name: "Your checklists" });
  await expect(lists).toContainText(/1 of \d+ items done/);
  await expect(lists.getByRole("link")).toHaveText(/internet bill/i);
  await expectAccessible(page);
  await page.emulateMedia({ media: "print" });
  await expect(lists.getByRole("checkbox", { name: "Equipment rental" })).toBeVisible();
  await page.emulateMedia({ media: "screen" });
  await lists.getByRole("checkbox", { name: "Each discount, with the date it ends" }).check();
  await lists.getByRole("checkbox", { name: "Each discount, with the date it ends" }).uncheck();
  await open(page, "/guides/negotiate-your-internet-bill");
  await item.uncheck();
  expect((await keptKeys(page)).filter((key) => key.startsWith("checklist"))).toEqual([]);
  await page.reload();
  await hydrated(page);
  await expect(item).not.toBeChecked();
  await expectAccessible(page);
});

test("a guide's steps are reached from its contents and stay ticked off, and it is shared", async ({
  page,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.addInitScript(() => {
    navigator.share = async ({ url } = {}) => {
      if (Reflect.has(window, "shared")) throw new Error("refused");
      Object.assign(window, { shared: url });
    };
  });
  await open(page, "/guides/start-an-emergency-fund");
  await test.step("from the contents", async () => {
    const last = page.getByRole("navigation", { name: "On this page" }).getByRole("link").last();
    const title = (await last.textContent()) ?? "";
    await last.click();
    await expect(page.getByRole("heading", { name: title, level: 2 })).toBeInViewport();
  });
  await test.step("ticked off", async () => {
    await page.getByRole("checkbox").first().check();
    await expect(page.getByRole("link", { name: /\(done\)$/ })).toHaveCount(1);
    await page.reload();
    await hydrated(page);
    await expect(page.getByRole("checkbox").first()).toBeChecked();
  });
  const share = page.getByRole("button", { name: "Share" });
  await test.step("shared by the device where it can", async () => {
    await share.click();
    const shared = () => page.evaluate(() => Reflect.get(window, "shared"));
    await expect.poll(shared).toMatch(/\/guides\/start-an-emergency-fund$/);
    await expect(page.locator(".toast")).toHaveCount(0);
  });
  await test.step("shared by its link otherwise, which an alert says", async () => {
    await share.click();
    await expect(page.getByRole("alert")).toContainText("Link copied to clipboard!");
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/\/guides\/start-an-emergency-fund$/);
  });
});

test.describe("a notification", () => {
  test.beforeEach(async ({ page }) => {
    await openAtRest(page);
    await page.getByRole("button", { name: "Plain", exact: true }).click();
    await expect(page.locator(".toast")).toHaveCount(1);
  });

  test("is one at a time and goes after five seconds, unless it is pointed at", { tag: "@long" }, async ({ page }) => {
    const toast = page.locator(".toast");
    await page.getByRole("button", { name: "Destructive", exact: true }).click();
    await expect(toast).toHaveCount(1);
    await toast.hover();
    await settled(page); // it has heard of the mouse
    await page.clock.runFor(20_000);
    await expect(toast).toHaveCount(1);
    await page.mouse.move(0, 0);
    await settled(page);
    await page.clock.runFor(4900);
    await expect(toast).toHaveCount(1);
    await page.clock.runFor(200);
    await expect(toast).toHaveCount(0);
  });

  test("is swiped away to the right by 50 pixels, not by less", { tag: "@long" }, async ({ page }) => {
    const toast = page.locator(".toast");
    const swipe = async (by: number) => {
      await toast.hover(); // which waits until it has come to rest
      const { x = 0, y = 0 } = (await toast.boundingBox()) ?? {};
      await page.mouse.move(x + 20, y + 10);
      await page.mouse.down();
      await page.mouse.move(x + 20 + by, y + 10);
      await page.mouse.up();
    };
    await swipe(45);
    await expect(toast).toHaveCount(1);
    await swipe(55);
    await expect(toast).toHaveCount(0);
  });

  test("is reached with F8", { tag: "@long" }, async ({ page }) => {
    await page.keyboard.press("F8");
    await expect(page.getByRole("region", { name: "Notifications (F8)" })).toBeFocused();
  });
});

test("an icon button's tooltip comes after 700 ms and goes with Escape", { tag: ["@desktop", "@long"] }, async ({
  page,
  viewport,
}) => {
  test.skip((viewport?.width ?? 0) < 500, "a touch screen has no pointer to rest");
  await openAtRest(page);
  const tooltip = page.locator("main button + [aria-hidden]");
  const button = page.getByRole("main").getByRole("button", { name: "Has a tooltip" });
  await button.scrollIntoViewIfNeeded();
  await button.hover();
  await page.clock.runFor(650);
  await expect(tooltip).toHaveCount(0);
  await page.clock.runFor(100);
  await expect(tooltip).toHaveCount(1);
  await button.focus();
  await page.keyboard.press("Escape");
  await expect(tooltip).toHaveCount(0);
});

test.describe("while the articles are on their way", () => {
  for (const [name, count, articles] of [
    ["Articles", 9, 9],
    ["Home", 3, 9],
  ] as const) {
    test(`${name} shows ${count} cards' shapes`, { tag: "@long" }, async ({ page }) => {
      let answer = () => {};
      const held = new Promise<void>((resolve) => {
        answer = resolve;
      });
      await page.route("/api/articles?*", async (route) => {
        await held;
        await route.continue();
      });
      await open(page, "/privacy");
      await page.getByRole("contentinfo").getByRole("link", { name, exact: true }).click();
      await expect(page.getByRole("status", { name: "Loading articles" }).locator("> *")).toHaveCount(count);
      answer();
      await expect(page.getByRole("main").getByRole("article")).toHaveCount(articles);
    });
  }
});

test("what is typed into and pressed has the face of the site", { tag: "@long" }, async ({ page }) => {
  const faces = () =>
    page
      .locator("input, select, textarea, button")
      .evaluateAll((controls) => [...new Set(controls.map((control) => getComputedStyle(control).fontFamily))]);
  const ofSite = () => page.locator("html").evaluate((html) => getComputedStyle(html).fontFamily);
  await open(page, "/contact");
  expect(await faces()).toEqual([await ofSite()]);
  expect(await page.getByLabel("First name").evaluate((field) => getComputedStyle(field).fontSize)).toBe("16px");
  await signIn(page, "editor", "/admin/topics?edit=new");
  const introduction = page.getByLabel("Introduction");
  expect(await introduction.evaluate((field) => getComputedStyle(field).fontSize)).toBe("16px");
  expect(await faces()).toEqual([await ofSite()]);
});
