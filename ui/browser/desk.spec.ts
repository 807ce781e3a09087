import type { Locator, Page } from "@playwright/test";
import { addArticle, articleText, editorReady, saved, slugOf } from "./pieces.ts";
import { expect, expectAccessible, expectNoSidewaysScroll, keptKeys, signIn, test } from "./site.ts";
import { goTo, lastChange, row, toast, unique } from "./staff.ts";

test("the desk is accessible and fits", { tag: "@long" }, async ({ page }) => {
  test.slow();
  await signIn(page, "admin");
  const { id } = await addArticle(page, unique("Looked at"));
  const guide = await (await page.request.get("/api/admin/guides?limit=1")).json();
  for (const path of [
    "",
    "/topics",
    "/links",
    "/links?bin=1",
    "/links?edit=new&path=/guides",
    "/articles",
    "/articles?bin=1",
    `/articles/${id}`,
    "/articles/new",
    "/guides",
    `/guides/${guide[0].id}`,
  ]) {
    await page.goto(`/admin${path}`);
    await expect(page.locator("h1")).toBeVisible();
    await expect(page.getByRole("status", { name: "Loading" })).toHaveCount(0);
    if (/\/(\d+|new)$/.test(path)) await editorReady(page);
    if (path.includes("edit")) await expect(page.getByRole("dialog")).toBeVisible();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
  }
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("dialog", { name: "Search and commands" })).toBeVisible();
  await expectAccessible(page);
});

