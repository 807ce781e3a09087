import { expect, expectAccessible, expectNoSidewaysScroll, signIn, test } from "./site.ts";
import { goTo, row, toast, unique } from "./staff.ts";

test.use({ expectedErrors: [/status of 400/] }); // the placements are asked for

test("pasted offers are mapped, placed, checked, imported, imported again, and chosen as a fallback", {
  tag: "@long",
}, async ({ page }) => {
  test.slow();
  const all = unique("Imported");
  const [cards, loans, ended] = [`${all} card`, `${all} loan`, `${all} ended`];
  const rows = [
    "Deal name;Tracking link;Payout;Status;End date",
    `${cards};https://network.example/1?s={sub1};$40 a lead;Active;04/05/2099`,
    `${loans};https://network.example/2?s={sub1};12,50 €;Active;04/05/2099`,
    `${ended};https://network.example/3?s={sub1};$5 a lead;Expired;`,
    "Broken;ftp://network.example/4;$5 a lead;Active;",
  ];
  const more = Array.from({ length: 20 }, (_, n) => `${all} more ${n};https://network.example/5?s={sub1};;;`);
  await signIn(page, "editor", "/admin");
  await goTo(page, "All offers");
  await page.getByLabel("Search offers").fill(all);
  await page.keyboard.press("Enter");
  await expect(page.getByText("No offers match.")).toBeVisible();
  const opener = page.getByRole("button", { name: "Import spreadsheet" });
  await opener.press("Enter");
  const part = page.getByRole("region", { name: "Import offers" });
  const heading = part.getByRole("heading", { name: "Import offers" });
  const state = part.getByRole("status").filter({ hasText: "Pasted rows" });
  const choose = async (text: string) => {
    await part.getByLabel("Or paste rows, with the column names first").fill(text);
    await part.getByRole("button", { name: "Upload and check" }).click();
    await expect(state).toHaveText("Pasted rows is waiting for you to match its columns");
    await expect(heading).toBeFocused();
  };
  const check = async (days: boolean) => {
    await part.getByLabel("Carousel").check();
    await part.getByLabel("Daily offers").check();
    await part.getByLabel("Payout for").last().selectOption("Each sale");
    await part.getByLabel("Dates start with the day").setChecked(days);
    await part.getByRole("button", { name: "Check the list" }).press("Enter");
  };
  await expect(heading).toBeFocused();

  await choose(["sep=;", ...rows, ...more].join("\r\n"));
  await expect(part.getByLabel("Deal name", { exact: true })).toHaveValue("title");
  await expect(part.getByLabel("Status", { exact: true })).toHaveValue("status");
  await expect(part.getByText("We skip offers that the network says are")).toBeVisible();
  await part.getByRole("button", { name: "Check the list" }).press("Enter");
  await expect(part.getByText("Choose at least one placement.")).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await check(true);
  await expect(state).toHaveText("Pasted rows is waiting for your decision: 22 new, 1 with errors, 1 skipped.");
  await expect(heading).toBeFocused();
  await expect(part.getByRole("row", { name: /URL: Enter a public address.* 1 6$/ })).toBeVisible();
  await part.getByLabel("Show").selectOption("Skipped (1)");
  await expect(part.getByRole("row", { name: "Its status is “Expired”. 1 5" })).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await part.getByRole("button", { name: "Import the rest" }).press("Enter");
  await expect(state).toHaveText("Pasted rows was imported: 22 new, 1 with errors, 1 skipped.");
  for (const [title, payout] of [
    [cards, "$40.00 a lead"],
    [loans, "€12.50 a sale"],
  ] as const) {
    await expect(row(page, title)).toContainText("Carousel +1");
    await expect(row(page, title)).toContainText("Off");
    await expect(row(page, title)).toContainText(payout);
    await expect(row(page, title)).toContainText("May 4, 2099");
  }
  await expect(row(page, ended)).toHaveCount(0);

  await choose(rows.slice(0, 4).join("\n").replace("$40 a lead", "$50 a lead"));
  await check(true);
  await expect(state).toHaveText("Pasted rows is waiting for your decision: 1 changed, 1 unchanged, 1 skipped.");
  await part.getByLabel("Show").selectOption("Changed (1)");
  await expect(part.getByRole("row", { name: `${cards}, line 2 Changes Payout.` })).toBeVisible();
  await part.getByRole("button", { name: "Import 1 offer" }).press("Enter");
  await expect(state).toHaveText("Pasted rows was imported: 1 changed, 1 unchanged, 1 skipped.");
  await part.getByRole("button", { name: "Close" }).press("Enter");
  await expect(opener).toBeFocused();
  await expect(row(page, cards)).toContainText("$50.00 a lead");

  await row(page, cards).getByRole("link", { name: cards }).click(); // among many, a fallback is searched
  const form = page.getByRole("dialog", { name: "Edit Offer" });
  await expect(form.getByText("This placement: Carousel")).toBeVisible();
  const fallback = form.getByRole("group", { name: "Fallback" });
  await fallback.getByLabel("Search by name").fill(loans);
  await expect(fallback.getByRole("status")).toHaveText("1 result. Choose one above.");
  await fallback.getByRole("combobox").selectOption(loans);
  await expectAccessible(page);
  await form.getByRole("button", { name: "Save" }).click();
  await toast(page, "Offer updated successfully");
});
