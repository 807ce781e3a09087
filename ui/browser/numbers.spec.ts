import type { Page } from "@playwright/test";
import { expect, expectAccessible, expectNoSidewaysScroll, open, signIn, test } from "./site.ts";
import { unique } from "./staff.ts";

const article = "/articles/own-your-router";

const block = (page: Page) => page.getByRole("region", { name: "Rent or buy your router" });

/** Scrolls to the numbers of an article and waits until they are alive. */
async function toNumbers(page: Page) {
  await block(page).scrollIntoViewIfNeeded();
  await expect(block(page).getByRole("button", { name: "Reset to the example" })).toBeVisible();
}

const saved = (page: Page) => block(page).getByRole("row", { name: /^Savings \S+ a year/ });

test("a reader's numbers change every figure at once, and stay until they are reset", async ({ page }) => {
  await open(page, article);
  await toNumbers(page);
  await expect(block(page)).toContainText("In the example: buying saves $120 a year");
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  const rent = block(page).getByRole("textbox", { name: "Rental fee" });
  await rent.fill("$ 20,00");
  await expect(saved(page)).toContainText("$192 a year");
  await expect(block(page)).toContainText(
    "With your numbers: buying saves $192 a year and pays for itself in month 10.",
  );
  await expect(page.getByText("or about $192 a year")).toBeVisible();
  await expect(page.getByText("Save $192/year")).toBeVisible();
  await expect(block(page).getByRole("status").filter({ hasText: "With your numbers" })).toHaveText(
    "With your numbers: buying saves $192 a year and pays for itself in month 10.",
  );
  await expect.poll(() => page.evaluate(() => localStorage.getItem("my-numbers"))).toContain('"rent":20');
  await open(page, article); // alive at once, for the badge says what is saved
  await expect(page.getByText("Save $192/year")).toBeVisible();
  await expect(rent).toHaveValue("20");
  await block(page).getByRole("button", { name: "Reset to the example" }).click();
  await expect(rent).toBeFocused();
  await expect(saved(page)).toContainText("$120 a year");
  await expect(page.getByText("Save $120/year")).toBeVisible();
  await expect.poll(() => page.evaluate(() => localStorage.getItem("my-numbers"))).toBeNull();
});

test("numbers that are none, or unusual, are met with a word and never with a figure that is none", {
  tag: "@long",
}, async ({ page }) => {
  await open(page, article);
  await toNumbers(page);
  const rent = block(page).getByRole("textbox", { name: "Rental fee" });
  await rent.fill("a lot");
  await expect(rent).toHaveAttribute("aria-invalid", "true");
  await expect(block(page)).toContainText("Enter a number.");
  await expect(saved(page)).toContainText("$120 a year");
  await rent.fill("90");
  await expect(block(page)).toContainText("More than usual ($4 to $30), but we’ll count it anyway.");
  await expect(saved(page)).toContainText("$1,032 a year");
  await expect(block(page)).toContainText("With your numbers, 1 of them outside the usual range: buying saves $1,032");
  await rent.fill("");
  await expect(block(page)).toContainText("Back to the example, $14 a month.");
  await expect(saved(page)).toContainText("$120 a year");
  await rent.blur();
  await expect(rent).toHaveValue("14");
  await rent.fill("0");
  await expect(block(page)).toContainText("renting is cheaper, by $48 a year.");
  await expect(block(page).getByRole("row", { name: /^Break-even month/ })).toContainText("–");
  await rent.fill("9".repeat(15));
  await expect(block(page)).toContainText("That number is too large. Enter a smaller one.");
  for (const odd of ["NaN", "Infinity", "undefined", "null"]) await expect(block(page)).not.toContainText(odd);
});

test("by keyboard alone one changes a number by steps, and goes from one to the next", { tag: "@long" }, async ({
  page,
}) => {
  await open(page, article);
  await toNumbers(page);
  const rent = block(page).getByRole("textbox", { name: "Rental fee" });
  await rent.focus();
  await page.keyboard.press("ArrowUp");
  await expect(rent).toHaveValue("15");
  await page.keyboard.press("PageDown");
  await expect(rent).toHaveValue("5");
  await expect(saved(page)).toContainText("$12 a year");
  await page.keyboard.press("Tab");
  const price = block(page).getByRole("textbox", { name: "Price of a modem and router" });
  await expect(price).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(price).toHaveValue("180");
  await expect(block(page).getByRole("slider")).toHaveCount(0); // one control a number for who hears the page
});

