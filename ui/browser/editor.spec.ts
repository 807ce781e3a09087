import { addArticle, editorReady, saved, slugOf } from "./pieces.ts";
import { expect, expectAccessible, expectNoSidewaysScroll, signIn, test } from "./site.ts";
import { inAYear, unique } from "./staff.ts";

// The checklist asks whether links are alive, and those of drafts are not.
test.use({ expectedErrors: [/status of 404/] });

test("a link finds our own pieces by their titles, also those that are not out yet", { tag: "@long" }, async ({
  page,
}) => {
  await signIn(page, "admin", "/admin/articles");
  const name = unique("Linked");
  await addArticle(page, `${name} draft`);
  await addArticle(page, `${name} later`, { status: "scheduled", publishAt: inAYear() });
  await addArticle(page, `${name} old`, { status: "archived" });
  await page.goto("/admin/articles/new");
  const body = page.getByRole("textbox", { name: "Body" });
  await body.pressSequentially("See ");
  await page.keyboard.press("Control+k");
  const field = page.getByRole("combobox", { name: "Address or title" });
  await field.fill(name);
  const options = page.getByRole("listbox", { name: "Articles and guides" }).getByRole("option");
  await expect(options).toHaveText([`${name} laterArticleScheduled`, `${name} draftArticleDraft`]);
  await expect(options.and(page.getByRole("option", { selected: true }))).toContainText("later");
  await expectAccessible(page);
  await field.press("ArrowDown");
  await expect(options.and(page.getByRole("option", { selected: true }))).toContainText("draft");
  await field.press("Enter");
  const link = body.getByRole("link", { name: `${name} draft` });
  await expect(link).toHaveAttribute("href", `/articles/${slugOf(`${name} draft`)}`);

  await body.press("End");
  await body.pressSequentially(" or ");
  await page.keyboard.press("Control+k");
  await field.fill("subscription audit");
  await page.getByRole("option", { name: "The One-Hour Subscription Audit Article" }).click();
  await expect(body.getByRole("link").last()).toHaveAttribute("href", "/articles/subscription-audit");
  await body.press("End");
  await body.pressSequentially(" or ");
  await page.keyboard.press("Control+k");
  await field.fill("www.usda.gov/food");
  await page.getByRole("button", { name: "Set link" }).click();
  await expect(body.getByRole("link").last()).toHaveAttribute("href", "https://www.usda.gov/food");
  await body.press("End");
  await page.keyboard.press("Control+k");
  await field.fill("https://www.usda.gov/food list.pdf");
  await page.getByRole("button", { name: "Set link" }).click();
  await expect(body.getByRole("link").last()).toHaveAttribute("href", "https://www.usda.gov/food%20list.pdf");
});

test("an offer is found by its partner or its address, and stands in the text as a link or a card", {
  tag: "@long",
}, async ({ page }) => {
  await signIn(page, "admin", "/admin/articles/new");
  const body = page.getByRole("textbox", { name: "Body" });
  await body.pressSequentially("See ");
  await page.keyboard.press("Control+k");
  const field = page.getByRole("combobox", { name: "Address or title" });
  await field.fill("tidewick");
  const offers = page.getByRole("region", { name: "Offers" });
  await offers.getByRole("button", { name: /5 GB phone plan/ }).click();
  await expect(field).toHaveValue(/^\/go\/carousel\/\d+$/);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Set link" }).click();
  await expect(body.getByRole("link")).toHaveAttribute("href", /^\/go\/carousel\/\d+$/);

  await body.press("End");
  await body.press("Enter");
  await page.keyboard.press("Control+k");
  await field.fill("https://nobody.example/deal");
  const add = page.getByRole("link", { name: "Add an offer" });
  await expect(add).toHaveAttribute("href", /edit=new&address=https%3A%2F%2Fnobody\.example%2Fdeal/);
  await field.fill("https://tidewick.example.com/starter?tag=mine");
  await expect(page.getByText("This address belongs to an offer.")).toBeVisible();
  await offers.getByRole("button").click();
  await page.getByRole("checkbox", { name: "Show as a card" }).check();
  await page.getByRole("button", { name: "Set link" }).click();
  await page.getByRole("button", { name: "Source of Body" }).click();
  await expect(page.getByRole("textbox", { name: "Body" })).toHaveValue(
    /^See \[.*5 GB.*\]\(\/go\/carousel\/(\d+)\)\n\n\[See the offer\]\(\/go\/carousel\/\1 "card"\)$/,
  );
});

