import type { Page } from "@playwright/test";
import { test, told, trackingCalls } from "./partners.ts";
import { expect, hydrated } from "./site.ts";

const aGuide = "/guides/start-an-emergency-fund";
const code = /\/assets\/entry\.client-/;

/** Holds back what matches until it is let through. */
async function heldBack(page: Page, what: RegExp) {
  const held = Promise.withResolvers<void>();
  await page.route(what, async (route) => {
    await held.promise;
    await route.continue();
  });
  return held.resolve;
}

/** Opens a guide whose picture, and so its load, is held back; gives what was asked for of its code. */
async function openLoading(page: Page) {
  const asked: string[] = [];
  page.on("request", (request) => code.test(request.url()) && asked.push(request.url()));
  const finishLoading = await heldBack(page, /\/images\/guides\//);
  const first = page.waitForEvent("requestfinished", (request) => /\/assets\/start-/.test(request.url()));
  await page.goto(aGuide, { waitUntil: "domcontentloaded" });
  await first;
  await page.evaluate(() => new Promise((idle) => requestIdleCallback(idle, { timeout: 2000 })));
  expect(asked).toEqual([]);
  return { asked, finishLoading };
}

test("a guide's code is fetched when the guide has loaded and somebody is there", { tag: "@long" }, async ({
  page,
}) => {
  const { asked, finishLoading } = await openLoading(page);
  await page.mouse.move(1, 1);
  const counted = page.waitForRequest(/\/api\/views$/);
  expect(asked).toEqual([]);
  finishLoading();
  await hydrated(page);
  await counted;
});

test("a guide that nobody touches is counted and fetches no code", { tag: "@long" }, async ({ page }) => {
  // Chromium tells of a mouse that nobody moved as a page comes to lie under it.
  await page.addInitScript(() => addEventListener("pointermove", (event) => event.stopImmediatePropagation(), true));
  const { asked, finishLoading } = await openLoading(page);
  const counted = page.waitForRequest(/\/api\/views$/);
  finishLoading();
  await counted;
  await page.evaluate(() => new Promise((idle) => requestIdleCallback(idle, { timeout: 2000 })));
  expect(asked).toEqual([]);
});

test("a guide comes alive by itself for whom the browser keeps something to show on it", { tag: "@long" }, async ({
  page,
}) => {
  await page.addInitScript(() => localStorage.setItem("guide-steps:start-an-emergency-fund", "100"));
  await page.goto(aGuide);
  await expect(page.locator("html")).toHaveAttribute("data-alive");
});

for (const path of ["/content/settlements", aGuide]) {
  test(`${path} comes alive without date formats, whose first use takes a slow phone long`, { tag: "@long" }, async ({
    page,
  }) => {
    await page.addInitScript(() => {
      Intl.DateTimeFormat = class extends Intl.DateTimeFormat {
        constructor(...args: ConstructorParameters<typeof Intl.DateTimeFormat>) {
          super(...args);
          console.error("a date format is made");
        }
      } as typeof Intl.DateTimeFormat;
    });
    await page.goto(path);
    await page.mouse.move(1, 1);
    await hydrated(page);
    await expect(page.locator("main time").first()).toHaveText(/^\w+ \d+, \d{4}$/);
  });
}

test("a key starts a guide's code before the guide has loaded", { tag: "@long" }, async ({ page }) => {
  const { asked, finishLoading } = await openLoading(page);
  await page.keyboard.press("Tab");
  await expect.poll(() => asked).toHaveLength(1);
  await hydrated(page);
  finishLoading();
});

test("what is ticked off before a guide's code is there is ticked off", { tag: "@long" }, async ({ page }) => {
  const loadCode = await heldBack(page, code);
  await page.goto(aGuide);
  await page.getByText("Done", { exact: true }).first().click();
  loadCode();
  await expect(page.getByRole("checkbox").first()).toBeChecked();
  await expect(page.getByText(/^1 of \d+ steps done/)).toBeVisible();
});

test("a form that is sent before its page's code is there waits for it", { tag: "@long" }, async ({ page }) => {
  const loadCode = await heldBack(page, code);
  await page.goto("/contact");
  await page.getByLabel("First name").fill("Ann");
  await page.getByRole("button", { name: "Send" }).click();
  loadCode();
  await expect(page.getByText("Please enter your email address.")).toBeVisible();
  await expect(page.getByLabel("First name")).toHaveValue("Ann");
  expect(new URL(page.url()).search).toBe("");
});

test.describe("beside a password manager", () => {
  test.use({ expectedErrors: [/hydration/i] });

  test("what was typed before the code was there survives a failed hydration", { tag: "@long" }, async ({ page }) => {
    const loadCode = await heldBack(page, code);
    await page.goto("/subscribe");
    const email = page.getByLabel("Email", { exact: true });
    await page.getByRole("checkbox").check();
    await email.fill("ann@example.com");
    await page.locator("form input").evaluateAll((fields) => {
      for (const field of fields) field.after(document.createElement("password-icon"));
    });
    loadCode();
    await hydrated(page);
    await expect(page.locator("password-icon")).toHaveCount(0);
    await expect(email).toHaveValue("ann@example.com");
    await expect(email).toBeFocused();
    await expect(page.getByRole("checkbox")).toBeChecked();
    await expect(page.locator("html")).toHaveAttribute("data-alive");
  });

  test("a form that is sent before the code is there is sent after a failed hydration", { tag: "@long" }, async ({
    page,
  }) => {
    const loadCode = await heldBack(page, code);
    await page.goto("/contact");
    await page.getByLabel("First name").fill("Ann");
    await page.getByLabel("First name").evaluate((field) => field.after(document.createElement("password-icon")));
    await page.locator("main form [type=submit]").click();
    loadCode();
    await expect(page.getByText("Please enter your email address.")).toBeVisible();
    await expect(page.locator("password-icon")).toHaveCount(0);
    await expect(page.getByLabel("First name")).toHaveValue("Ann");
  });
});

test("a form that is sent before any code is there stays as it is, and puts nothing into the address", {
  tag: "@long",
}, async ({ page }) => {
  const loadFirst = await heldBack(page, /\/assets\/start-/);
  await page.goto("/contact", { waitUntil: "commit" });
  await page.getByLabel("First name").fill("Ann");
  await page.getByRole("button", { name: "Send" }).click();
  loadFirst();
  await hydrated(page);
  await expect(page.getByLabel("First name")).toHaveValue("Ann");
  expect(new URL(page.url()).search).toBe("");
});

test("what is typed into a search before its page's code is there is searched for", { tag: "@long" }, async ({
  page,
}) => {
  const loadCode = await heldBack(page, code);
  await page.goto("/articles");
  await page.getByPlaceholder("Search articles...").pressSequentially("overdraft");
  loadCode();
  await expect(page.getByRole("main").getByRole("article")).toHaveCount(1);
  await expect(page).toHaveURL(/q=overdraft/);
});

test("an arrow key before the code of the offers is there goes on once it is", { tag: "@long" }, async ({ page }) => {
  const loadCode = await heldBack(page, code);
  await page.goto("/offers");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  loadCode();
  await expect(page.getByText(/^Offer 3 of/)).toBeVisible();
});

test("an arrow key while the last of the code comes goes on once, not twice", { tag: "@long" }, async ({ page }) => {
  const loadRest = await heldBack(page, /\/assets\/views-/);
  await page.goto("/offers");
  await hydrated(page);
  await page.keyboard.press("ArrowRight");
  loadRest();
  await expect(page.getByText(/^Offer 2 of/)).toBeVisible();
  await page.getByRole("button", { name: "Next", exact: true }).click();
  await expect(page.getByText(/^Offer 3 of/)).toBeVisible();
});

test("swipes before the code of the offers is there go on once it is", { tag: "@long" }, async ({ page }) => {
  const loadCode = await heldBack(page, code);
  await page.goto("/offers");
  const heading = page.getByRole("region", { name: "Offers" }).getByRole("heading").first();
  const finger = { bubbles: true, pointerType: "touch", pointerId: 2 };
  for (let swipe = 0; swipe < 2; swipe++) {
    await heading.dispatchEvent("pointerdown", { ...finger, clientX: 300 });
    await heading.dispatchEvent("pointerup", { ...finger, clientX: 100 });
  }
  loadCode();
  await expect(page.getByText(/^Offer 3 of/)).toBeVisible();
});

test("links lead on before the page's code is there", { tag: "@long" }, async ({ page }) => {
  await heldBack(page, code);
  await page.goto(aGuide);
  await page.getByRole("link", { name: "All guides" }).first().click();
  await expect(page).toHaveURL(/\/guides$/);
});

for (const button of ["left", "middle"] as const) {
  test(`a ${button} click on a partner's link opens it before the page's code is there, and is counted once`, {
    tag: button === "left" ? [] : "@long",
  }, async ({ page, context }) => {
    const calls = trackingCalls(page);
    const loadCode = await heldBack(page, code);
    await page.goto("/dailyoffers");
    const link = page.getByRole("link", { name: /opens in a new tab/ }).first();
    const href = await link.getAttribute("href");
    const opened: string[] = [];
    context.on("request", (request) => request.isNavigationRequest() && opened.push(request.url()));
    await link.click({ button });
    await expect.poll(() => opened).toEqual([href]);
    loadCode();
    const click = { path: "/api/daily-offers/click", offerId: expect.any(Number), page: 1 };
    const clicks = () => told(calls).filter(({ path }) => path === click.path);
    await expect.poll(clicks).toEqual([click]);
    await link.click();
    await expect.poll(clicks).toEqual([click, click]);
    await expect.poll(() => opened).toEqual([href, href]);
  });
}

test("a click before the page's code is there hands the partner the id that it is counted under", {
  tag: "@long",
}, async ({ page, context }) => {
  // As OfferLink marks the addresses of partners who want it.
  await page.route("/dailyoffers", async (route) => {
    const response = await route.fetch();
    const html = (await response.text()).replace(/<a href="([^"]+)" target="_blank" rel="sponsored/, (link, href) =>
      link.replace("<a ", `<a data-marked="${href}&amp;click=CLICK-ID" `),
    );
    await route.fulfill({ response, body: html });
  });
  const loadCode = await heldBack(page, code);
  await page.goto("/dailyoffers");
  const opened = context.waitForEvent("request", (request) => request.url().includes("&click="));
  const counted = page.waitForRequest("/api/daily-offers/click");
  await page
    .getByRole("link", { name: /opens in a new tab/ })
    .first()
    .click();
  const clickId = new URL((await opened).url()).searchParams.get("click");
  expect(clickId).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-8/);
  loadCode();
  expect((await counted).postDataJSON()).toMatchObject({ eventId: clickId });
});