test("an article goes from blank to draft, published, corrected and archived", async ({ page }) => {
  test.slow();
  await signIn(page, "editor", "/admin/articles");
  const title = unique("Cut the cord");
  const slug = slugOf(title);
  await page.getByRole("link", { name: "New article" }).click();
  await expect(page.getByRole("main")).toBeFocused(); // which takes the focus a moment after the screen has come
  await page.getByRole("button", { name: "Save draft" }).click();
  await toast(page, "Enter a title.");
  await expect(page.getByText("Not saved: Enter a title.")).toBeVisible();
  await page.getByLabel("Title").fill(title);
  await expect(page.getByLabel("Slug")).toHaveValue(slug);
  await page.getByLabel("Excerpt").fill(articleText.excerpt);
  await page.getByLabel("Category").selectOption("Phone & Internet");
  const body = page.getByRole("textbox", { name: "Body" });
  await body.pressSequentially("Cable costs ");
  await page.keyboard.press("Control+b");
  await body.pressSequentially("$1,200");
  await page.keyboard.press("Control+b");
  await body.pressSequentially(" a year.");
  await body.press("Control+s");
  await page.keyboard.type(" Really."); // one writes on while it is saved
  await expect(page).toHaveURL(/\/admin\/articles\/\d+$/);
  expect((await page.request.get(`/articles/${slug}`)).status()).toBe(404);
  await expect(saved(page)).toBeVisible(); // by itself
  await expect.poll(() => keptKeys(page)).not.toContainEqual(expect.stringContaining("article::new")); // the next begins empty
  await expect(body).toBeFocused(); // still
  await page.getByRole("button", { name: "Publish", exact: true }).click();
  await expect(page.getByRole("link", { name: "View page" })).toBeVisible(); // a toast may be about the save before
  const shown = await page.request.get(`/articles/${slug}`);
  expect(await shown.text()).toContain("Cable costs <strong>$1,200</strong> a year. Really.");

  await page.getByRole("button", { name: "Source of Body" }).click();
  await page.getByRole("textbox", { name: "Body" }).fill("Cable costs $1,300 a year.");
  await expect(page.getByText("Unsaved changes")).toBeVisible();
  await page.getByRole("button", { name: "Update" }).click();
  await expect(saved(page)).toBeVisible();
  expect(await (await page.request.get(`/articles/${slug}`)).text()).toContain("Cable costs $1,300 a year.");

  await page.getByRole("button", { name: "Archive" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Archive" }).click();
  await expect(page.getByRole("button", { name: "Back to draft" })).toBeVisible();
  expect((await page.request.get(`/articles/${slug}`)).ok()).toBe(false);
});

test("a new article is kept by itself once it has a title, and one writes on meanwhile", { tag: "@long" }, async ({
  page,
}) => {
  test.slow();
  await signIn(page, "editor", "/admin/articles");
  await page.getByRole("link", { name: "New article" }).click();
  await editorReady(page);
  await expect(page.getByRole("main")).toBeFocused();
  const held = Promise.withResolvers<void>();
  await page.route("**/api/admin/articles", async (route) => {
    await held.promise;
    await route.continue();
  });
  const [name, title, slug] = [unique("By itself"), page.getByLabel("Title"), page.getByLabel("Slug")];
  const adding = page.waitForRequest(
    (request) => request.method() === "POST" && /admin\/articles$/.test(request.url()),
  );
  await title.fill(name);
  expect((await adding).postDataJSON()).toMatchObject({ title: name, autosave: true });
  await page.keyboard.press("Control+s");
  await page.keyboard.press("Home");
  await page.keyboard.type("Kept ");
  held.resolve();
  await expect(page).toHaveURL(/\/admin\/articles\/\d+$/);
  await page.keyboard.type("whole "); // where one was
  await expect(slug).toHaveValue(slugOf(`Kept whole ${name}`));
  await expect(saved(page)).toBeVisible();
  const kept = await (await page.request.get(`/api/admin/articles?q=${encodeURIComponent(name)}`)).json();
  expect(kept).toMatchObject([{ title: `Kept whole ${name}`, slug: slugOf(`Kept whole ${name}`), status: "draft" }]);
  await slug.fill(slugOf(name));
  await title.fill(`Another ${name}`);
  await expect(slug).toHaveValue(slugOf(name)); // somebody typed into it
  await expect(saved(page)).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/\/admin\/articles$/);
});

test.describe("a publication that is refused", () => {
  test.use({ expectedErrors: [/status of 400/] });

  test("leaves a draft that is saved as one", { tag: "@long" }, async ({ page }) => {
    await signIn(page, "editor");
    const { id } = await addArticle(page, unique("Not ready"), { category: "" });
    await page.goto(`/admin/articles/${id}`);
    await page.getByRole("button", { name: "Publish", exact: true }).click();
    await toast(page, "Error");
    await page.getByLabel("Category").selectOption("Banking");
    await page.getByRole("button", { name: "Save draft" }).click();
    await expect(saved(page)).toBeVisible();
    const kept = await (await page.request.get(`/api/admin/articles/${id}`)).json();
    expect(kept).toMatchObject({ status: "draft", category: "banking" });
  });
});

test("a schedule is by the site's clock, and one in the past asks first", { tag: "@long" }, async ({ page }) => {
  await signIn(page, "admin");
  const title = unique("Later");
  const { id, slug } = await addArticle(page, title);
  await page.goto(`/admin/articles/${id}`);
  const year = new Date().getFullYear() + 1;
  const field = page.getByLabel("Publish at");
  await field.fill("2024-07-01T09:30");
  await field.focus();
  for (let i = 0; i < 2; i++) await page.keyboard.press("Tab"); // to the year
  await page.keyboard.type(String(year));
  await expect(field).toHaveValue(`${year}-07-01T09:30`);
  await page.getByRole("button", { name: "Schedule" }).click();
  await expect(page.getByRole("button", { name: "Unschedule" })).toBeVisible();
  const kept = await (await page.request.get(`/api/admin/articles/${id}`)).json();
  expect(kept).toMatchObject({ status: "scheduled", publishAt: `${year}-07-01T13:30:00Z` });
  await page.getByLabel("Publish at").fill("2026-01-01T09:00");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "This time has passed" });
  await dialog.getByRole("button", { name: "Publish now" }).click();
  await expect(page.getByRole("link", { name: "View page" })).toBeVisible();
  expect((await page.request.get(`/articles/${slug}`)).status()).toBe(200);
});

