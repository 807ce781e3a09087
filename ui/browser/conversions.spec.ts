import { expect, expectAccessible, expectNoSidewaysScroll, signIn, test } from "./site.ts";
import { admin, goTo, row, toast, unique } from "./staff.ts";

test("an advertiser gets an address for its postbacks, and staff see what it reports", { tag: "@long" }, async ({
  page,
}) => {
  test.slow();
  await signIn(page, "editor", admin);
  await goTo(page, "Advertisers");
  const name = unique("Network");
  const [first, second] = [unique("First").replaceAll(" ", "-"), unique("Second").replaceAll(" ", "-")];
  await page.getByRole("button", { name: "Add Advertiser" }).click();
  const form = page.getByRole("dialog", { name: "Add Advertiser" });
  await form.getByLabel("Name").fill(name);
  await form.getByLabel("Preset").selectOption({ label: "Affise" });
  await form.getByRole("button", { name: "Add Advertiser" }).click();
  const shown = page.getByRole("dialog", { name: "Copy the postback address now" });
  const address = shown.getByText("/postback/");
  await expect(address).toContainText("?clickid={sub1}&action_id={transactionid}");
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  const path = ((await address.textContent()) ?? "").replace(/^https?:\/\/[^/]+/, "").replace(/\?.*/, "");
  await shown.getByRole("button", { name: "Done" }).click();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  const send = (query: string) => page.request.get(`${path}?${query}`);
  expect((await send(`clickid=no-such-click&action_id=${first}&status=1&sum=12.50`)).status()).toBe(200);
  expect((await send("clickid=no-such-click&sum=%7Bsum%7D")).status()).toBe(400);
  await row(page, name)
    .getByRole("button", { name: `Rotate key for ${name}` })
    .click();
  await page.getByRole("dialog", { name: "Rotate key" }).getByRole("button", { name: "Rotate key" }).click();
  await expect(address).not.toContainText(path);
  await shown.getByRole("button", { name: "Done" }).click();

  await row(page, name)
    .getByRole("button", { name: `Import a report from ${name}` })
    .click();
  const dialog = page.getByRole("dialog", { name: `Import a report from ${name}` });
  const buffer = Buffer.from(
    `Click ID,Action ID,Status,Sum\nno-such-click,${first},3,12.50\nother-click,${second},1,1.15\nx,T3,bad,1\n`,
  );
  await dialog.getByLabel("Report (CSV)").setInputFiles({ name: "report.csv", mimeType: "text/csv", buffer });
  await expect(dialog.getByRole("status")).toHaveText(
    "0 new, 1 updated, 0 unchanged, 1 with unknown clicks, 1 with errors",
  );
  await expect(dialog.getByRole("row", { name: "Error" })).toContainText('Unknown status "bad"');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await dialog.getByRole("button", { name: "Import 2 rows" }).click();
  await toast(page, "Report imported successfully");

  await goTo(page, "Conversions");
  await page.getByRole("combobox", { name: "Advertiser" }).selectOption({ label: name });
  await expect(row(page, first)).toContainText("rejected");
  await expect(row(page, second)).toContainText("$1.15");
  await page.getByRole("combobox", { name: "Status" }).selectOption("approved");
  await expect(row(page, first)).toHaveCount(0);
  await row(page, second).getByRole("button", { name: "Open" }).click();
  const opened = page.getByRole("dialog");
  await expect(opened.getByRole("row")).toHaveCount(2);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await opened.getByLabel("Status").selectOption("Reversed");
  await opened.getByRole("button", { name: "Save change" }).click();
  await expect(opened.getByText("Enter a reason.")).toBeVisible();
  await opened.getByLabel("Reason").fill("Returned");
  await opened.getByRole("button", { name: "Save change" }).click();
  await toast(page, "Conversion updated successfully");
  await page.getByRole("combobox", { name: "Status" }).selectOption("reversed");
  await row(page, second).getByRole("button", { name: "Open" }).click();
  await expect(opened.getByRole("row", { name: "Returned" })).toContainText("reversed");
  await page.mouse.click(5, 5); // beside the dialog, where nothing takes the focus
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.getByRole("tab", { name: "Failed postbacks" }).click();
  const refused = row(page, name);
  await expect(refused).toContainText("The network didn't fill in the macro {sum}.");
  await refused.getByRole("button", { name: "Correct" }).click();
  const sent = opened.getByLabel("Postback");
  await sent.fill((await sent.inputValue()).replace("%7Bsum%7D", "3"));
  await opened.getByRole("button", { name: "Test" }).click();
  await expect(opened.getByRole("status")).toHaveText("Updates a conversion: approved, $3.00.");
  await expectAccessible(page);
  await opened.getByRole("button", { name: "Record" }).click();
  await toast(page, "Postback recorded successfully");
  await expect(refused).toHaveCount(0);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
});
