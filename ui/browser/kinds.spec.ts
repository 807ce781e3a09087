import type { Page } from "@playwright/test";
import { expect, open, signIn, test } from "./site.ts";

/** Pages of each kind, among them those with parts of their own. Those whose address is a secret hold no style. */
const pages = [
  "/",
  "/articles?category=insurance",
  "/articles/compare-car-insurance-quotes",
  "/guides",
  "/guides/start-an-emergency-fund",
  "/authors/maya-ortega",
  "/newsletter",
  "/about",
  "/privacy",
  "/privacy-choices",
  "/contact",
  "/subscribe",
  "/offers",
  "/dailyoffers",
  "/hot-offers",
  "/content/settlements",
  "/content/settlements2",
  "/content/insuranceprotection",
];

// Our faces come when they will, and anew with a sheet that names them: without them only the style can differ.
test.use({ expectedErrors: [/\.woff2|ERR_FAILED/] });
test.beforeEach(({ page }) => page.route("**/*.woff2", (route) => route.fulfill({ status: 404 })));

for (const path of pages) {
  const tag = path === "/guides" ? [] : "@long";
  test(`${path} has all that its first paint needs of the style in its HTML`, { tag }, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    const later = /\/assets\/(app-.*\.css|.*\.js)$/;
    await page.route(later, (route) => route.abort());
    await page.goto(path);
    await page.unroute(later);
    expect(await differences(page)).toEqual([]);
  });
}

/** What the elements of a page look like otherwise once the style of all kinds is there. */
function differences(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.media = "not all"; // until everything is there: what changes meanwhile is no matter of style
    link.href = document.querySelector<HTMLElement>("script[data-sheet]")?.dataset.sheet ?? "/none.css";
    await new Promise((resolve, reject) => {
      link.addEventListener("load", resolve);
      link.addEventListener("error", reject);
      document.head.append(link);
    });
    // How things move and what the pointer looks like is of later; of variables only what they do shows.
    const later =
      /^(--|transition|animation|cursor|scroll-behavior|tab-size|touch-action|resize|-webkit-tap|(-webkit-)?user-select)/;
    const properties = [...getComputedStyle(document.body)].filter((name) => !later.test(name));
    const elements = [...document.body.querySelectorAll("*")];
    const looks = () =>
      elements.map((element) =>
        ["", "::before", "::after"].flatMap((part) => {
          const style = getComputedStyle(element, part);
          return properties.map((name) => style.getPropertyValue(name));
        }),
      );
    const before = looks();
    link.media = "all";
    return looks().flatMap((look, i) => {
      const changed = look.findIndex((value, at) => value !== before[i]?.[at]);
      if (changed < 0) return [];
      const name = properties[changed % properties.length];
      return `${elements[i]?.outerHTML.slice(0, 80)}: ${name} ${before[i]?.[changed]} → ${look[changed]}`;
    });
  });
}

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

test("a page of another kind brings its style along", async ({ page }) => {
  const looks = () =>
    page.getByLabel("First name").evaluate((field) => {
      const { borderRadius, paddingLeft, minHeight, borderTopWidth } = getComputedStyle(field);
      return { borderRadius, paddingLeft, minHeight, borderTopWidth };
    });
  await open(page, "/contact");
  const asItIs = await looks();
  await open(page, "/guides/start-an-emergency-fund");
  const link = page.getByRole("contentinfo").getByRole("link", { name: "Contact" });
  await link.click();
  await expect(page).toHaveURL(/\/contact/);
  expect(await looks()).toEqual(asItIs);
});
