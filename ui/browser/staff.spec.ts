import { refuse } from "./people.ts";
import { expect, expectAccessible, expectNoSidewaysScroll, signIn, test } from "./site.ts";
import { addOffer, admin, adminViews, lastChange, ownPage, row, toast, unique } from "./staff.ts";

test("every screen of the admin area is accessible and fits", { tag: ["@long", "@both"] }, async ({ page }) => {
  test.setTimeout(180_000); // one screen after the other
  await signIn(page, "admin");
  for (const view of adminViews) {
    await page.goto(admin + view);
    await expect(page.locator("h1")).toBeVisible();
    if (/edit|importing/.test(view)) await expect(page.getByRole("dialog")).toBeVisible();
    await expect(page.getByRole("status", { name: "Loading" })).toHaveCount(0);
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
  }
});

test("the tabs go by arrow keys and are in the address", { tag: "@long" }, async ({ page }) => {
  await signIn(page, "admin", admin);
  await page.getByRole("tab", { name: "Pages" }).focus();
  await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("tab", { name: "Offers" })).toBeFocused();
  await expect(page.getByRole("tab", { name: "Offers" })).toHaveAttribute("aria-selected", "true");
  await expect(page.getByRole("heading", { name: "Select a Page" })).toBeVisible();
  await page.keyboard.press("End");
  await expect(page).toHaveURL(/tab=analytics/);
  await expect(page.getByRole("heading", { name: "Select a Page" })).toBeVisible();
  await page.keyboard.press("Home");
  await page.getByRole("button", { name: "Offers on Hot Offers" }).click();
  await expect(page.getByRole("combobox", { name: "Page" })).toHaveValue("hot-offers");
  await expect(page.getByRole("row").nth(1)).toBeVisible();
});

test.describe("pages", () => {
  test.use({ expectedErrors: [/status of 40[09]/] });

  test("are added, edited and switched off, and the log has it", { tag: "@long" }, async ({ page }) => {
    await signIn(page, "admin", admin);
    const title = unique("Summer");
    const slug = title.toLowerCase().replaceAll(" ", "-");
    await page.getByRole("button", { name: "Add Page" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "Add Page" }).click();
    await toast(page, "Title and slug are required");
    await dialog.getByLabel("Title").fill(title);
    await expect(dialog.getByLabel("Slug")).toHaveValue(slug);
    await dialog.getByLabel("Slug").fill("bulk-import");
    await dialog.getByRole("button", { name: "Add Page" }).click();
    await expect(dialog.getByLabel("Slug")).toHaveAccessibleDescription(/reserved/);
    await dialog.getByLabel("Slug").fill("hot-offers");
    await dialog.getByRole("button", { name: "Add Page" }).click();
    await expect(dialog.getByLabel("Slug")).toHaveAccessibleDescription(/Another page has this slug/);
    await dialog.getByLabel("Slug").fill(slug);
    await dialog.getByRole("button", { name: "Add Page" }).click();
    await toast(page, "Page created successfully");
    expect(await lastChange(page, "page", title)).toBe("create");
    expect((await page.request.get(`/content/${slug}`)).status()).toBe(200);

    await page.getByRole("searchbox").fill(title);
    await expect(page).toHaveURL(/[?&]q=/);
    await page.getByRole("button", { name: `Edit ${title}` }).click();
    await dialog.getByLabel("Description").fill("For July.");
    await dialog.getByRole("button", { name: "Save" }).click();
    await toast(page, "Page updated successfully");
    await expect(page.getByText("For July.").first()).toBeVisible();
    expect(await lastChange(page, "page", title)).toBe("update");
    await expect(page.getByText(`/content/${slug}`)).toBeVisible();
    await expect(page.getByRole("link", { name: `Open ${title}` })).toBeVisible();

    await page.getByRole("switch", { name: `Active: ${title}` }).click();
    await expect(page.getByRole("switch", { name: `Active: ${title}` })).toHaveAttribute("aria-checked", "false");
    await expect(page.getByRole("link", { name: `Open ${title}` })).toHaveCount(0);
    expect((await page.request.get(`/content/${slug}`)).status()).toBe(404);
  });
});

/** Each kind of record that has a list of its own; `shared` ones other tests see as well, so they stay inactive. */
const kinds = [
  { kind: "content offer", noun: "offer", list: "?tab=offers", title: "Title", url: "URL", shared: false },
  {
    kind: "question",
    noun: "question",
    list: "?tab=offers&list=questions",
    title: "Question",
    url: null,
    shared: false,
  },
  { kind: "offer", noun: "offer", list: "?view=carousel", title: "Title", url: "URL", shared: true },
  { kind: "daily offer", noun: "offer", list: "?view=daily", title: "Title", url: "URL", shared: true },
];

