import { readFile } from "node:fs/promises";
import { someone } from "./people.ts";
import { expect, expectAccessible, expectNoSidewaysScroll, signIn, test } from "./site.ts";
import { row } from "./staff.ts";

test.use({ expectedErrors: [/status of 400/] }); // the source of the consent is asked for

test("a list of another system is mapped, tried, imported, and exported again", { tag: "@long" }, async ({ page }) => {
  const email = someone();
  const rows = [`${email},active,2026-03-01`, `${someone()},inactive,2026-03-01`, "nobody,active,2026-03-01"];
  await signIn(page, "admin", "/admin/subscribers");
  const opener = page.getByRole("button", { name: "Import", exact: true });
  await expect(opener).toHaveAttribute("aria-expanded", "false");
  await opener.press("Enter");
  const part = page.getByRole("region", { name: "Import subscribers" });
  const heading = part.getByRole("heading", { name: "Import subscribers" });
  const state = part.getByRole("status").filter({ hasText: "list.csv" });
  await expect(heading).toBeFocused();
  await expect(opener).toHaveAttribute("aria-expanded", "true");
  await part.getByRole("button", { name: "Close" }).press("Enter");
  await expect(opener).toBeFocused();
  await opener.press("Enter");
  const buffer = Buffer.from(["email,status,joined on", ...rows].join("\n"));
  await part.getByLabel("List (CSV)").setInputFiles({ name: "list.csv", mimeType: "text/csv", buffer });
  await part.getByRole("button", { name: "Upload and check" }).click();
  await expect(state).toHaveText("list.csv is waiting for you to match its columns");
  await expect(heading).toBeFocused();
  await expect(part.getByLabel("email", { exact: true })).toHaveValue("email");
  await expect(part.getByLabel("status", { exact: true })).toHaveValue("subscribed");
  await expect(part.getByRole("row", { name: "nobody active" })).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await part.getByRole("button", { name: "Check the list" }).press("Enter");
  await expect(part.getByLabel("Date of consent", { exact: true })).toBeFocused();
  await part.getByLabel("joined on").selectOption("Date of consent");
  await part.getByLabel("Source of consent", { exact: true }).fill("Beehiiv");
  await part.getByRole("button", { name: "Check the list" }).press("Enter");
  await expect(state).toHaveText("list.csv is waiting for your decision: 1 new, 1 with errors, 1 skipped.");
  await expect(heading).toBeFocused();
  await page.reload();
  await expect(part.getByRole("row", { name: /valid email.* 1 4$/ })).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  const refused = page.waitForEvent("download");
  await part.getByRole("button", { name: "Download rows with errors" }).click();
  expect(await readFile(await (await refused).path(), "utf8")).toContain("nobody,active,2026-03-01,");
  await part.getByRole("button", { name: "Import the rest" }).press("Enter");
  await expect(state).toHaveText("list.csv was imported: 1 new, 1 with errors, 1 skipped.");
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
