import { fillMessage } from "./people.ts";
import { expect, expectAccessible, hydrated, open, settled, signIn, test } from "./site.ts";

const trustPages = [
  { name: "About Us", path: "/about" },
  { name: "How We Work", path: "/how-we-work" },
  { name: "How We Earn", path: "/how-we-earn" },
  { name: "Accessibility", path: "/accessibility" },
];

test("the footer leads to the pages of trust and to all offers, after the links that were there", {
  tag: "@long",
}, async ({ page }) => {
  await open(page, "/terms");
  const footer = page.getByRole("contentinfo");
  const names = await footer.getByRole("navigation", { name: "Quick Links" }).getByRole("link").allTextContents();
  expect(names).toEqual([
    "Home",
    "Articles",
    "Subscribe",
    "Contact Us",
    "Guides",
    "Offers",
    "Hot Offers",
    "Daily Offers",
    "Newsletter",
    "Calculators",
    "My List",
  ]);
  for (const { name, path } of trustPages) {
    await expect(footer.getByRole("link", { name, exact: true })).toHaveAttribute("href", path);
    expect(await (await page.request.get(path)).text()).toMatch(new RegExp(`<h1[^>]*>${name}`));
  }
});

test.describe("settings", () => {
  test.use({ expectedErrors: [/status of 400/] });
  test.skip(({ hasTouch }) => !hasTouch, "the settings are those of the whole site");

  test("staff set what the site says, and the pages say it at once", { tag: "@long" }, async ({ page }) => {
    const figure = page.getByRole("term").filter({ hasText: "Money-saving tips" });
    await signIn(page, "admin", "/admin/settings");
    const tips = page.getByLabel("Money-saving tips");
    await expect(tips).toHaveValue("200+");
    await expectAccessible(page);
    await page.getByLabel("Facebook").fill("nowhere");
    const search = page.getByLabel("Search settings");
    await search.fill("penguins");
    await expect(page.getByText("No settings match.")).toBeVisible();
    await search.fill("home page tips");
    await expect(page.getByLabel("Facebook")).toHaveCount(0);
    await expect(tips).toBeVisible();
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByLabel("Facebook")).toBeFocused(); // the error ends the search
    await page.getByLabel("Facebook").fill("");
    await tips.fill("");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("Settings saved successfully")).toBeVisible();
    await open(page, "/");
    await expect(page.getByText("Average annual savings")).toBeVisible();
    await expect(figure).toHaveCount(0);
    await page.goto("/admin/settings");
    await tips.fill("200+");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("Settings saved successfully")).toBeVisible();
    await open(page, "/");
    await expect(figure).toBeVisible();
  });
});

test("F8 leads to the notifications before there was any", { tag: "@long" }, async ({ page }) => {
  await open(page, "/contact");
  const region = page.getByRole("region", { name: "Notifications (F8)" });
  await expect(region).toBeAttached();
  await settled(page); // it listens once its effects have run
  await page.keyboard.press("F8");
  await expect(region).toBeFocused();
});

test.describe("offline", () => {
  test.use({ expectedErrors: [/ERR_INTERNET_DISCONNECTED|TypeError: Failed to fetch/] });

  test("a message that can't be sent says so, and survives", { tag: "@long" }, async ({ page, context }) => {
    await open(page, "/contact");
    await expect(page.getByRole("region", { name: "Notifications (F8)" })).toBeAttached();
    await fillMessage(page);
    await context.setOffline(true);
    await page.getByRole("button", { name: "Send Message" }).click();
    await expect(page.getByText("Failed to send message")).toBeVisible();
    await expect(page.getByRole("alert").filter({ hasText: "What you typed is still here." })).toBeVisible();
    await context.setOffline(false);
    await page.reload();
    await hydrated(page);
    await expect(page.getByLabel("Message")).toHaveValue("A line\nand another");
    await expect(page.getByLabel("First name")).toHaveValue("Kim");
    await expect(page.getByLabel("General support")).toBeChecked();
  });

  test("a page that can't be read says why, and is tried again with what was searched for", { tag: "@long" }, async ({
    page,
    context,
  }) => {
    await open(page, "/search");
    await expect(page.getByRole("region", { name: "Notifications (F8)" })).toBeAttached();
    await context.setOffline(true);
    const field = page.getByRole("main").getByRole("combobox", { name: "Search the site" });
    await field.fill("insurance");
    await field.press("Enter");
    await expect(page.getByText("You’re offline.")).toBeVisible();
    await context.setOffline(false);
    await page.getByRole("link", { name: "Try again" }).click();
    await expect(page.getByRole("heading", { name: /results/ })).toBeVisible();
  });
});

