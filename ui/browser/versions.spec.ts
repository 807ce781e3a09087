import { expect, expectAccessible, expectNoSidewaysScroll, signIn, test } from "./site.ts";
import { addOffer, admin, ownPage, toast, unique } from "./staff.ts";

test("an offer is looked at before it is live", { tag: "@long" }, async ({ page }) => {
  await signIn(page, "admin", admin);
  const own = await ownPage(page);
  const name = unique("Soon");
  const id = await addOffer(page, own.id, name);
  await page.request.put(`/api/content/offers/${id}`, { data: { isActive: false } });
  await page.request.put(`/api/content/pages/${own.id}`, { data: { isActive: false } });
  await page.goto(`${admin}?tab=offers&page=${own.slug}&edit=${id}`);
  const tab = page.waitForEvent("popup");
  await page.getByRole("dialog").getByRole("button", { name: "Preview" }).click();
  const preview = await tab;
  await expect(preview.getByRole("heading", { name })).toBeVisible();
  await expect(preview.getByText("Readers can’t see this version of the page.")).toBeVisible();
  await expect(preview.getByRole("heading", { level: 1, name: own.title })).toBeVisible();
  await expectAccessible(preview);
  await expectNoSidewaysScroll(preview);
  for (const [kind, call] of [
    ["offer", "offers"],
    ["static-offer", "static-offers"],
    ["daily-offer", "daily-offers"],
  ]) {
    const [offer] = await (await page.request.get(`/api/admin/${call}?limit=1`)).json();
    const made = await page.request.post("/api/admin/previews", { data: { kind, id: offer.id } });
    await preview.goto(new URL((await made.json()).url).pathname);
    await expect(preview.getByText(offer.title).first()).toBeVisible();
    await expectAccessible(preview);
  }
});

test("a page is deleted and restored", { tag: ["@desktop", "@long"] }, async ({ page }) => {
  await signIn(page, "admin", admin);
  const { title, slug } = await ownPage(page);
  await page.getByRole("searchbox").fill(title);
  await page.getByRole("button", { name: `Delete ${title}` }).click();
  await toast(page, "Page deleted successfully");
  await expect(page.getByRole("button", { name: `Delete ${title}` })).toHaveCount(0);
  expect((await page.request.get(`/content/${slug}`)).status()).toBe(404);
  await page.getByRole("button", { name: "Trash", exact: true }).click();
  await expect(page.getByRole("heading", { name: title })).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.getByRole("button", { name: `Restore ${title}` }).click();
  await toast(page, "Page restored successfully");
  expect((await page.request.get(`/content/${slug}`)).status()).toBe(200);
});

test("the audit log tells who did what, before and after", { tag: "@long" }, async ({ page }) => {
  await signIn(page, "admin");
  const name = unique("Logged");
  const id = await addOffer(page, (await ownPage(page)).id, name);
  await page.request.put(`/api/content/offers/${id}`, { data: { title: `${name} again` } });
  await page.goto(`${admin}?view=audit&kind=content+offer`);
  const entry = page.getByRole("listitem").filter({ hasText: `${name} again` });
  await expect(entry).toContainText("Ada Marsh changed the title of the offer");
  await expect(entry.getByRole("link", { name: `${name} again` })).toHaveAttribute("href", new RegExp(`edit=${id}$`));
  await entry.getByText("title", { exact: true }).first().click();
  await expect(entry.getByRole("row").filter({ hasText: `${name} again` })).toBeVisible();
  await expectAccessible(page);
});

test("a version of the audit log is restored", { tag: "@long" }, async ({ page }) => {
  await signIn(page, "admin");
  const name = unique("Version");
  const id = await addOffer(page, (await ownPage(page)).id, name);
  await page.request.put(`/api/content/offers/${id}`, { data: { title: `${name} again` } });
  await page.goto(`${admin}?view=audit&kind=content+offer`);
  const added = page.getByRole("listitem").filter({ hasText: `added the offer “${name}”` });
  await added.getByRole("button", { name: "Restore this version" }).click();
  await expectAccessible(page);
  await page.getByRole("dialog").getByRole("button", { name: "Restore", exact: true }).click();
  await toast(page, "Version restored successfully");
  await expect(page.locator("main:focus, main :focus")).toHaveCount(1);
  await page.getByRole("button", { name: "Refresh" }).click();
  await expect(page.getByRole("listitem").first()).toContainText(`changed the title of the offer “${name}”.`);
});