test("the steps of a guide are added, moved and removed, by keyboard and by mouse", {
  tag: ["@desktop", "@long"],
}, async ({ page }) => {
  await signIn(page, "admin");
  const title = unique("Guide");
  const items = ["One", "Two"].map((title) => ({ title, content: `Text of ${title}.` }));
  const data = { title, slug: slugOf(title), subtitle: "How", category: "phone", introduction: "In.", items };
  const { id } = await (await page.request.post("/api/admin/guides", { data })).json();
  await page.goto(`/admin/guides/${id}`);
  await page.getByRole("button", { name: "Move step 2 up" }).press("Enter");
  await page.locator("summary", { hasText: "Two" }).focus();
  await page.keyboard.press("Alt+ArrowDown");
  await page.keyboard.press("Alt+ArrowUp");
  await page.getByRole("button", { name: "Add step" }).press("Enter");
  await page.keyboard.type("Three");
  await page.getByRole("textbox", { name: "Text of step 3" }).fill("Text of three.");
  await page.getByRole("button", { name: "Remove step 2" }).click();
  await page
    .getByRole("region", { name: /Notifications/ })
    .getByRole("button", { name: "Undo" })
    .click();
  await page.getByRole("button", { name: "Save draft" }).click();
  await expect(saved(page)).toBeVisible();
  await page.reload(); // which closes the steps, so that all are in sight
  await editorReady(page); // and moves them
  const handle = page.getByTitle("Drag to move").last();
  const target = page.locator("summary", { hasText: "Two" });
  await target.scrollIntoViewIfNeeded();
  if (await handle.isVisible()) await handle.dragTo(target);
  else for (const number of [3, 2]) await page.getByRole("button", { name: `Move step ${number} up` }).tap();
  await page.getByRole("button", { name: "Save draft" }).click();
  const order = async () => {
    const kept = await (await page.request.get(`/api/admin/guides/${id}`)).json();
    return kept.items.map((item: { title: string }) => item.title);
  };
  await expect.poll(order).toEqual(["Three", "Two", "One"]);
});

test("what the editor cannot show opens as source and is not dropped", { tag: "@long" }, async ({ page }) => {
  await signIn(page, "admin");
  const body = "Before\n\n<div>markup</div>\n\n~~after~~";
  const { id } = await addArticle(page, unique("Source"), { body });
  await page.goto(`/admin/articles/${id}`);
  await editorReady(page);
  await expect(page.getByText("The editor can’t display all of this text, so it’s shown as source.")).toBeVisible();
  await expect(page.getByLabel("Body", { exact: true })).toHaveValue(body);
});

test("what comes from a word processor is only its structure", { tag: "@long" }, async ({ page }) => {
  await signIn(page, "admin", "/admin/articles/new");
  await editorReady(page);
  const body = page.getByRole("textbox", { name: "Body" });
  await body.click();
  for (const html of [
    `<style>p{color:red}</style><h1 style="color:red">Title</h1><p class=MsoNormal style="margin:0"><b
     style='mso-bidi-font-weight:normal'>Strong</b> <span style="color:red">word</span><a href="#_ftn1">1</a><o:p></o:p></p>
     <p class=MsoListParagraph style='mso-list:l0 level1 lfo1'>·&nbsp;&nbsp; One</p>
     <p class=MsoListParagraph style='mso-list:l0 level2 lfo1'>o&nbsp;&nbsp; Inner</p>
     <p class=MsoListParagraph style='mso-list:l0 level1 lfo1'>· Two</p>`,
    '<b style="font-weight:normal"><p><span style="font-weight:700">Heavy</span> and light</p><br><p>Next</p></b>',
    "<table><tr><td>Plan</td><td>Cost</td></tr><tr><td>One</td><td>$5</td></tr></table>",
  ]) {
    await body.evaluate((element, html) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData("text/html", html);
      element.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
    }, html);
    await page.keyboard.press("Enter");
    await page.keyboard.press("Enter");
  }
  await page.getByRole("button", { name: "Source of Body" }).click();
  await expect(page.getByRole("textbox", { name: "Body" })).toHaveValue(
    /^## Title\n\n\*\*Strong\*\* word1\n\n- One\n {2}- Inner\n- Two\n\n\*\*Heavy\*\* and light\n\nNext\n+\| Plan +\| Cost +\|\n\| -+ \| -+ \|\n\| One +\| \$5 +\|\s*$/,
  );
});

