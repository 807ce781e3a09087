import { expect, expectAccessible, expectNoSidewaysScroll, open, signIn, test } from "./site.ts";
import { toast, unique } from "./staff.ts";

test("an author that staff add has a page, and bylines lead to it", { tag: "@long" }, async ({ page }) => {
  await signIn(page, "editor", "/admin/authors");
  await expectAccessible(page);
  const name = unique("Nora");
  await page.getByRole("button", { name: "Add Author" }).click();
  const form = page.getByRole("dialog", { name: "Add Author" });
  await form.getByLabel("Name").fill(name);
  await form.getByLabel("Credentials").fill("Certified public accountant");
  await form.getByLabel("Bio").fill("Nora counts. Then she writes about it.");
  await form.getByRole("textbox", { name: "Portrait" }).fill("/images/authors/tom-alder.svg");
  await expectAccessible(page);
  await form.getByRole("button", { name: "Add Author" }).click();
  await toast(page, "Author created successfully");
  const title = unique("Counting");
  const slug = title.toLowerCase().replaceAll(" ", "-");
  const made = await page.request.post("/api/admin/articles", {
    data: { title, slug, excerpt: "E.", category: "shopping", body: "B.", authorName: name, status: "published" },
  });
  expect(made.status()).toBe(201);
  await open(page, `/articles/${slug}`);
  await page.getByRole("link", { name }).first().click();
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  await expect(page.getByRole("link", { name: title })).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
});

test("the page of an author who wrote much goes on at older pieces", { tag: "@long" }, async ({ page }) => {
  test.slow();
  await signIn(page, "editor", "/admin/authors");
  const name = unique("Prolific");
  const slug = name.toLowerCase().replaceAll(" ", "-");
  await page.request.post("/api/admin/authors", { data: { name, slug } });
  const article = { excerpt: "E.", category: "shopping", body: "B.", authorName: name, status: "published" };
  for (let n = 1; n <= 61; n++) {
    const publishAt = new Date(Date.UTC(2026, 0, 1, 0, 0, -n));
    const data = { ...article, title: `${name} ${n}`, slug: `${slug}-${n}`, publishAt };
    expect((await page.request.post("/api/admin/articles", { data })).status()).toBe(201);
  }
  await open(page, `/authors/${slug}`);
  await expect(page.getByRole("article")).toHaveCount(60);
  await page.getByRole("link", { name: "Older" }).click();
  await expect(page.getByRole("link", { name: `${name} 61` })).toBeVisible();
  await expect(page.getByRole("article")).toHaveCount(1);
  await expect(page).toHaveTitle(new RegExp(`${name}, page 2`));
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await page.getByRole("link", { name: "Newer" }).click();
  await expect(page.getByRole("article")).toHaveCount(60);
  expect((await page.request.get(`/authors/${slug}?page=3`)).status()).toBe(404);
});
