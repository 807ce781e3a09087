import type { Page } from "@playwright/test";
import { expect, expectAccessible, expectNoSidewaysScroll, open, signIn, test } from "./site.ts";
import { goTo, row, toast, unique } from "./staff.ts";

/** Switches the offers with a title off: tests after this one count those that a visitor sees. */
async function switchOff(page: Page, title: string) {
  const offers = await (await page.request.get(`/api/admin/all-offers?q=${encodeURIComponent(title)}`)).json();
  const data = { offers: offers.map(({ id }: { id: string }) => ({ id })), set: { isActive: false } };
  expect((await page.request.post("/api/admin/all-offers/batch", { data })).ok()).toBe(true);
}

test("offers of all kinds are found, duplicated and changed together, and an advertiser shows its own", {
  tag: ["@long", "@both"],
}, async ({ page }) => {
  test.slow();
  await signIn(page, "editor", "/admin");
  const [title, partner] = [unique("Cards"), unique("Partner")];
  const link = "https://partner.example.com/";
  await page.request.post("/api/admin/advertisers", { data: { name: partner, preset: "own" } });
  await page.request.post("/api/admin/static-offers", { data: { title, link, isActive: true } });
  await goTo(page, "All offers");
  await page.getByLabel("Search offers").fill(title);
  await page.keyboard.press("Enter");
  await expect(row(page, title)).toHaveCount(1);
  await expect(row(page, title)).toContainText("Hot offers");
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  await page.getByLabel(`Select ${title}`).check();
  await page.getByRole("button", { name: "Duplicate", exact: true }).click();
  const copying = page.getByRole("dialog", { name: `Duplicate ${title}` });
  await copying.getByRole("button", { name: "Duplicate" }).click();
  await expect(copying.getByText("Choose at least one placement.")).toBeVisible();
  await copying.getByLabel("Carousel").check();
  await copying.getByLabel("Daily offers").check();
  await expectAccessible(page);
  await copying.getByRole("button", { name: "Duplicate" }).click();
  await toast(page, "Offer duplicated successfully");
  await expect(row(page, title)).toHaveCount(2);
  await expect(row(page, `Copy of ${title}`)).toContainText("Carousel +1");
  const state = (name: RegExp) => page.getByRole("group", { name: "State" }).getByRole("button", { name });
  await page.getByLabel(`Select ${title}`, { exact: true }).check();
  await page.getByRole("button", { name: "Add placements", exact: true }).click();
  const placing = page.getByRole("dialog", { name: `Add placements of ${title}` });
  await placing.getByLabel("Carousel").check();
  await placing.getByLabel("Turn on").check();
  await placing.getByRole("button", { name: "Add placements" }).click();
  await toast(page, "Placements added successfully");
  await expect(row(page, title)).toHaveCount(2);
  await state(/^Off 1/).click();
  await expect(row(page, title)).toHaveCount(1);
  await state(/^All 2/).click();

  await page.getByLabel("Select all").check();
  await page.getByRole("button", { name: "Edit", exact: true }).click();
  const bulk = page.getByRole("dialog", { name: "Edit 2 offers" });
  await bulk.getByLabel("Advertiser").selectOption(partner);
  await bulk.getByLabel("Payout for").selectOption("Each lead");
  await bulk.getByLabel("Payout", { exact: true }).fill("a lot");
  await bulk.getByLabel("Status").selectOption("On");
  await bulk.getByRole("button", { name: "Save" }).click();
  await expect(bulk.getByText("Enter an amount, such as 12.50.")).toBeVisible();
  await bulk.getByLabel("Payout", { exact: true }).fill("40");
  await expectAccessible(page);
  await bulk.getByRole("button", { name: "Save" }).click();
  await toast(page, "Offers updated successfully");
  await state(/^Shown 2/).click();
  await expect(row(page, partner)).toHaveCount(2);

  await row(page, partner).first().getByRole("link", { name: title }).click();
  const form = page.getByRole("dialog", { name: "Edit Offer" });
  await expect(form.getByLabel("Payout", { exact: true })).toHaveValue("40.00");
  await form.getByRole("button", { name: "Cancel" }).click();
  await row(page, partner).first().getByRole("link", { name: partner }).click();
  await expect(page.getByRole("heading", { level: 1, name: partner })).toBeVisible();
  await expect(row(page, title)).toHaveCount(2);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await switchOff(page, title);
});

test("an offer is added to several placements at once, and its form shows and changes them", {
  tag: ["@long", "@both"],
}, async ({ page }) => {
  await signIn(page, "editor", "/admin");
  const title = unique("Everywhere");
  await open(page, "/admin/offers");
  await page.getByRole("button", { name: "Add Offer" }).click();
  const form = page.getByRole("dialog", { name: "Add Offer" });
  for (const placement of ["Carousel", "Daily offers", "Hot offers"])
    await form.getByLabel(placement, { exact: true }).check();
  await form.getByRole("button", { name: "Continue" }).click();
  await form.getByLabel("Title").fill(title);
  await form.getByLabel("URL", { exact: true }).fill("https://partner.example.com/");
  await form.getByRole("button", { name: "Add Offer" }).click();
  await toast(page, "Placements added successfully");
  await open(page, `/admin/offers?q=${encodeURIComponent(title)}&status=shown`);
  await expect(row(page, title)).toHaveCount(1);
  await expect(row(page, title)).toContainText("Carousel +2");

  await row(page, title).getByRole("link", { name: title }).click();
  const dialog = page.getByRole("dialog", { name: "Edit Offer" });
  await expect(dialog.getByText("Also in Daily offers and Hot offers")).toBeVisible();
  await dialog.getByLabel("Title").fill(`${title} again`);
  const placements = dialog.getByRole("region", { name: "Placements" });
  await placements.getByLabel("On in Daily offers").uncheck();
  await expect(placements.getByRole("listitem").filter({ hasText: "Daily offers" })).toContainText("Off");
  await placements.getByRole("button", { name: "Remove from Hot offers" }).click();
  await page.getByRole("dialog", { name: "Remove placement" }).getByRole("button", { name: "Remove" }).click();
  await toast(page, "Placement removed");
  await expect(placements.getByRole("listitem")).toHaveCount(2);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await dialog.getByRole("button", { name: "Save" }).click();
  await toast(page, "Offer updated successfully");
  await expect(row(page, `${title} again`)).toContainText("Carousel +1");
  await switchOff(page, title);
});