for (const { kind, noun, list, title, url, shared } of kinds) {
  const tag = kind === "content offer" ? [] : "@long"; // by the same code
  test(`a ${kind} is added, edited, switched, deleted and taken back, and the log has it`, { tag }, async ({
    page,
  }) => {
    test.slow();
    await signIn(page, "admin");
    await page.goto(`${admin}${list}&page=${(await ownPage(page)).slug}`);
    const Noun = noun === "offer" ? "Offer" : "Question";
    const name = unique("Test");
    await page.getByRole("button", { name: `Add ${Noun}`, exact: true }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: `Add ${Noun}` }).click();
    await toast(page, url ? "Title and URL are required" : "Question is required");
    await dialog.getByLabel(title, { exact: true }).fill(name);
    if (url) await dialog.getByLabel(url, { exact: true }).fill("https://partner.example.com/a?ref={sourceid}");
    if (shared) await dialog.getByLabel("Active").uncheck();
    await dialog.getByRole("button", { name: `Add ${Noun}` }).click();
    await toast(page, `${Noun} created successfully`);
    await expect(dialog).toHaveCount(0);
    expect(await lastChange(page, kind, name)).toBe("create");

    await page.getByRole("searchbox").fill(name);
    await expect(page).toHaveURL(/[?&]q=/);
    await expect(page.getByText(`1 ${noun}`)).toBeVisible();
    await row(page, name).getByRole("link", { name }).click();
    await dialog.getByLabel(title, { exact: true }).fill(`${name} better`);
    await dialog.getByRole("button", { name: "Save" }).click();
    await toast(page, `${Noun} updated successfully`);
    await expect(row(page, `${name} better`)).toBeVisible();
    expect(await lastChange(page, kind, name)).toBe("update");

    const toggle = page.getByRole("switch", { name: `Active: ${name} better` });
    if (!shared) await toggle.click();
    await expect(toggle).toHaveAttribute("aria-checked", "false");

    await page.getByRole("button", { name: `Delete ${name} better` }).click();
    await expect(dialog).toContainText(`Are you sure you want to delete this ${noun}?`);
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Delete" }).click();
    await page.getByRole("button", { name: "Undo" }).hover(); // so that it stays
    await toast(page, `${Noun} deleted successfully`);
    await expect(row(page, name)).toHaveCount(0);
    expect(await lastChange(page, kind, name)).toBe("delete");
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(row(page, `${name} better`)).toBeVisible();
    expect(await lastChange(page, kind, name)).toBe("restore");

    await page.getByLabel(`Select ${name} better`).check();
    await page.getByRole("button", { name: "Delete", exact: true }).click();
    await dialog.getByRole("button", { name: "Delete" }).click();
    await expect(row(page, name)).toHaveCount(0);
    await page.getByRole("button", { name: "Trash" }).click();
    await expect(row(page, `${name} better`)).toBeVisible();
    await page.getByRole("button", { name: `Restore ${name} better` }).click();
    await expect(row(page, name)).toHaveCount(0);
  });
}

test.describe("bulk import", () => {
  test.use({ expectedErrors: [/status of 400/] });

  test("names the wrong lines, then takes all of them; many are switched at once", { tag: "@long" }, async ({
    page,
  }) => {
    await signIn(page, "admin");
    await page.goto(`${admin}?tab=offers&page=${(await ownPage(page)).slug}`);
    const host = `${unique("host").toLowerCase().replaceAll(" ", "-")}.example.com`;
    await page.getByRole("button", { name: "Bulk Import" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "Import" }).click();
    await toast(page, "Please enter at least one URL");
    await dialog.getByLabel("URLs, one per line").fill(`https://${host}/a\n\nftp://${host}/b\nhttps://${host}/c`);
    await dialog.getByRole("button", { name: "Import" }).click();
    await expect(dialog.getByRole("list", { name: "Lines to fix" }).getByText(/^Line 3: /)).toBeVisible();
    await expectAccessible(page);
    await dialog.getByLabel("URLs, one per line").fill(`https://${host}/a\n\nhttps://${host}/b`);
    await dialog.getByRole("button", { name: "Import" }).click();
    await toast(page, "Bulk import completed successfully");
    expect(await lastChange(page, "content offer", host)).toBe("create");
    await page.getByRole("searchbox").fill(host);
    await expect(page).toHaveURL(/[?&]q=/);
    await expect(page.getByText("2 offers")).toBeVisible();
    await expect(page.getByRole("switch", { checked: false })).toHaveCount(2);
    await page.getByLabel("Select all").check();
    await expect(page.getByText("2 offers selected")).toBeVisible();
    await page.getByRole("button", { name: "Activate", exact: true }).click();
    await expect(page.getByRole("switch", { checked: true })).toHaveCount(2);
    await page.getByRole("button", { name: "Delete", exact: true }).click();
    await expect(dialog).toContainText("Are you sure you want to delete these 2 offers?");
    await dialog.getByRole("button", { name: "Delete" }).click();
    await expect(page.getByText("No offers found")).toBeVisible();
  });
});

