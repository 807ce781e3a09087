import { addArticle } from "./pieces.ts";
import { expect, expectAccessible, signIn, test } from "./site.ts";
import { admin, ownPage, row, toast, unique } from "./staff.ts";

test("a long list has the rows in sight only, reads on as one scrolls, and keeps the focus", { tag: "@long" }, async ({
  page,
}) => {
  test.slow();
  await signIn(page, "admin", admin);
  const { id: pageId, slug } = await ownPage(page);
  const urls = Array.from({ length: 450 }, (_, i) => `https://partner.example.com/${i}`).join("\n");
  expect((await page.request.post("/api/content/bulk-import", { data: { urls, pageId } })).ok()).toBe(true);
  await page.goto(`${admin}?tab=offers&page=${slug}`);
  const table = page.getByRole("table", { name: "Offers" });
  await expect(table).toHaveAttribute("aria-rowcount", "451");
  await expectAccessible(page);
  const first = table.getByRole("link").first();
  await first.focus();
  await page.keyboard.press("ArrowDown");
  await expect(first).not.toBeFocused();
  await page.keyboard.press("ArrowUp");
  await expect(first).toBeFocused();

  const last = table.locator("[aria-rowindex='451']");
  const scrollToLast = () =>
    expect(async () => {
      await page.evaluate(() => scrollTo({ top: document.documentElement.scrollHeight, behavior: "instant" }));
      await expect(last).toBeInViewport({ timeout: 500 });
    }).toPass();
  await scrollToLast();
  expect(await table.getByRole("row").count()).toBeLessThan(100);
  await expect(page.getByRole("columnheader", { name: "Select all" })).toBeAttached();
  await expect(page.getByText("450 offers")).toBeInViewport();
  await expect(first).toBeFocused();

  await page.getByLabel("Select all").check();
  await page.getByRole("button", { name: "Activate", exact: true }).click();
  await toast(page, "Offer updated successfully");
  await scrollToLast(); // on a small screen the box that selects all is above the list
  await expect(last.getByRole("switch")).toBeChecked();
  await last.getByRole("link").press("Enter");
  await page.getByRole("dialog", { name: "Edit Offer" }).getByRole("button", { name: "Close" }).click();
  await expect(last.getByRole("link")).toBeFocused();
  await expect(last).toBeInViewport();
});

test("each offer of a list has its figures, however many others earned more", { tag: "@long" }, async ({ page }) => {
  await signIn(page, "admin", admin);
  await page.route(
    ({ pathname }) => pathname === "/api/admin/reports",
    async (route) => {
      const asked = new URL(route.request().url()).searchParams.get("keys");
      const rows = (asked?.split(",") ?? []).map((key) => ({ key, label: key, revenue: 1234, epc: 617 }));
      await route.fulfill({ json: { rows } }); // those of a report without keys end before these
    },
  );
  await page.goto(`${admin}?view=daily`);
  const rows = page.getByRole("table", { name: "Offers" }).locator("tbody tr[data-index]");
  await expect(rows.first().locator("td[data-label='30-day revenue']")).toHaveText("$12.34");
  await expect(rows.last().locator("td[data-label='30-day revenue']")).toHaveText("$12.34");
  await expect(rows.first().locator("td[data-label=EPC]")).toHaveText("$6.17");
});

test("offers are narrowed by status, in the address", { tag: "@long" }, async ({ page }) => {
  await signIn(page, "admin", admin);
  const { id: pageId, slug } = await ownPage(page);
  for (const isActive of [true, false]) {
    const data = { pageId, title: `Active ${isActive}`, url: "https://partner.example.com/", isActive };
    expect((await page.request.post("/api/content/offers", { data })).status()).toBe(201);
  }
  await page.goto(`${admin}?tab=offers&page=${slug}`);
  await expect(page.getByText("2 offers")).toBeVisible();
  await page.getByRole("button", { name: "Inactive", exact: true }).click();
  await expect(page).toHaveURL(/status=inactive/);
  await expect(page.getByRole("link", { name: "Active true" })).toHaveCount(0);
  await page.reload();
  await expect(page.getByText("1 offer")).toBeVisible();
  await expect(page.getByRole("link", { name: "Active false" })).toBeVisible();
});

test("to publish many asks first, and says what was passed over", { tag: "@long" }, async ({ page }) => {
  await signIn(page, "editor");
  const title = unique("Many");
  const { slug } = await addArticle(page, `${title} ready`);
  await addArticle(page, `${title} lacking`, { category: "" });
  await page.goto(`/admin/articles?q=${encodeURIComponent(title)}`);
  for (const which of ["ready", "lacking"]) await page.getByLabel(`Select ${title} ${which}`).check();
  await page.getByRole("button", { name: "Publish", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Publish 2 articles" });
  await expect(dialog).toContainText("Readers will see these 2 articles right away.");
  expect((await page.request.get(`/articles/${slug}`)).status()).toBe(404);
  await dialog.getByRole("button", { name: "Publish" }).click();
  await toast(page, "1 article of 2 published");
  await expect(row(page, `${title} ready`)).toContainText("Published");
  await expect(row(page, `${title} lacking`)).toContainText("Draft");
});
