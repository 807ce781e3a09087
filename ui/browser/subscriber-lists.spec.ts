import { readFile } from "node:fs/promises";
import { someone } from "./people.ts";
import { expect, expectAccessible, expectNoSidewaysScroll, signIn, test } from "./site.ts";
import { row } from "./staff.ts";

test("a list is tried, imported, and exported again", { tag: "@long" }, async ({ page }) => {
  const email = someone();
  const lines = ["email,emailConsent,consentAt", `${email},true,2026-03-01`, `${someone()},false,2026-03-01`];
  await signIn(page, "admin", "/admin/subscribers");
  const opener = page.getByRole("button", { name: "Import", exact: true });
  await expect(opener).toHaveAttribute("aria-expanded", "false");
  await opener.press("Enter");
  const part = page.getByRole("region", { name: "Import subscribers" });
  const heading = part.getByRole("heading");
  const state = part.getByRole("status").filter({ hasText: "list.csv" });
  await expect(heading).toBeFocused();
  await expect(opener).toHaveAttribute("aria-expanded", "true");
  await part.getByRole("button", { name: "Close" }).press("Enter");
  await expect(opener).toBeFocused();
  await opener.press("Enter");
  const file = { name: "list.csv", mimeType: "text/csv", buffer: Buffer.from(lines.join("\n")) };
  await part.getByLabel("List (CSV)").setInputFiles(file);
  await part.getByRole("button", { name: "Upload and check" }).click();
  await expect(state).toHaveText("list.csv is waiting for your decision: 1 new, 1 with errors.");
  await expect(heading).toBeFocused();
  await page.reload();
  await expect(part.getByRole("row", { name: "3 This person hasn't agreed to emails." })).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await part.getByRole("button", { name: "Import the rest" }).press("Enter");
  await expect(state).toHaveText("list.csv was imported: 1 new, 1 with errors.");
  await expect(heading).toBeFocused();

  await page.getByLabel("Find").fill(email);
  await page.getByLabel("Find").press("Enter");
  await expect(row(page, email)).toContainText("Subscribed");
  await page.getByRole("button", { name: `Open ${email}` }).click();
  await expect(page.getByRole("dialog").getByRole("listitem")).toContainText("import");
  await page.getByRole("button", { name: "Done" }).click();

  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export", exact: true }).click();
  const download = await saved;
  expect(download.suggestedFilename()).toBe("subscribers.csv");
  expect(await readFile(await download.path(), "utf8")).toContain(`${email},,,true,2026-03-01T05:00:00Z,import,`);
});
