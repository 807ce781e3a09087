import { readFile } from "node:fs/promises";
import { someone } from "./people.ts";
import { expect, expectAccessible, expectNoSidewaysScroll, signIn, test } from "./site.ts";
import { row, toast } from "./staff.ts";

test("a list is tried, imported, and exported again", { tag: "@long" }, async ({ page }) => {
  const email = someone();
  const lines = ["email,emailConsent,consentAt", `${email},true,2026-03-01`, `${someone()},false,2026-03-01`];
  await signIn(page, "admin", "/admin/subscribers");
  await page.getByRole("button", { name: "Import", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Import subscribers" });
  const file = { name: "list.csv", mimeType: "text/csv", buffer: Buffer.from(lines.join("\n")) };
  await dialog.getByLabel("List as CSV").setInputFiles(file);
  await expect(dialog.getByRole("status")).toHaveText("1 new, 0 subscribed already, 1 refused");
  await expect(dialog.getByRole("row", { name: "3 This person has not agreed to emails." })).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await dialog.getByRole("button", { name: "Import 1 subscriber" }).click();
  await toast(page, "Subscribers imported");

  await page.getByLabel("Find").fill(email);
  await page.getByLabel("Find").press("Enter");
  await expect(row(page, email)).toContainText("Subscribed");
  await page.getByRole("button", { name: `Open ${email}` }).click();
  await expect(page.getByRole("dialog").getByRole("listitem")).toContainText("import");
  await page.getByRole("button", { name: "Done" }).click();

  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export" }).click();
  const download = await saved;
  expect(download.suggestedFilename()).toBe("subscribers.csv");
  expect(await readFile(await download.path(), "utf8")).toContain(`${email},,,true,2026-03-01T05:00:00Z,import,`);
});