test("Markdown that is pasted is read as such, and another text as it is", { tag: "@long" }, async ({ page }) => {
  await signIn(page, "admin", "/admin/articles/new");
  await editorReady(page);
  const body = page.getByRole("textbox", { name: "Body" });
  await body.click();
  for (const text of ["# Title\n\n- one\n- two\n\n> [!TIP]\n> Ask **twice**.", "Five\nlines - no list"]) {
    await body.evaluate((element, text) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData("text/plain", text);
      element.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
    }, text);
    await page.keyboard.press("Control+End");
    await page.keyboard.press("Enter");
  }
  await expect(body.getByRole("heading", { level: 2, name: "Title" })).toBeVisible();
  await expect(body.getByRole("listitem")).toHaveText(["one", "two"]);
  await expect(body.locator("aside")).toContainText("Ask twice.");
  await expect(body).toContainText("lines - no list");
});

test("the list narrows by words and status, orders itself, and a row opens", { tag: "@long" }, async ({ page }) => {
  await signIn(page, "admin", "/admin");
  const title = unique("Listed");
  await addArticle(page, `${title} b`);
  await addArticle(page, `${title} a`);
  await goTo(page, "Articles");
  await page.getByRole("searchbox").fill(title);
  await expect(page).toHaveURL(/[?&]q=/);
  await page.getByRole("button", { name: "Draft", exact: true }).click();
  await expect(page).toHaveURL(/status=draft/);
  await expect(page.getByText("2 articles")).toBeVisible();
  await page.goto(`/admin/articles?q=${encodeURIComponent(title)}`);
  const first = page.getByRole("row").filter({ hasText: title }).first();
  await page.getByRole("button", { name: "Title" }).click();
  await expect(page).toHaveURL(/sort=title/);
  await expect(first).toContainText(`${title} a`);
  await page.getByRole("button", { name: "Title" }).click();
  await expect(first).toContainText(`${title} b`);
  await page.getByLabel(`Select ${title} a`).check();
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await toast(page, "Article deleted successfully");
  await expect(row(page, `${title} a`)).toHaveCount(0);
  expect(await lastChange(page, "article", `${title} a`)).toBe("delete");
  await page.getByRole("button", { name: "Trash", exact: true }).click();
  await row(page, `${title} a`).getByText("Draft").click();
  await page
    .getByRole("dialog", { name: `${title} a` })
    .getByRole("button", { name: "Restore" })
    .click();
  await toast(page, "Article restored successfully");
  await expect(page.getByText("No articles found")).toBeVisible();
  await page.getByRole("button", { name: "All", exact: true }).click();
  await expect(row(page, `${title} a`)).toBeVisible();
  await row(page, `${title} b`).getByText("Draft").click();
  await expect(page).toHaveURL(/\/admin\/articles\/\d+$/);
});

