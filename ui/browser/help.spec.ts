import { expect, expectAccessible, expectNoSidewaysScroll, signIn, test } from "./site.ts";

test("staff find the manual from a screen and by a search", { tag: "@long" }, async ({ page }) => {
  await signIn(page, "marketer", "/admin/letters");
  await page.getByRole("link", { name: "Help with Campaigns" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Campaigns" })).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  await page.getByRole("searchbox", { name: "Search help" }).fill("restore backup");
  await expect(page.getByRole("main").getByRole("status")).toContainText("match");
  await page.getByRole("link", { name: "Backups: Restore", exact: true }).click();
  await expect(page).toHaveURL(/\/admin\/help\/backups#restore$/);
  await expect(page.getByRole("heading", { name: "Restore", exact: true })).toBeInViewport();

  await page.getByRole("link", { name: "All help pages" }).click();
  await page.getByRole("main").getByRole("link", { name: "Install" }).click();
  await expect(page.getByRole("heading", { name: "A release" })).toBeVisible();
  await page.getByRole("searchbox", { name: "Search help" }).fill("penguins");
  await expect(page.getByRole("main").getByRole("status")).toContainText("No matches");
});

test("a page that isn't in the manual leads to those that are", { tag: "@long" }, async ({ page }) => {
  await signIn(page, "editor", "/admin/help/penguins");
  await page.getByRole("link", { name: "All help pages" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Help", exact: true })).toBeVisible();
});
