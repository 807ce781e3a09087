import { visit } from "./partners.ts";
import { fillDetails, fillEmailStep } from "./people.ts";
import { expect, expectNoSidewaysScroll, open, signIn, test } from "./site.ts";
import { admin, adminViews } from "./staff.ts";

test.use({ local: true, viewport: { width: 320, height: 640 }, expectedErrors: [/status of 404/] });
test.skip(({ hasTouch }) => !hasTouch, "for the smallest phone");

test("no public page scrolls sideways at 320 pixels", { tag: "@long" }, async ({ page }) => {
  test.slow();
  const map = await (await page.request.get("/sitemap.xml")).text();
  const paths = [...map.matchAll(/<loc>([^<]*)/g)].map(([, address = ""]) => new URL(address).pathname);
  expect(paths.length).toBeGreaterThan(50);
  const others = [
    "/articles?q=zzzzzz",
    "/guides?category=banking",
    "/dailyoffers?page=99",
    "/unsubscribe",
    "/preferences",
  ];
  for (const path of [
    ...paths,
    ...others,
    "/confirm",
    "/no-such-page",
    "/dev/gallery",
    "/api/auth/login",
    "/api/auth/login?by=mail",
  ]) {
    await test.step(path, async () => {
      await (path.startsWith("/api/") ? page.goto(path) : open(page, path)); // opened, it shows hydration trouble
      await expectNoSidewaysScroll(page);
    });
  }
});

test("a wide table scrolls by itself", { tag: "@long" }, async ({ page }) => {
  await open(page, "/articles/cut-the-cord-math");
  const [content = 0, box = 0] = await page
    .getByRole("table")
    .first()
    .evaluate((table) => [table.scrollWidth, table.clientWidth]);
  expect(content).toBeGreaterThan(box);
  await expectNoSidewaysScroll(page);
});

test("zoomed to 150 percent on a phone, the menu opens and nothing scrolls sideways", { tag: "@long" }, async ({
  page,
}) => {
  await page.setViewportSize({ width: 260, height: 640 });
  for (const path of ["/", "/articles/avoid-overdraft-fees", "/dailyoffers", "/hot-offers", "/contact"]) {
    await page.goto(path);
    await expectNoSidewaysScroll(page);
  }
  await page.getByRole("button", { name: "Open menu" }).click();
  await expect(page.getByRole("dialog", { name: "Menu" })).toBeVisible();
});

test("with text twice as large as usual, nothing scrolls sideways at 320 pixels", { tag: "@long" }, async ({
  playwright,
  launchOptions,
  baseURL,
}) => {
  const args = [...(launchOptions.args ?? []), "--blink-settings=defaultFontSize=32"];
  const browser = await playwright.chromium.launch({ ...launchOptions, args });
  const page = await browser.newPage({ baseURL, viewport: { width: 320, height: 640 } });
  for (const path of [
    "/",
    "/articles",
    "/articles/return-policy-habits",
    "/tools/own-router",
    "/newsletter",
    "/hot-offers",
    "/content/settlements2",
    "/accessibility",
    "/unsubscribe",
  ]) {
    await test.step(path, async () => {
      await page.goto(path);
      await expectNoSidewaysScroll(page);
    });
  }
  await browser.close();
});

test("no step of signing up scrolls sideways at 320 pixels", { tag: "@long" }, async ({ page }) => {
  await page.route("**/api/subscribers", (route) => route.fulfill({ status: 201, json: { status: "received" } }));
  await open(page, "/subscribe");
  await fillEmailStep(page, "kim@example.com");
  await expect(page.getByText("Step 2 of 3")).toBeVisible();
  await expectNoSidewaysScroll(page);
  await page.getByRole("button", { name: "Create Account" }).click();
  await expect(page.getByText("Please enter your date of birth.")).toBeVisible();
  await expectNoSidewaysScroll(page);
  await fillDetails(page);
  await page.getByRole("button", { name: "Create Account" }).click();
  await expect(page.getByText("within 24 hours")).toBeVisible();
  await expectNoSidewaysScroll(page);
  await page.getByRole("link", { name: "Get deal alerts by text" }).click();
  await expect(page.getByText("Step 3 of 3")).toBeVisible();
  await expectNoSidewaysScroll(page);
});

test("no screen of the admin area scrolls sideways at 320 pixels", { tag: "@long" }, async ({ page }) => {
  test.slow();
  await signIn(page, "admin");
  for (const path of [
    ...adminViews.map((view) => admin + view),
    "/admin/links",
    "/admin/links?edit=new",
    "/admin/archive",
    "/admin/health",
    "/admin/legal",
  ]) {
    await test.step(path, async () => {
      await page.goto(path);
      await expect(page.locator("h1")).toBeVisible();
      await expect(page.getByRole("status", { name: "Loading" })).toHaveCount(0);
      await expectNoSidewaysScroll(page);
    });
  }
});

test("long words and buttons of staff break at 320 pixels", { tag: "@long" }, async ({ page }) => {
  const word = "Verbraucherschutzvereinigungsmitgliederversammlung";
  const offer = { id: 1, title: word, description: word, imageUrl: null, link: "https://p.example.com/" };
  const offers = [{ ...offer, ctaText: "Read the whole of the terms before this" }];
  await page.route("/api/daily-offers*", (route) => route.fulfill({ json: { offers, total: 1, totalPages: 1 } }));
  await page.route("/api/offer-pages", (route) =>
    route.fulfill({ json: [{ id: 1, title: word, slug: "long", description: word, isActive: true }] }),
  );
  await page.route("/api/articles*", async (route) => {
    const response = await route.fetch();
    const articles: object[] = await response.json();
    await route.fulfill({ response, json: articles.map((article) => ({ ...article, title: word })) });
  });
  await open(page, "/articles");
  await visit(page, "/dailyoffers");
  await expect(page.getByRole("heading", { name: word })).toBeVisible();
  await expect(page.getByRole("link", { name: word, exact: true })).toBeVisible();
  await expectNoSidewaysScroll(page);
  await visit(page, "/");
  await expect(page.getByRole("heading", { name: "Latest articles" })).toBeVisible();
  await expectNoSidewaysScroll(page);
});
