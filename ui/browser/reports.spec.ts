import type { Page } from "@playwright/test";
import { expect, expectAccessible, expectNoSidewaysScroll, open, signIn, test } from "./site.ts";
import { reported, unique } from "./staff.ts";

// A browser that says what it is counts as a robot, and two tests of one visitor as one.
test.use({
  userAgent: `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${Date.now() % 1000}.0 Safari/537.36`,
});

const guide = "/guides/start-an-emergency-fund";

/** Reads a guide by a link with a source of this test alone, which it returns. */
async function visit(page: Page): Promise<string> {
  const source = unique("letter").toLowerCase();
  const counted = page.waitForResponse((response) => response.url().endsWith("/api/views"));
  await open(page, `${guide}?utm_source=${encodeURIComponent(source)}&utm_medium=email`);
  expect([200, 202]).toContain((await counted).status());
  return source;
}

/** Waits until everything that the screen asked for is there. */
async function shown(page: Page) {
  await expect(page.getByRole("table").first()).toBeVisible();
  await expect(page.getByRole("status", { name: "Loading" })).toHaveCount(0);
}

test("a marketer finds what a source brought, narrows the report to it and takes that back", async ({ page }) => {
  test.slow();
  const source = await visit(page);
  await signIn(page, "marketer", "/admin/reports"); // on a public page it would be one view more
  await reported(page, "by=source&count=all", source);
  await open(page, "/admin/reports?by=source&range=30days&count=all"); // today may end meanwhile
  const table = page.getByRole("table", { name: "By source" });
  await expect(table.getByRole("row").filter({ hasText: source }).getByRole("cell").first()).toContainText("1");
  await table.getByRole("link", { name: source }).click();
  await expect(page).toHaveURL(/by=page/);
  const filters = page.getByRole("list", { name: "Filters" });
  await expect(filters.getByRole("listitem")).toHaveCount(1);
  const pages = page.getByRole("table", { name: "By page" });
  await expect(pages.getByRole("row")).toHaveCount(3);
  await expect(pages.getByRole("row").nth(1)).toContainText("Start an Emergency Fund");

  await page.reload();
  await filters.getByRole("link", { name: `Source ${source}` }).click();
  await expect(filters).toHaveCount(0);
  await expect(page).not.toHaveURL(/source=/);

  await page.getByRole("combobox", { name: "By" }).selectOption("reason");
  const why = page
    .getByRole("table", { name: "By reason" })
    .getByRole("link", { name: /^(People|Robots and crawlers)$/ });
  await why.first().click();
  await filters.getByRole("link", { name: /^Reason (People|Robots and crawlers)/ }).click();
  await expect(filters).toHaveCount(0);

  await page.getByRole("combobox", { name: "Period" }).selectOption("7days");
  await page.getByRole("combobox", { name: "By" }).selectOption("day");
  const days = page.getByRole("table", { name: "By day" });
  await expect(days.getByRole("row")).toHaveCount(9);
  await days.getByRole("link", { name: /^Views/ }).click();
  await expect(days.getByRole("columnheader", { name: "Views" })).toHaveAttribute("aria-sort", "descending");

  const file = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download CSV" }).click();
  expect((await file).suggestedFilename()).toMatch(/^day-\d{4}-\d\d-\d\d-\d{4}-\d\d-\d\d\.csv$/);
});

test("the chart goes from day to day by the arrow keys and shows the figure that is chosen", { tag: "@long" }, async ({
  page,
}) => {
  const source = await visit(page);
  await signIn(page, "marketer");
  await reported(page, "by=source&count=all", source);
  await open(page, "/admin/reports?count=all");
  await page.getByRole("button", { name: /^Uniques/ }).click();
  await expect(page).toHaveURL(/figure=uniques/);
  await expect(page.getByText("Uniques by day").first()).toBeVisible();
  const chart = page.getByRole("application", { name: "Uniques by day" });
  await page.mouse.move(0, 0); // what the mouse points at comes before what the keys chose
  await chart.focus();
  await page.keyboard.press("ArrowRight");
  const tip = page.getByRole("figure").getByRole("status");
  await expect(tip).toBeVisible();
  const first = await tip.textContent();
  await page.keyboard.press("ArrowRight");
  await expect(tip).not.toHaveText(first ?? "");
});

