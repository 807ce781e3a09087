import { expect, expectAccessible, open, signIn, test } from "./site.ts";

test("a mark in a piece leads to where the figure is from", { tag: "@long" }, async ({ page }) => {
  await open(page, "/articles/return-policy-habits");
  const mark = page.getByRole("link", { name: "60 days" });
  await mark.press("Enter");
  await expect(page).toHaveURL(/#claim-billing-error-period$/);
  const claims = page.getByRole("region", { name: "Facts and figures we keep checking" });
  await expect(claims.getByRole("link", { name: /Regulation Z/ })).toBeVisible();
  await expectAccessible(page);
});

test("an editor marks a figure, changes it in the register, and brings it into all pieces at once @desktop @long", async ({
  page,
}) => {
  await signIn(page, "editor");
  const run = `run${crypto.randomUUID().slice(0, 6)}`; // the other width has pieces of its own
  const claim = `limit-of-${run}`;
  const title = `Limit of ${run}`;
  const piece = async (slug: string) => {
    const response = await page.request.post("/api/admin/articles", {
      data: { slug, title: `About ${slug}`, excerpt: "E.", category: "banking", body: "Up to the limit." },
    });
    expect(response.status()).toBe(201);
    return (await response.json()) as { id: number; version: number };
  };
  const [first, second] = [await piece(`one-${run}`), await piece(`two-${run}`)];
  const marked = await page.request.put(`/api/admin/articles/${second.id}`, {
    data: { version: second.version, body: `Up to [$111]{claim=${claim}}.` },
  });
  expect(marked.status()).toBe(200);

  await open(page, `/admin/articles/${first.id}`);
  const text = page.getByRole("textbox", { name: "Body" });
  await text.click();
  await page.keyboard.press("Control+End");
  await page.keyboard.type(" That is ");
  await page.getByRole("button", { name: "Claim", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Claim" });
  await expectAccessible(page);
  await dialog.getByLabel("Claim title or name").fill(claim);
  await dialog.getByRole("button", { name: new RegExp(title) }).click();
  await expect(text.locator("[data-claim]")).toHaveText("$111");
  await page.getByRole("button", { name: /^Save/ }).first().click();
  await expect
    .poll(async () => (await (await page.request.get(`/api/admin/articles/${first.id}`)).json()).body)
    .toContain(`That is [$111]{claim=${claim}}`);

  await open(page, `/admin/claims?q=${claim}`);
  await page.getByRole("link", { name: title }).click();
  const form = page.getByRole("dialog", { name: "Edit Claim" });
  await expect(form.getByRole("region", { name: "Where this claim is used" })).toContainText(
    "Used in 2 articles and guides",
  );
  await form.getByLabel("Value").fill("$222");
  await form.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("2 to update")).toBeVisible();
  await page.getByRole("link", { name: title }).click();
  await expectAccessible(page);
  await form.getByRole("button", { name: "Update 2 articles and guides" }).click();
  await expect(page.getByText("2 articles and guides updated")).toBeVisible();
  await expect(form.getByText("a value other than")).toHaveCount(0);
  for (const { id } of [first, second]) {
    const { body } = await (await page.request.get(`/api/admin/articles/${id}`)).json();
    expect(body).toContain(`[$222]{claim=${claim}}`);
  }
});
