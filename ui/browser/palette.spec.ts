import { expect, expectAccessible, signIn, test } from "./site.ts";

test("everything is a few keys away", { tag: "@long" }, async ({ page }) => {
  await signIn(page, "admin", "/admin");
  await expect(page.getByRole("button", { name: "Search or jump to…" })).toBeVisible();
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+k");
  await page.keyboard.type("subscription audit");
  await expect(page.getByRole("option", { name: /The One-Hour Subscription Audit/ })).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Title")).toHaveValue("The One-Hour Subscription Audit");
  await page.keyboard.press("Control+k");
  await page.keyboard.type("new gu");
  // As an editor does that has just loaded.
  await page.evaluate(() => document.querySelector<HTMLElement>("[aria-label=Title], [contenteditable]")?.focus());
  await page.keyboard.type("ide");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/admin\/guides\/new$/);
});
