import { addArticle, editorReady, saved, slugOf } from "./pieces.ts";
import { expect, expectAccessible, signIn, test } from "./site.ts";
import { toast, unique } from "./staff.ts";

test.describe("two people who edit one article", () => {
  test.use({ expectedErrors: [/status of 409/] });

  test("see both texts, and what is typed survives a reload", { tag: "@long" }, async ({ page }) => {
    test.slow();
    await signIn(page, "admin");
    const title = unique("Both");
    const { id } = await addArticle(page, title, { status: "published" });
    await page.goto(`/admin/articles/${id}`);
    await page.getByRole("textbox", { name: "Body" }).fill("Mine.");
    await page.reload();
    await expect(page.getByText("We restored your unsaved changes.")).toBeVisible();
    await page.request.put(`/api/admin/articles/${id}`, { data: { body: "Theirs.", excerpt: "Also theirs." } });
    await page.getByRole("button", { name: "Update" }).click();
    const conflict = page.getByRole("dialog", { name: "Changed by someone else" });
    await expect(conflict).toContainText("Mine.");
    await expect(conflict).toContainText("Theirs.");
    await expectAccessible(page);
    await conflict.getByRole("button", { name: "Save my choices" }).click();
    await expect(saved(page)).toBeVisible();
    const kept = await (await page.request.get(`/api/admin/articles/${id}`)).json();
    expect(kept).toMatchObject({ body: "## Mine.", excerpt: "Also theirs." });
  });

  test("are not stopped while they write a draft", { tag: "@long" }, async ({ page }) => {
    await signIn(page, "admin");
    const { id } = await addArticle(page, unique("Draft of two"), { body: "First." });
    await page.goto(`/admin/articles/${id}`);
    await editorReady(page);
    await page.request.put(`/api/admin/articles/${id}`, { data: { body: "First.\n\nTheirs." } });
    const body = page.getByRole("textbox", { name: "Body" });
    await body.click();
    await page.keyboard.press("Control+End");
    await page.keyboard.type(" Mine");
    await expect(page.getByText("Not saved: Someone else changed it.")).toBeVisible();
    await page.keyboard.type(" goes on.");
    await expect(body).toHaveText("First. Mine goes on.");
    await page.getByRole("button", { name: "Compare" }).click();
    const conflict = page.getByRole("dialog", { name: "Changed by someone else" });
    await expect(conflict).toContainText("Mine goes on.");
    await conflict.getByRole("button", { name: "Save my choices" }).click();
    await expect(saved(page)).toBeVisible();
    const kept = await (await page.request.get(`/api/admin/articles/${id}`)).json();
    expect(kept.body).toBe("First. Mine goes on.");
  });
});

test.describe("a slug that another piece has", () => {
  test.use({ expectedErrors: [/status of 409/] });

  test("is what the bar says, wherever one writes", { tag: "@long" }, async ({ page }) => {
    await signIn(page, "editor");
    const title = unique("Twice");
    await addArticle(page, title);
    await page.goto("/admin/articles/new");
    await page.getByLabel("Title").fill(title);
    await expect(page.getByText(`Not saved: The article “${title}” (draft) already has this slug.`)).toBeInViewport();
    await page.getByLabel("Slug").fill(`${slugOf(title)}-2`);
    await expect(page).toHaveURL(/\/admin\/articles\/\d+$/);
  });
});

test("a piece goes back to what it was", { tag: "@long" }, async ({ page }) => {
  test.slow();
  await signIn(page, "admin");
  const { id, slug } = await addArticle(page, unique("Restored"), { body: "As it was.", status: "published" });
  await page.request.put(`/api/admin/articles/${id}`, { data: { body: "As it is." } });
  await page.goto(`/admin/articles/${id}`);
  await page.getByRole("button", { name: "Revisions" }).click();
  const dialog = page.getByRole("dialog", { name: "Revisions" });
  await dialog.getByRole("button", { expanded: false }).nth(1).click();
  await expect(dialog.getByRole("group", { name: "Body" })).toContainText("As it was.");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Restore for readers" }).click();
  await toast(page, "Article restored successfully");
  await expect(page.getByRole("textbox", { name: "Body" })).toHaveText("As it was.");
  expect(await (await page.request.get(`/articles/${slug}`)).text()).toContain("As it was.");
});