/** Adds an offer to a page by a call, and gives its id. */

test.describe("two people who edit one offer", () => {
  test.use({ expectedErrors: [/status of 409/] });

  test("see both versions, and nobody's text is lost", { tag: "@long" }, async ({ page }) => {
    await signIn(page, "admin");
    const name = unique("Shared");
    const own = await ownPage(page);
    const id = await addOffer(page, own.id, name);
    await page.goto(`${admin}?tab=offers&page=${own.slug}&edit=${id}`);
    const dialog = page.getByRole("dialog", { name: "Edit Offer" });
    await dialog.getByLabel("Title").fill(`${name} mine`);
    await page.request.put(`/api/content/offers/${id}`, {
      data: { title: `${name} theirs`, description: "Also theirs" },
    });
    await dialog.getByRole("button", { name: "Save" }).click();
    const conflict = page.getByRole("dialog", { name: "Changed by someone else" });
    await expect(conflict).toContainText(`${name} mine`);
    await expect(conflict).toContainText(`${name} theirs`);
    await expect(conflict.getByRole("radio", { checked: true })).toHaveCount(2);
    await expectAccessible(page);
    await conflict.getByRole("button", { name: "Save my choices" }).click();
    await toast(page, "Offer updated successfully");
    const saved = await (await page.request.get(`/api/content/offers?pageId=${own.id}`)).json();
    expect(saved[0]).toMatchObject({ title: `${name} mine`, description: "Also theirs" });
  });
});

test.describe("what is being typed", () => {
  test.use({ expectedErrors: [/status of 401/] });

  test("survives a reload and a session that ends", { tag: "@long" }, async ({ page }) => {
    await signIn(page, "admin");
    await page.goto(`${admin}?tab=offers&page=${(await ownPage(page)).slug}`);
    const name = unique("Draft");
    await page.getByRole("button", { name: "Add Offer" }).click();
    const dialog = page.getByRole("dialog", { name: "Add Offer" });
    await dialog.getByLabel("Title").fill(name);
    await dialog.getByLabel("URL").fill("https://partner.example.com/draft");
    await page.reload();
    await expect(dialog.getByText("We restored your unsaved changes.")).toBeVisible();
    await expect(dialog.getByLabel("Title")).toHaveValue(name);

    await expect(page.getByText("No offers yet")).toBeVisible();
    await page.context().clearCookies();
    await dialog.getByRole("button", { name: "Add Offer" }).click();
    await expect(page.getByText("Your session has ended.")).toBeVisible();
    await page.getByRole("main").getByRole("link", { name: "Sign in" }).click();
    await page.getByRole("link", { name: ", admin (" }).click();
    await expect(dialog.getByLabel("Title")).toHaveValue(name);
    await dialog.getByRole("button", { name: "Add Offer" }).click();
    await toast(page, "Offer created successfully");
    await expect(dialog).toHaveCount(0);
    await page.getByRole("button", { name: "Add Offer" }).click();
    await expect(dialog.getByLabel("Title")).toHaveValue("");
  });
});

test("analytics has its ranges, charts, tables, reasons and files", { tag: "@long" }, async ({ page }) => {
  await signIn(page, "admin", `${admin}?tab=analytics&page=hot-offers`);
  await expect(page.getByRole("combobox", { name: "Period" })).toHaveValue("7days");
  const days = page.getByRole("table").first().locator("tbody tr");
  await expect(days).toHaveCount(7);
  for (const figure of ["Clicks", "Unique visitors", "Click-through rate", "Views"]) {
    await page.getByRole("button", { name: new RegExp(`^${figure}`) }).click();
    await expect(page.getByRole("application", { name: `${figure} by day` })).toBeVisible();
  }
  await page.getByRole("combobox", { name: "Period" }).selectOption("30days");
  await expect(days).toHaveCount(30);
  await page.getByRole("combobox", { name: "Period" }).selectOption("custom");
  await expect(days).toHaveCount(1);
  await page.getByLabel("From").fill("2026-01-01");
  await page.getByLabel("To", { exact: true }).fill("2026-01-03");
  await expect(days).toHaveCount(3);
  await page.getByRole("button", { name: "All traffic" }).click();
  await expect(page).toHaveURL(/count=all/);
  await expect(page.getByText("Robots and crawlers")).toBeVisible();
  const file = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download CSV" }).first().click();
  expect((await file).suggestedFilename()).toBe("hot-offers-2026-01-01-2026-01-03.csv");
});

