import type { Page } from "@playwright/test";
import { adminScreens } from "../paths.ts";
import { someone } from "./people.ts";
import { addArticle, editorReady } from "./pieces.ts";
import { expect, expectAccessible, expectNoSidewaysScroll, fromElsewhere, signIn, test } from "./site.ts";
import { unique } from "./staff.ts";

/** Fills the lists that an empty site leaves empty. */
async function fill(page: Page) {
  const { request } = page;
  const name = unique("Looked over");
  await addArticle(page, name);
  const headers = fromElsewhere();
  const message = {
    firstName: "Kim",
    lastName: "Lee",
    email: someone(),
    inquiryType: "affiliate",
    message: `${name}\nand another line`,
  };
  for (const made of [
    await request.post("/api/admin/letters", { data: { subject: name, body: "Dear reader" } }),
    await request.post("/api/admin/advertisers", { data: { name, preset: "own" } }),
    await request.post("/api/admin/texts", { data: { body: "A deal" } }),
    await request.post("/api/admin/authors", { data: { name, slug: name.toLowerCase().replaceAll(" ", "-") } }),
    await request.post("/api/admin/users", { data: { email: someone(), role: "marketer" } }),
    await request.post("/api/contact", { headers, data: message }),
  ])
    expect(made.ok(), `${made.url()}: ${await made.text()}`).toBe(true);
}

/** Where a screen of the route table is: that of a record, at the newest one. */
async function address(page: Page, screen: string): Promise<string> {
  if (!screen.endsWith("/:id")) return `/admin/${screen.replace(":page", "settings")}`;
  const list = screen.replace("/:id", "");
  const [record] = await (await page.request.get(`/api/admin/${list}?limit=1`)).json();
  expect(record, `a record of ${list}`).toBeDefined();
  return `/admin/${list}/${record.id}`;
}

test("axe finds nothing on any screen of the desk that has something to show", { tag: "@long" }, async ({ page }) => {
  test.setTimeout(180_000); // one after the other, in both schemes
  await signIn(page, "admin");
  await fill(page);
  for (const screen of ["", ...adminScreens]) {
    await test.step(`/admin/${screen}`, async () => {
      await page.goto(await address(page, screen));
      await expect(page.locator("h1")).toBeVisible();
      await expect(page.getByRole("status", { name: "Loading" })).toHaveCount(0);
      if (/^(articles|guides)\/:id$/.test(screen)) await editorReady(page);
      await expectAccessible(page);
      await expectNoSidewaysScroll(page);
    });
  }
});