test("a link brings a reader's numbers along, and a broken one shows the example", { tag: "@long" }, async ({
  page,
}) => {
  await open(page, `${article}#numbers=own-router:rent=25;price=100`);
  await expect(block(page)).toContainText("These numbers came with your link.");
  await expect(block(page).getByRole("textbox", { name: "Rental fee" })).toHaveValue("25");
  await expect(block(page)).toBeInViewport();
  const told = page.waitForRequest((request) => request.url().includes("rent="), { timeout: 500 }).catch(() => null);
  expect(await told).toBeNull();
  await page.goto("about:blank");
  await open(page, `${article}#numbers=own-router:rent=%00;x`);
  await expect(block(page)).toContainText("We couldn’t read the numbers in this link, so here’s the example.");
  await expect(saved(page)).toContainText("$120 a year");
});

test("what is counted in the year is kept for the list, and follows the numbers", { tag: "@long" }, async ({
  page,
}) => {
  const kept = () => page.evaluate(() => JSON.parse(localStorage.getItem("my-savings") ?? "null"));
  await open(page, "/tools/seal-drafts");
  const tool = page.getByRole("region", { name: "What you save by sealing drafts" });
  await tool.getByRole("checkbox", { name: "Add this to my yearly savings" }).check();
  const entry = {
    title: "What you save by sealing drafts",
    path: "/articles/drafts-and-insulation#numbers-seal-drafts",
  };
  const key = "articles/drafts-and-insulation#seal-drafts";
  expect(await kept()).toEqual({ [key]: { ...entry, yearly: 144, once: -120 } });
  await tool.getByRole("textbox", { name: "Savings from sealing" }).fill("10");
  await expect.poll(kept).toEqual({ [key]: { ...entry, yearly: 180, once: -120 } });
  await expect(tool.getByRole("link", { name: "See your savings" })).toHaveAttribute("href", "/my-list");
  await tool.getByRole("checkbox", { name: "Add this to my yearly savings" }).uncheck();
  expect(await kept()).toBeNull();
});