test("a token is made, shown once and revoked", { tag: "@long" }, async ({ page }) => {
  await signIn(page, "admin", `${admin}?view=access`);
  const name = unique("Nightly export");
  await page.getByRole("button", { name: "Create Token" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill(name);
  await dialog.getByRole("button", { name: "Create Token" }).click();
  await expect(dialog.getByRole("heading", { name: "Copy the token now" })).toBeVisible();
  await expectAccessible(page);
  const secret = await dialog.locator("[data-secret]").textContent();
  await dialog.getByRole("button", { name: "Done" }).click();
  const bearer = { headers: { authorization: `Bearer ${secret}`, cookie: "" } };
  expect((await page.request.get("/api/content/pages", bearer)).status()).toBe(200);
  await row(page, name)
    .getByRole("button", { name: /^Revoke/ })
    .click();
  await page.getByRole("dialog").getByRole("button", { name: "Revoke" }).click();
  await toast(page, "Token revoked successfully");
  expect((await page.request.get("/api/content/pages", bearer)).status()).toBe(401);
});

test("a role waits for somebody who has not signed in yet, and is withdrawn", { tag: ["@desktop", "@long"] }, async ({
  page,
}) => {
  await signIn(page, "admin", `${admin}?view=access`);
  const email = `${unique("new").toLowerCase().replaceAll(" ", "-")}@example.com`;
  const people = page.getByRole("region", { name: "People" });
  await people.getByLabel("Email").fill(email);
  await people.getByRole("combobox", { name: /^Role(?! of)/ }).selectOption("marketer");
  await people.getByRole("button", { name: "Assign role" }).click();
  await toast(page, "Role assigned successfully");
  await toast(page, "It takes effect when they first sign in.");
  await page.getByRole("button", { name: `Resend the invitation for ${email}` }).click();
  await toast(page, "Invitation resent");
  await page.getByRole("button", { name: `Withdraw the invitation for ${email}` }).click();
  await expectAccessible(page);
  await page.getByRole("dialog").getByRole("button", { name: "Withdraw" }).click();
  await toast(page, "Invitation withdrawn");
  await expect(row(page, email)).toHaveCount(0);
  await page.goto(`${admin}?view=audit`);
  await page.getByLabel("Kind").selectOption("invitation");
  await expect(page.getByRole("listitem").filter({ hasText: email }).first()).toBeVisible();
  await expect(page.getByLabel("Kind").getByRole("option", { name: "role" })).toHaveCount(0);
});

test("a change of somebody’s role, an end of their account or of their sessions asks first", {
  tag: ["@desktop", "@long"],
}, async ({ page }) => {
  await signIn(page, "admin", `${admin}?view=access`);
  const me = "admin@thriftwell.example"; // nobody else's session is ended
  const people = page.getByRole("region", { name: "People" });
  const role = people.getByLabel(`Role of ${me}`);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await role.selectOption("editor");
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("signs them out everywhere");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(role).toHaveValue("admin");
  for (const [button, question] of [
    [`Disable ${me}`, /blocks sign-in/],
    [`Sign out ${me} everywhere`, /tokens keep working/],
  ] as const) {
    await people.getByRole("button", { name: button }).click();
    await expect(dialog).toContainText(question);
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await expect(dialog).toHaveCount(0);
  }
  await expect(people.getByRole("button", { name: `Disable ${me}` })).toBeVisible();
});

test.describe("making an admin or a token of one, long after the sign-in", () => {
  test.use({ expectedErrors: [/status of 403/] });

  test("leads to another sign-in", { tag: "@long" }, async ({ page }) => {
    await signIn(page, "admin", `${admin}?view=access`);
    await page.getByRole("button", { name: "Create Token" }).click();
    await refuse(page, "**/api/admin/tokens", 403, "This takes a sign-in within the last 15 minutes.");
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Role").selectOption("admin");
    await dialog.getByRole("button", { name: "Create Token" }).click();
    await expect(dialog.getByRole("alert")).toHaveText(/^This takes a sign-in within the last 15 minutes\./);
    await expectAccessible(page);
    const again = dialog.getByRole("link", { name: "Sign in again" });
    await expect(again).toHaveAttribute("href", /^\/api\/auth\/login\?returnTo=.*access$/);
    await dialog.getByRole("button", { name: "Cancel" }).click();

    await refuse(page, "**/api/admin/users", 403, "This takes a sign-in within the last 15 minutes.");
    const people = page.getByRole("region", { name: "People" });
    await people.getByLabel("Email").fill("a@example.com");
    await people.getByRole("combobox", { name: /^Role(?! of)/ }).selectOption("admin");
    await people.getByRole("button", { name: "Assign role" }).click();
    await expect(people.getByRole("alert")).toHaveText(
      "This takes a sign-in within the last 15 minutes. Sign in again",
    );
  });
});