test("the carousel is named once, and never loses the focus", { tag: "@long" }, async ({ page }) => {
  await open(page, "/offers");
  await expect(page.getByLabel("Offers", { exact: true })).toHaveCount(1);
  const heading = page.getByRole("region", { name: "Offers" }).getByRole("heading");
  await page.getByRole("button", { name: "Not Interested" }).focus();
  await page.keyboard.press("Enter");
  await expect(heading).toBeFocused();
  await page.getByRole("button", { name: "Previous" }).focus();
  await page.keyboard.press("Enter"); // it is disabled at the first offer
  await expect(heading).toBeFocused();
});

test("who comes by the link of an offer that has ended gets the offers", { tag: "@long" }, async ({ page }) => {
  await page.goto("/offers?ended=1"); // where /links/ leads then
  await hydrated(page);
  await expect(page.getByText("That offer has ended.")).toBeVisible();
  await expect(page.getByText("Offer 1 of")).toBeVisible();
});

test("a long search works in any script", { tag: "@long" }, async ({ page }) => {
  await open(page, "/articles");
  const search = page.getByRole("searchbox", { name: "Search articles" });
  await search.fill("節約".repeat(50));
  await expect(page).toHaveURL(/q=/);
  await expect(page.getByRole("heading", { name: "No articles found" })).toBeVisible();
  await page.reload();
  await expect(search).toHaveValue("節約".repeat(50));
  await expect(page.getByRole("heading", { name: "No articles found" })).toBeVisible();
});

test("titles are set in the quotes of print, and found by those of keyboards", { tag: "@long" }, async ({ page }) => {
  await open(page, "/articles?q=You'll Actually");
  await expect(page.getByRole("link", { name: "A Thermostat Schedule You’ll Actually Keep" })).toBeVisible();
  await page.getByRole("link", { name: "A Thermostat Schedule" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("A Thermostat Schedule You’ll Actually Keep");
  await expect(page).toHaveTitle(/You’ll/);
  expect(await page.getByRole("article").first().textContent()).not.toMatch(/["']/);
  await expect(page.getByText(", checked November 22, 2026", { exact: true })).toBeVisible();
});

test("controls are at least 24 pixels wide and high, 44 on touch screens", { tag: "@long" }, async ({ page }) => {
  for (const path of [
    "/",
    "/articles",
    "/offers",
    "/contact",
    "/subscribe",
    "/unsubscribe",
    "/content/settlements",
    "/about",
  ]) {
    await open(page, path);
    const small = await page.evaluate(() => {
      const least = matchMedia("(pointer: coarse)").matches ? 43.9 : 24;
      const inline = (element: Element) => element.matches("a") && getComputedStyle(element).display === "inline";
      return [...document.querySelectorAll("a, button, select, input:not([type=hidden]), summary")]
        .filter(
          (element) =>
            element.checkVisibility() && !inline(element) && !element.closest("[aria-hidden=true], [href='#main']"),
        )
        .map((element) => (element.closest("label") ?? element).getBoundingClientRect())
        .filter(({ width, height }) => width > 1 && (width < least || height < least))
        .map(({ x, y, width, height }) => [x, y, width, height].map(Math.round).join(" "));
    });
    expect(small, path).toEqual([]);
  }
});