test("the calculators are listed by topic, each a page of its own with its piece", { tag: "@long" }, async ({
  page,
}) => {
  await open(page, "/tools");
  await expect(page.getByRole("heading", { level: 1, name: "Calculators" })).toBeVisible();
  await expect(page.getByRole("main").getByRole("heading", { level: 3 })).toHaveCount(13);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.getByRole("link", { name: "Rent or buy your router", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Rent or buy your router" })).toBeVisible();
  await toNumbers(page);
  await expect(page.locator("link[rel=canonical]")).toHaveAttribute("href", /\/tools\/own-router$/);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.getByRole("link", { name: "Read the article" }).click();
  await expect(page.getByRole("heading", { level: 1, name: /^Rent the Router/ })).toBeVisible();
});

test("without JavaScript the example is there whole, and on paper the reader's numbers", { tag: "@long" }, async ({
  browser,
  page,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const plain = await context.newPage();
  await plain.goto(`${new URL((await open(page, article))?.url() ?? "").origin}${article}`);
  await expect(block(plain)).toContainText("In the example: buying saves $120 a year");
  await expect(block(plain).getByRole("row", { name: /^Rental fee The/ })).toContainText("$14 a month");
  await expect(block(plain).getByRole("textbox")).toHaveCount(0);
  await context.close();
  await toNumbers(page);
  await block(page).getByRole("textbox", { name: "Rental fee" }).fill("20");
  await page.emulateMedia({ media: "print" });
  await expect(block(page)).toHaveCSS("break-inside", "auto"); // or it would leave most of a sheet empty
  await expect(block(page)).toContainText("buying saves $192 a year");
  await expect(block(page).getByRole("textbox", { name: "Rental fee" })).toBeVisible();
  await expect(block(page).locator("input[type=range]").first()).toBeHidden();
  await expect(block(page).getByRole("button", { name: "Reset to the example" })).toBeHidden();
});

test("with twenty assumptions every figure is there within a frame of a key", { tag: "@long" }, async ({ page }) => {
  await signIn(page, "editor");
  const slug = unique("twenty").toLowerCase().replaceAll(" ", "-");
  const twenty = Array.from({ length: 20 }, (_, i) => i);
  const numbers = [
    `name: ${slug}`,
    "title: Twenty bills",
    "sentence: together you save {yearly} a year.",
    "yearly: yearly",
    "assumptions:",
    ...twenty.map((i) => `  - {name: a${i}, label: Bill ${i}, unit: $/month, value: ${10 + i}, min: 1, max: 100}`),
    "formulas:",
    ...twenty.map(
      (i) =>
        `  - {name: f${i}, label: Part ${i}, unit: $/year, formula: "max(a${i}, a${(i + 1) % 20}) * monthsPerYear"}`,
    ),
    `  - {name: yearly, label: Saved, unit: $/year, formula: ${twenty.map((i) => `f${i}`).join(" + ")}}`,
  ].join("\n");
  const made = await page.request.post("/api/admin/articles", {
    data: {
      ...{ slug, title: "Twenty bills", excerpt: "E.", category: "banking", status: "published" },
      body: `Up to {{${slug}.yearly}}.\n\n\`\`\`numbers\n${numbers}\n\`\`\``,
    },
  });
  expect(made.status(), await made.text()).toBe(201);
  const { id, version } = await made.json();
  await open(page, `/articles/${slug}`);
  const tool = page.getByRole("region", { name: "Twenty bills" });
  await tool.scrollIntoViewIfNeeded();
  await expect(tool.getByRole("textbox")).toHaveCount(20);
  const median = await tool.evaluate(async (block) => {
    const times: number[] = [];
    const fields = block.querySelectorAll<HTMLInputElement>(".numbers-value input");
    for (let i = 0; i < 100; i++) {
      const field = fields[i % fields.length] as HTMLInputElement;
      await new Promise(requestAnimationFrame);
      field.value = String(1 + ((i * 7) % 99));
      const typed = performance.now();
      field.dispatchEvent(new InputEvent("input", { bubbles: true }));
      block.getBoundingClientRect(); // lays the page out
      times.push(performance.now() - typed);
    }
    return times.sort((a, b) => a - b)[50];
  });
  expect(median).toBeLessThanOrEqual(16);
  await page.request.put(`/api/admin/articles/${id}`, { data: { version, status: "archived" } }); // others count the tools
});

test("every tool is named to whoever hears it, says one sentence after typing, and can be shared and printed @long", async ({
  page,
  context,
  request,
}) => {
  test.setTimeout(180_000); // one after the other, in both schemes
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const tools: { slug: string; title: string; piece: { kind: string; slug: string } }[] = await (
    await request.get("/api/tools")
  ).json();
  expect(tools.length).toBeGreaterThanOrEqual(13);
  for (const { slug, title, piece } of tools) {
    await open(page, `/${piece.kind}s/${piece.slug}#numbers-${slug}`);
    const tool = page.getByRole("region", { name: title.replace("'", "’") });
    await tool.scrollIntoViewIfNeeded();
    const first = tool.getByRole("textbox").first();
    await expect(first, slug).toBeVisible();
    for (const field of await tool.getByRole("textbox").all()) {
      await expect(field, slug).toHaveAccessibleName(/\w/);
      await expect(field, slug).toHaveAccessibleDescription(/^Usually .* to .*\./);
    }
    await expectAccessible(page, `#numbers-${slug}`);
    await expectNoSidewaysScroll(page);
    await tool.evaluate((block) => {
      const said: string[] = [];
      Object.assign(window, { said });
      new MutationObserver(() => {
        const words = block.lastElementChild?.textContent;
        if (words) said.push(words);
      }).observe(block.lastElementChild as Element, { childList: true });
    });
    await first.focus();
    for (let i = 0; i < 4; i++) await page.keyboard.press("ArrowUp");
    const [seen = ""] = await tool.locator(".numbers-sentence").allInnerTexts();
    expect(seen, slug).toContain("With your numbers:");
    await expect.poll(() => page.evaluate(() => Reflect.get(window, "said")), slug).toEqual([seen]);
    await tool.getByRole("button", { name: "Copy a link with my numbers" }).click();
    await expect(tool.getByText("Link copied.")).toBeVisible();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    await tool.getByRole("button", { name: "Reset to the example" }).click();
    await page.goto("about:blank");
    await open(page, link);
    await expect(tool.locator(".numbers-sentence"), slug).toHaveText(seen, { useInnerText: true });
    await page.emulateMedia({ media: "print" });
    await expect(tool.locator(".numbers-sentence"), slug).toBeVisible();
    await expect(tool.getByRole("button"), slug).toHaveCount(0);
    await page.emulateMedia({ media: "screen" });
  }
});

test("a page without numbers has nothing of theirs", { tag: "@long" }, async ({ page }) => {
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  await open(page, "/articles/bundle-or-not");
  await page.keyboard.press("End");
  expect(asked.filter((url) => url.includes("island"))).toEqual([]);
});

test("staff write numbers in a form that shows what comes out, and publish none that are wrong", {
  tag: ["@desktop", "@long"],
}, async ({ page }) => {
  await signIn(page, "editor", "/admin/articles/new");
  await page.getByLabel("Title", { exact: true }).first().fill(unique("Sums"));
  await page
    .getByRole("textbox", { name: /^(Text|Body)$/ })
    .first()
    .click();
  await page.getByRole("button", { name: "Numbers", exact: true }).click();
  await expect(page.getByText("With these values: you save $120 a year.")).toBeVisible();
  await page.getByLabel("Value of monthly").fill("20");
  await expect(page.getByText("With these values: you save $240 a year.")).toBeVisible();
  await page.getByLabel("Formula of yearly").fill("monthly");
  await expect(page.getByLabel("Formula of yearly")).toHaveAttribute("aria-invalid", "true");
  await expect(page.getByText("The formula gives $/month, but its unit is $/year.").first()).toBeVisible();
  await expectAccessible(page);
});