test("what is not saved is not lost without a question", { tag: "@long" }, async ({ page }) => {
  await signIn(page, "admin");
  const { id } = await addArticle(page, unique("Unsaved"), { status: "published" });
  await page.goto(`/admin/articles/${id}`);
  await editorReady(page);
  const body = page.getByRole("textbox", { name: "Body" });
  await body.fill("An hour of work.");
  await page.getByRole("button", { name: "Revisions" }).click();
  const revisions = page.getByRole("dialog", { name: "Revisions" });
  await revisions.getByRole("button", { expanded: false }).click();
  await revisions.getByRole("button", { name: "Restore for readers" }).click();
  await page.getByRole("dialog", { name: "Restore this revision" }).getByRole("button", { name: "Cancel" }).click();
  await revisions.getByRole("button", { name: "Close" }).click();
  await expect(body).toHaveText("An hour of work.");
  const leaving = page.waitForEvent("dialog");
  await page.close({ runBeforeUnload: true });
  expect((await leaving).type()).toBe("beforeunload");
});

test("a revision opens at the first change, and one goes on to the next", { tag: "@long" }, async ({ page }) => {
  await signIn(page, "admin", "/admin");
  const lines = Array.from({ length: 80 }, (_, n) => `Line ${n} of a long text.`);
  const { id } = await addArticle(page, unique("Long"), { body: lines.join("\n\n") });
  const body = lines.with(50, "Line 50 was rewritten.").with(75, "Line 75 too, and more.").join("\n\n");
  await page.request.put(`/api/admin/articles/${id}`, { data: { body } });
  await page.goto(`/admin/articles/${id}`);
  await page.getByRole("button", { name: "Revisions" }).click();
  const dialog = page.getByRole("dialog", { name: "Revisions" });
  await dialog.getByRole("button", { expanded: false }).last().click();
  const place = dialog.getByRole("status");
  await expect(place).toHaveText("Change 1 of 2");
  for (const text of [dialog.getByRole("deletion"), dialog.getByRole("insertion")]) {
    await expect(text.first()).toBeInViewport();
    await expect(text.last()).not.toBeInViewport();
  }
  await expect(dialog.getByRole("button", { name: "Previous change" })).toBeDisabled();
  const next = dialog.getByRole("button", { name: "Next change" });
  await next.press("Enter");
  await expect(next).toBeDisabled();
  await expect(dialog.getByRole("insertion").last()).toBeInViewport();
  await expect(dialog.getByRole("insertion").first()).not.toBeInViewport();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Previous change" }).press("Enter");
  await expect(place).toHaveText("Change 1 of 2");
});

test("a piece that goes out while it is open says so, and what is typed meanwhile is its next version", {
  tag: "@long",
}, async ({ page }) => {
  test.slow();
  await signIn(page, "editor");
  const publishAt = new Date(Date.now() + 8000).toISOString();
  const { id, slug } = await addArticle(page, unique("On time"), { body: "One.", status: "scheduled", publishAt });
  await page.goto(`/admin/articles/${id}`);
  await editorReady(page);
  await page.getByRole("textbox", { name: "Body" }).click();
  await page.keyboard.press("Control+End");
  await page.keyboard.type(" Two.");
  await expect(page.getByRole("link", { name: "View page" })).toBeVisible();
  expect(await (await page.request.get(`/articles/${slug}`)).text()).not.toContain("One. Two.");
  await page.getByRole("button", { name: "Update" }).click();
  await expect(saved(page)).toBeVisible();
  expect(await (await page.request.get(`/articles/${slug}`)).text()).toContain("One. Two.");
});

test("what was typed into a published article survives a crash of the browser", { tag: "@long" }, async ({
  page,
  context,
}) => {
  await signIn(page, "editor");
  const { id } = await addArticle(page, unique("Crashed"), { status: "published" });
  const crashed = await context.newPage();
  await crashed.goto(`/admin/articles/${id}`);
  await crashed.getByLabel("Excerpt").fill("Typed, and not saved yet.");
  await crashed.close();
  await page.goto(`/admin/articles/${id}`);
  await expect(page.getByLabel("Excerpt")).toHaveValue("Typed, and not saved yet.");
  await expect(page.getByText("Start over")).toBeVisible();
});

test("what was typed into a published article is there on another machine, until one starts over", {
  tag: "@long",
}, async ({ page }) => {
  await signIn(page, "editor");
  const { id } = await addArticle(page, unique("Elsewhere"), { status: "published" });
  await page.goto(`/admin/articles/${id}`);
  const kept = page.waitForResponse((response) => response.request().method() === "PUT");
  await page.getByLabel("Excerpt").fill("Typed on the desk.");
  expect((await kept).url()).toContain("/working-copy");
  await page.evaluate(() => localStorage.clear());
  await page.reload();
  await expect(page.getByLabel("Excerpt")).toHaveValue("Typed on the desk.");
  const gone = page.waitForResponse((response) => response.request().method() === "DELETE");
  await page.getByRole("button", { name: "Start over" }).click();
  await gone;
  await page.reload();
  await expect(page.getByLabel("Excerpt")).not.toHaveValue("Typed on the desk.");
});
