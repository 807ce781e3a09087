import { expect, expectAccessible, expectNoSidewaysScroll, hydrated, open, signIn, test } from "./site.ts";
import { reported, row, toast, unique } from "./staff.ts";

const guide = "/guides/start-an-emergency-fund";

test("a marketer makes a short link on a page and sees whom it brought", { tag: "@long" }, async ({
  page,
  context,
  browser,
}) => {
  test.slow();
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await signIn(page, "marketer", guide);
  const button = page.getByRole("link", { name: "Make a short link" });
  await expect(button).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await button.click();
  const form = page.getByRole("dialog", { name: "Add Short link" });
  await expect(form.getByLabel("Page")).toHaveValue(guide);
  const name = unique("Flyer");
  await form.getByLabel("Name").fill(name);
  await form.getByLabel("Source").fill("spring fair");
  await form.getByRole("button", { name: "Add Short link" }).click();
  await toast(page, "Short link created successfully");

  const made = page.getByRole("dialog", { name });
  const image = made.getByRole("img", { name: /^QR code for http.*\/g\/[a-z2-7]{7}$/ });
  await expect.poll(() => image.evaluate((img) => (img as HTMLImageElement).naturalWidth)).toBeGreaterThan(0);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  const file = page.waitForEvent("download");
  await made.getByRole("button", { name: "Download SVG" }).click();
  expect((await file).suggestedFilename()).toMatch(/^[a-z2-7]{7}\.svg$/);
  await made.getByRole("button", { name: "Done" }).click();
  await page.getByRole("button", { name: `Copy the address of ${name}` }).click();
  await toast(page, "Link copied to clipboard!");
  const address = await page.evaluate(() => navigator.clipboard.readText());

  // A reader of this test alone, who is no robot.
  const userAgent = `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.${Date.now()}.0 Safari/537.36`;
  const stranger = await browser.newPage({ userAgent });
  const counted = stranger.waitForResponse((response) => response.url().endsWith("/api/views"));
  await stranger.goto(address);
  await hydrated(stranger);
  expect(new URL(stranger.url()).searchParams.get("utm_source")).toBe("spring fair");
  expect([200, 202]).toContain((await counted).status());
  await expect(stranger.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(stranger.locator("link[rel=canonical]")).not.toHaveAttribute("href", /utm/);
  await expect(stranger.getByRole("link", { name: "Sign in" }).first()).toBeVisible(); // so it is known who is there
  await expect(stranger.getByRole("link", { name: "Make a short link" })).toHaveCount(0);
  await stranger.close();
  await reported(page, "by=link", name);

  // Where many links brought more, a report that is not asked for these rows ends before them.
  const cut = (url: URL) => url.pathname === "/api/admin/reports" && !url.searchParams.has("keys");
  await page.route(cut, (route) => route.fulfill({ json: { rows: [] } }));
  await open(page, `/admin/links?q=${encodeURIComponent(name)}`);
  await expect(row(page, name).locator("td[data-label=Visits]")).toHaveText("1");
  await page.unroute(cut);
  await open(page, "/admin/reports?by=link&range=30days");
  await page.getByRole("link", { name }).click();
  await expect(page.getByRole("list", { name: "Filters" })).toContainText(name);
  await expect(page.getByRole("table", { name: "By page" })).toContainText("Start an Emergency Fund");
});

test.describe("a short link", () => {
  test.use({ expectedErrors: [/status of 400/] });

  test("leads to pages of the site only, and is deleted and taken back", { tag: "@long" }, async ({ page }) => {
    await signIn(page, "editor", "/admin/links?edit=new");
    const form = page.getByRole("dialog", { name: "Add Short link" });
    const name = unique("Poster");
    await form.getByRole("button", { name: "Add Short link" }).click();
    await toast(page, "Enter a name.");
    await form.getByLabel("Name").fill(name);
    await form.getByLabel("Page").fill("https://elsewhere.example/guides");
    await form.getByRole("button", { name: "Add Short link" }).click();
    await expect(form.getByLabel("Page")).toHaveAccessibleDescription(/public page on this site/);
    await form.getByLabel("Page").fill("emergency fund");
    await form.getByRole("option", { name: /^Start an Emergency Fund/ }).click();
    await expect(form.getByLabel("Page")).toHaveValue(guide);
    await form.getByLabel("Source").fill("fair");
    await form.getByRole("button", { name: "Add Short link" }).click();
    const made = page.getByRole("dialog", { name });
    await made.getByText("Long address").click();
    await expect(made.getByText(/\/guides\/start-an-emergency-fund\?link=\w+&utm_source=fair$/)).toBeVisible();
    await made.getByRole("button", { name: "Done" }).click();

    await page.getByRole("button", { name: `Delete ${name}` }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await expect(row(page, name)).toHaveCount(0);
    await page.getByRole("button", { name: "Trash", exact: true }).click();
    await page.getByRole("button", { name: `Restore ${name}` }).click();
    await toast(page, "Short link restored successfully");
    await page.getByRole("button", { name: "All", exact: true }).click();
    await expect(row(page, name)).toBeVisible();
  });
});