test("related articles are chosen by their titles, in an order, by keyboard", { tag: "@long" }, async ({ page }) => {
  await signIn(page, "admin", "/admin");
  const name = unique("Related");
  const [one, two, three] = ["one", "two", "three"].map((which) => `${name} ${which}`);
  for (const title of [one, two, three]) await addArticle(page, String(title));
  const { id } = await addArticle(page, name, { related: ["not-there"] });
  await page.goto(`/admin/articles/${id}`);
  await editorReady(page);
  const related = page.getByRole("group", { name: "Related articles" });
  const chosen = related.getByRole("listitem");
  await expect(chosen).toContainText(["not-there (not found, so it won’t be shown)"]);
  await related.getByRole("button", { name: "Remove not-there" }).press("Enter");
  const field = related.getByRole("combobox", { name: "Add an article" });
  await expect(field).toBeFocused();
  await field.fill(name);
  await expect(related.getByRole("option")).toHaveCount(3); // not the piece itself
  for (const title of [one, two, three]) {
    await field.fill(String(title));
    await expect(related.getByRole("option")).toContainText([String(title)]);
    await field.press("Enter");
  }
  await expect(chosen).toContainText([`${one}`, `${two}`, `${three}`]);
  await expect(related.getByRole("option")).toHaveCount(0);
  await page.evaluate(() => scrollTo(0, 0)); // elsewhere the bar may lie over half a field
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await related.getByRole("button", { name: `Move ${three} up` }).press("Enter");
  await related.getByRole("button", { name: `Remove ${one}` }).press("Enter");
  await page.keyboard.press("Control+s");
  await expect(saved(page)).toBeVisible();
  const kept = await (await page.request.get(`/api/admin/articles/${id}`)).json();
  expect(kept.related).toEqual([slugOf(String(three)), slugOf(String(two))]);
});

test("the checklist leads to the pictures without alt text, also in a step that is closed and in a source", {
  tag: "@long",
}, async ({ page }) => {
  await signIn(page, "admin", "/admin");
  const title = unique("Silent");
  const silent = "Words.\n\n![](/images/default.svg)\n\n![Key](/images/steps/key.svg)\n\n![](/images/steps/bell.svg)";
  const items = [{ title: "One", content: "![](/images/steps/key.svg)" }];
  const data = {
    title,
    slug: slugOf(title),
    introduction: silent,
    items,
    conclusion: "<b>Source.</b>\n\n![](/images/default.svg)",
  };
  const { id } = await (await page.request.post("/api/admin/guides", { data })).json();
  await page.goto(`/admin/guides/${id}`);
  await editorReady(page);
  const dialog = page.getByRole("dialog", { name: "Picture" });
  for (const [where, alt, field] of [
    ["picture 3 in “Introduction”", "A bell", "Introduction"],
    ["picture 1 in “Text of step 1”", "A key", "Text of step 1"],
  ]) {
    await page.getByRole("button", { name: `No alt text: ${where}` }).click();
    await expect(dialog.getByLabel("Alt text")).toBeFocused();
    await page.keyboard.type(String(alt));
    await page.keyboard.press("Enter");
    await expect(page.getByRole("button", { name: `No alt text: ${where}` })).toHaveCount(0);
    await expect(page.getByRole("textbox", { name: field, exact: true })).toBeFocused(); // a moment after
  }
  await page.getByRole("button", { name: "picture 1 in “Conclusion”" }).press("Enter");
  await expect(page.getByLabel("Conclusion", { exact: true })).toBeFocused();
  await page.keyboard.type("Nothing yet");
  await page.keyboard.press("Control+s");
  await expect(saved(page)).toBeVisible();
  const kept = await (await page.request.get(`/api/admin/guides/${id}`)).json();
  expect(kept.introduction).toBe(silent.replace("![](/images/steps/bell", "![A bell](/images/steps/bell"));
  expect(kept.items[0].content).toBe("![A key](/images/steps/key.svg)");
  expect(kept.conclusion).toContain("![Nothing yet](/images/default.svg)");
});

test("every button of the editor's toolbar is in sight, and a text is struck and noted by two", {
  tag: "@long",
}, async ({ page }) => {
  await signIn(page, "admin", "/admin/articles/new");
  await editorReady(page);
  const bar = page.getByRole("toolbar");
  const [width, buttons] = [page.viewportSize()?.width ?? 0, await bar.getByRole("button").all()];
  for (const button of buttons) {
    const box = await button.boundingBox();
    expect((box?.x ?? width) + (box?.width ?? 0)).toBeLessThanOrEqual(width);
  }
  await page.getByRole("textbox", { name: "Body" }).pressSequentially("Nine dollars");
  await page.keyboard.press("Control+a");
  await bar.getByRole("button", { name: "Strikethrough" }).click();
  await bar.getByRole("button", { name: "Footnote" }).click();
  await page.keyboard.type("As of May.");
  await page.getByRole("button", { name: "Source of Body" }).click();
  await expect(page.getByRole("textbox", { name: "Body" })).toHaveValue("~~Nine dollars~~[^1]\n\n[^1]: As of May.");
});