test.describe("the preview", () => {
  test.use({ expectedErrors: [/status of 400/] });

  test("the page is shown as it is typed, at both widths, and to whoever has the link", { tag: "@long" }, async ({
    page,
    context,
    browser,
  }) => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await signIn(page, "editor");
    const { id } = await addArticle(page, unique("Looked ahead"), { status: "published" }); // what is public is not saved by itself
    await page.goto(`/admin/articles/${id}`);
    await editorReady(page);
    await page.getByRole("button", { name: "Preview", exact: true }).click();
    const shown = page.getByTitle("Page preview").contentFrame();
    await expect(shown.getByRole("heading", { level: 1 })).toContainText("Looked ahead");
    await page.getByRole("button", { name: "Close preview" }).click();
    const title = page.getByLabel("Title");
    await title.fill("");
    await page.getByRole("button", { name: "Preview", exact: true }).click();
    await expect(page.getByRole("region", { name: "Preview" }).getByRole("status")).toHaveText("Enter a title.");
    await page.getByRole("button", { name: "Close preview" }).click();
    await title.fill("Typed and not saved");
    await page.getByRole("button", { name: "Preview", exact: true }).click();
    await page.getByRole("button", { name: "Desktop" }).click();
    await expect(shown.getByRole("heading", { level: 1, name: "Typed and not saved" })).toBeVisible();
    await expect(shown.getByRole("navigation", { name: "Main" })).toBeVisible();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await page.getByRole("button", { name: "Copy preview link" }).click();
    await toast(page, "Link copied");
    const stranger = await browser.newPage();
    await stranger.goto(await page.evaluate(() => navigator.clipboard.readText()));
    await expect(stranger.getByRole("heading", { level: 1 })).toContainText("Looked ahead");
    await page.getByRole("button", { name: "Close preview" }).click();
    await page.getByRole("button", { name: "Stop sharing" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Stop sharing" }).click();
    await toast(page, "Preview sharing stopped");
    expect((await stranger.reload())?.status()).toBe(410);
    await stranger.close();
  });
});

/** Goes by Tab to what is named, as somebody without a mouse does. */
async function tabTo(page: Page, to: Locator) {
  await expect(async () => {
    await page.keyboard.press("Tab");
    expect(await to.evaluate((element) => element === document.activeElement)).toBe(true);
  }).toPass({ intervals: [0], timeout: 60_000 });
}

test("an article is written, published, corrected and archived by keyboard alone", {
  tag: ["@long", "@desktop"],
}, async ({ page }) => {
  test.slow();
  await signIn(page, "editor", "/admin");
  await expect(page.getByRole("button", { name: "Search or jump to…" })).toBeVisible();
  const title = unique("By keys");
  const address = `/articles/${slugOf(title)}`;
  const body = page.getByRole("textbox", { name: "Body" });
  await page.keyboard.press("Control+k");
  await page.keyboard.type("new article");
  await page.keyboard.press("Enter");
  await editorReady(page);
  await expect(page.getByRole("main")).toBeFocused();
  await tabTo(page, page.getByLabel("Title"));
  await page.keyboard.type(title);
  await tabTo(page, page.getByLabel("Excerpt"));
  await page.keyboard.type(articleText.excerpt);
  await tabTo(page, body);
  await page.keyboard.type("Written by keys.");
  await tabTo(page, page.getByLabel("Category"));
  await page.keyboard.type("Banking");
  await tabTo(page, page.getByRole("button", { name: "Publish", exact: true }));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("link", { name: "View page" })).toBeVisible();
  expect(await (await page.request.get(address)).text()).toContain("Written by keys.");
  await tabTo(page, body);
  await page.keyboard.press("Control+End");
  await page.keyboard.type(" Corrected too.");
  await page.keyboard.press("Control+s");
  await expect(saved(page)).toBeVisible();
  expect(await (await page.request.get(address)).text()).toContain("Written by keys. Corrected too.");
  await tabTo(page, page.getByRole("button", { name: "Archive" }));
  await page.keyboard.press("Enter");
  await tabTo(page, page.getByRole("dialog").getByRole("button", { name: "Archive" }));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Back to draft" })).toBeVisible();
  expect((await page.request.get(address)).status()).toBe(410);
});
