import { expect, expectAccessible, expectNoSidewaysScroll, open, signIn, test } from "./site.ts";

import { ownPage, row, toast, unique } from "./staff.ts";

test("an offer is given what it pays, seen as a visitor would be sent, and duplicated", { tag: "@long" }, async ({
  page,
}) => {
  await signIn(page, "editor");
  const title = unique("Paying");
  const link = "https://partner.example.com/?z={zip}";
  await page.request.post("/api/admin/static-offers", { data: { title, link, isActive: false } });
  await open(page, `/admin/content?view=hot&q=${encodeURIComponent(title)}`);
  await row(page, title).getByRole("link", { name: title }).click();
  const dialog = page.getByRole("dialog", { name: "Edit Offer" });
  await dialog.getByLabel("Payout for").selectOption("Each click");
  await dialog.getByLabel("Payout", { exact: true }).fill("1.29");
  await dialog.getByLabel("Ends", { exact: true }).fill("2099-01-01T00:00");
  await dialog.getByLabel("URL").fill(`${link}&c={clikid}`);
  await dialog.getByLabel("Sub-id parameter").fill("subid");
  const preview = dialog.getByRole("status");
  await expect(preview).toContainText(/partner\.example\.com\/\?z=10001&c=&subid=[0-9a-f-]{36}/);
  await expect(preview).toContainText("We have no value for {clikid}, so it stays blank.");
  await expectAccessible(page);
  await dialog.getByLabel("URL").fill(link);
  await expect(preview).not.toContainText("We have no value");
  await dialog.getByRole("button", { name: "Save" }).click();
  await toast(page, "Offer updated successfully");
  await expect(row(page, title)).toContainText("$1.29 a click");
  await expectNoSidewaysScroll(page);

  await row(page, title).getByRole("link", { name: title }).click();
  await dialog.getByRole("button", { name: "Duplicate" }).click();
  await expect(dialog.getByLabel("Title")).toHaveValue(`Copy of ${title}`);
  await expect(dialog.getByLabel("Payout", { exact: true })).toHaveValue("1.29");
  await expect(dialog.getByLabel("Ends", { exact: true })).toHaveValue("2099-01-01T00:00");
  await expect(dialog.getByLabel("Active")).not.toBeChecked();
});

test("offers are imported from a table, with a preview that marks what is there already", { tag: "@long" }, async ({
  page,
}) => {
  test.slow();
  await signIn(page, "editor");
  const title = unique("Imported");
  const host = `${title.toLowerCase().replaceAll(" ", "-")}.example.com`;
  await open(page, "/admin/content?view=daily");
  await page.getByRole("button", { name: "Bulk Import" }).click();
  const dialog = page.getByRole("dialog", { name: "Bulk Import" });
  await dialog
    .getByLabel("URLs, one per line")
    .fill(`Title,Address,Payout\n${title},https://${host}/,1.29 a lead\nAgain,https://${host}/,`);
  await dialog.getByRole("button", { name: "Preview" }).click();
  const preview = dialog.getByRole("region", { name: "Preview" });
  await expect(preview).toContainText("2 offers, including 1 duplicate");
  await expect(preview.getByRole("row", { name: title })).toContainText("$1.29 a lead");
  await expect(preview.getByRole("row", { name: "Again" })).toContainText("Duplicate");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Import", exact: true }).click();
  await toast(page, "1 added as inactive. 1 duplicate skipped.");
  await open(page, `/admin/content?view=daily&q=${encodeURIComponent(title)}`);
  await expect(row(page, title).getByRole("switch")).not.toBeChecked();
});

test("a priority is changed in the list, and offers are ordered by any figure", { tag: "@long" }, async ({ page }) => {
  await signIn(page, "editor");
  const { id: pageId, slug } = await ownPage(page);
  for (const title of ["First", "Second"]) {
    const data = { pageId, title, url: "https://partner.example.com/", priority: 5 };
    expect((await page.request.post("/api/content/offers", { data })).status()).toBe(201);
  }
  const list = `/admin/content?tab=offers&page=${slug}`;
  await open(page, list);
  const titles = page.locator("table [data-record]");
  await expect(titles).toHaveText(["First", "Second"]);
  const priority = page.getByRole("textbox", { name: "Priority: Second" });
  await priority.fill("11"); // more than there is
  await priority.press("Enter");
  await expect(priority).toHaveValue("5");
  await priority.fill("9");
  await priority.press("Enter");
  await toast(page, "Offer updated successfully");
  await expect(titles).toHaveText(["Second", "First"]);
  await expect(priority).toHaveValue("9");
  await expectNoSidewaysScroll(page);
  await open(page, `${list}&sort=-epc`);
  await expect(titles).toHaveText(["Second", "First"]); // alike, so the last made first
  await open(page, `${list}&sort=priority`);
  await expect(titles).toHaveText(["First", "Second"]);
});