test("one asks for the weekly mail, and takes that back", { tag: "@long" }, async ({ page }) => {
  // Both widths may run at the same time, and a choice is one person's.
  const account = test.info().project.name === "phone" ? "marketer" : "editor";
  await signIn(page, account, "/admin/reports");
  const mail = page.getByRole("region", { name: "Weekly email" });
  await expect(mail).toContainText(`${account}@thriftwell.example`);
  const wanted = mail.getByRole("switch", { name: "Weekly email" });
  for (const on of ["true", "false"]) {
    const saved = page.waitForResponse((response) => response.request().method() === "PUT");
    await wanted.click();
    expect((await saved).status()).toBe(200);
    await expect(wanted).toHaveAttribute("aria-checked", on);
    await page.reload();
    await expect(wanted).toHaveAttribute("aria-checked", on);
  }
});

test("an advertiser's offers are reported, and revenue in other currencies stands apart", { tag: "@long" }, async ({
  page,
}) => {
  await page.route(/\/api\/admin\/reports\?/, async (route) => {
    const answer = await route.fetch();
    const report = await answer.json();
    report.total.otherRevenue = [
      { currency: "EUR", amount: 123450 },
      { currency: "JPY", amount: 800 },
    ];
    await route.fulfill({ response: answer, json: report });
  });
  await visit(page);
  await signIn(page, "marketer", "/admin/reports?count=all");
  await expect(page.getByText("Revenue in other currencies (not included above): €1,234.50 and ¥800.")).toBeVisible();
  await page.getByRole("combobox", { name: "By" }).selectOption("advertiser");
  await expect(page).toHaveURL(/by=advertiser/);
  await expect(page.getByRole("heading", { name: "By advertiser" })).toBeVisible();
});

test("what nobody did is reported with a reason", { tag: "@long" }, async ({ page }) => {
  await signIn(page, "marketer", "/admin/reports?range=custom&start=2024-01-01&end=2024-01-31");
  await expect(page.getByRole("heading", { name: "Nothing to report" })).toBeVisible();
  await page.getByRole("link", { name: "Show the last 90 days" }).click();
  await expect(page.getByRole("combobox", { name: "Period" })).toHaveValue("90days");
  await page.goto("/admin/reports?source=no-such-source");
  await page.getByRole("link", { name: "Remove the filters" }).click();
  await expect(page).not.toHaveURL(/source=/);
});

test("the overview and a guide lead to their reports", { tag: "@long" }, async ({ page }) => {
  await visit(page);
  await signIn(page, "editor", "/admin");
  const glance = page.getByRole("region", { name: "Last 7 days" });
  await expect(glance.getByRole("listitem").filter({ hasText: /^Views/ })).toBeVisible();
  await expect(glance.getByRole("region")).toHaveCount(3);
  await glance.getByRole("link", { name: "All reports" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Reports" })).toBeVisible();

  await page.goto("/admin/guides?q=emergency");
  await page.getByRole("link", { name: /Start an Emergency Fund/ }).click();
  await expect(page.getByRole("heading", { name: "Last 30 days", exact: true })).toBeVisible();
  await page.getByRole("link", { name: "Where readers come from" }).click();
  await expect(page.getByRole("list", { name: "Filters" })).toContainText("Start an Emergency Fund");
});

test("the reports are accessible and fit", { tag: "@long" }, async ({ page }) => {
  test.slow();
  const source = await visit(page);
  await signIn(page, "admin", "/admin");
  for (const path of [
    "/admin",
    "/admin/reports?count=all",
    `/admin/reports?by=page&count=all&range=30days&figure=revenue&source=${encodeURIComponent(source)}`,
    "/admin/reports?range=custom&start=2024-01-01&end=2024-01-31",
  ]) {
    await page.goto(path);
    if (!path.includes("2024") && path !== "/admin") await shown(page);
    await expect(page.getByRole("status", { name: "Loading" })).toHaveCount(0);
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
  }
});
