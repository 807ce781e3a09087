import { expect, expectAccessible, expectNoSidewaysScroll, signIn, test } from "./site.ts";
import { unique } from "./staff.ts";

const post = (slug: string, html: string | null) => ({
  id: slug,
  title: slug,
  slug,
  html,
  lexical: html === null ? '{"text":"x"}' : null,
  type: "post",
  status: "draft",
});

test("an export of another system is checked, and what is not refused is imported", { tag: "@long" }, async ({
  page,
}) => {
  test.slow();
  const slug = unique("moved").toLowerCase().replaceAll(" ", "-");
  const file = JSON.stringify({
    db: [{ data: { posts: [post(slug, "<p>Text.</p>"), post(`${slug}-lost`, null)], members: [{}] } }],
  });
  await signIn(page, "admin", "/admin/archive");
  const open = page.getByRole("button", { name: "Cancel import" });
  await expect(page.getByRole("heading", { name: "Import", exact: true })).toBeVisible();
  await expect(page.getByRole("button", { name: "Export as zip" })).toBeVisible();
  await page
    .getByLabel("File")
    .setInputFiles({ name: `${slug}.json`, mimeType: "application/json", buffer: Buffer.from(file) });
  await page.getByRole("button", { name: "Upload and check" }).click();
  await expect(open).toBeVisible();
  await expect(page.getByText("1 new, 1 with errors, 1 skipped.")).toBeVisible();
  await expect(page.getByRole("row", { name: `post ${slug}-lost` })).toContainText("It has no HTML text.");
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.reload();
  await page.getByLabel("Show").selectOption({ label: "Skipped (1)" });
  await expect(page.getByRole("row", { name: "members" })).toContainText("We only import posts");
  await page.getByRole("button", { name: "Import the rest" }).click();
  await expect(page.getByText(`${slug}.json was imported: 1 new, 1 with errors, 1 skipped.`)).toBeVisible();
  await expectAccessible(page);
  const drafts = await (await page.request.get(`/api/admin/articles?q=${slug}`)).json();
  expect(drafts).toHaveLength(1);
});

test("the magazine is downloaded as a zip", { tag: "@long" }, async ({ page }) => {
  await signIn(page, "admin", "/admin/archive");
  const file = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export as zip" }).click();
  expect((await file).suggestedFilename()).toMatch(/^thriftwell-[0-9-]+\.zip$/);
  expect(await (await file).failure()).toBeNull();
});
