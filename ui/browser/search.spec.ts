import { expect, expectAccessible, fromElsewhere, open, test } from "./site.ts";

// A new site finds its pieces seconds after it is ready.
test.beforeEach(({ request }) =>
  expect
    .poll(async () => (await (await request.get("/api/search?q=insurance", { headers: fromElsewhere() })).json()).total)
    .toBeGreaterThan(0),
);

test("a search finds articles, guides and steps, and its hits are marked", async ({ page }) => {
  test.slow();
  await page.goto("/search?q=insurance");
  await expect(page.getByRole("heading", { level: 1, name: "Search" })).toBeVisible();
  await expect(page.getByRole("heading", { level: 2, name: /results/ })).toBeVisible();
  await expect(page.locator("main ol mark").first()).toHaveText(/insur/i);
  await expect(page.locator("meta[name=robots]")).toHaveAttribute("content", "noindex");
  expect(await page.title()).not.toContain("insurance");
  await expectAccessible(page);
  await page.emulateMedia({ forcedColors: "active" }); // where the color of marked text needs that of marks below it
  await expect(page.locator("main ol mark").first()).not.toHaveCSS("background-color", /^rgba/);
  await page.emulateMedia({ forcedColors: "none" });
  await page.goto("/search?q=subscribtion");
  await expect(page.getByText("Showing results for subscription. Search instead for subscribtion.")).toBeVisible();
  await page.getByRole("link", { name: "subscribtion" }).click();
  await expect(page).toHaveURL("/search?q=subscribtion&exact=true");
  await expect(page.getByRole("heading", { name: "Nothing found" })).toBeVisible();
  await page.goto("/search?q=qqqqqqqq");
  await expect(page.getByRole("heading", { name: "Nothing found" })).toBeVisible();
  await expectAccessible(page);
});

test("whoever goes to more results is led to their beginning, and told where they are", { tag: "@long" }, async ({
  page,
}) => {
  await open(page, "/search?q=insurance");
  await page.getByRole("link", { name: "More results" }).press("Enter");
  const heading = page.getByRole("heading", { level: 2, name: /results, page 2$/ });
  await expect(heading).toBeFocused();
  await expect(heading).toBeInViewport();
  await expectAccessible(page);
  await page.getByRole("link", { name: "Previous results" }).press("Enter");
  await expect(page.getByRole("heading", { level: 2, name: /results$/ })).toBeFocused();
});

test("results come as one types, and are chosen by keyboard", { tag: "@long" }, async ({ page }) => {
  await open(page, "/search");
  const field = page.locator("main").getByRole("combobox", { name: "Search the site" });
  await field.pressSequentially("insuran");
  const options = page.locator("main").getByRole("option");
  await expect(options.first()).toBeVisible();
  await expectAccessible(page);
  await field.press("ArrowDown");
  await expect(options.first()).toHaveAttribute("aria-selected", "true");
  await expect(field).toHaveAttribute("aria-activedescendant", (await options.first().getAttribute("id")) ?? "none");
  await field.press("Escape");
  await expect(options).toHaveCount(0);
  await field.fill("insuranc");
  await expect(options.first()).toBeVisible();
  const to = (await options.first().getAttribute("href")) ?? "none";
  await field.press("ArrowDown");
  await field.press("Enter");
  await expect(page).toHaveURL(to);
});

test("an answer to what was typed before never replaces a later one", { tag: "@long" }, async ({ page }) => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(
    ({ pathname, searchParams }) => pathname === "/api/search" && searchParams.get("q") === "insurance",
    async (route) => {
      await held;
      await route.continue();
    },
  );
  await open(page, "/search");
  const field = page.locator("main").getByRole("combobox");
  const asked = page.waitForRequest(/q=insurance/);
  await field.fill("insurance");
  await asked;
  await field.fill("water");
  const option = page.locator("main").getByRole("option").first();
  await expect(option).toContainText(/water/i);
  const late = page.waitForResponse(/q=insurance/);
  release();
  await (await late).finished();
  await page.evaluate(() => new Promise(requestAnimationFrame));
  await expect(option).toContainText(/water/i);
});

test("results of a cleared text don't return with the next one", { tag: "@long" }, async ({ page }) => {
  await page.route(/\/api\/search\?.*q=water/, () => {}); // never answered
  await open(page, "/search");
  const field = page.locator("main").getByRole("combobox");
  const options = page.locator("main").getByRole("option");
  await field.fill("insurance");
  await expect(options.first()).toBeVisible();
  const asked = page.waitForRequest(/q=water/);
  await field.fill("");
  await field.fill("water");
  await expect(options).toHaveCount(0, { timeout: 100 });
  await asked;
  await expect(options).toHaveCount(0, { timeout: 100 });
});

test("the header leads to the search, and lists name what the other has", { tag: "@long" }, async ({ page }) => {
  await page.goto("/articles?q=insurance");
  const also = page.getByRole("link", { name: /^\d+ guides? match(es)?$/ });
  await also.click();
  await expect(page).toHaveURL("/guides?q=insurance");
  await expect(page.getByRole("link", { name: /^\d+ articles? match(es)?$/ })).toBeVisible();
  if ((page.viewportSize()?.width ?? 0) < 768) {
    await page.getByRole("button", { name: "Open menu" }).click();
    const panel = page.getByRole("dialog", { name: "Menu" });
    await panel.getByRole("combobox").fill("insurance");
    await panel.getByRole("combobox").press("Enter");
    await expect(panel).toBeHidden();
  } else {
    await page.getByRole("banner").getByRole("link", { name: "Search" }).click();
  }
  await expect(page).toHaveURL(/\/search/);
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });
  test("the search is a form", { tag: "@long" }, async ({ page }) => {
    await page.goto("/search");
    await page.locator("main").getByRole("combobox").fill("insurance");
    await page.locator("main").getByRole("combobox").press("Enter");
    await expect(page).toHaveURL("/search?q=insurance");
    await expect(page.locator("main ol mark").first()).toBeVisible();
  });
});
