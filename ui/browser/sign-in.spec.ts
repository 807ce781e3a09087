import { emailTo } from "./people.ts";
import { expect, expectAccessible, expectNoSidewaysScroll, open, signIn, test } from "./site.ts";
import { admin, unique } from "./staff.ts";

test.use({ local: true });

test("a signed-out visitor loads nothing of the staff's", { tag: "@long" }, async ({ page }) => {
  const loaded: string[] = [];
  page.on("request", (request) => loaded.push(new URL(request.url()).pathname));
  const response = await open(page, admin);
  expect(response?.status()).toBe(200);
  await expect(page.locator("meta[name=robots]")).toHaveAttribute("content", "noindex");
  await expect(page.getByRole("main").getByRole("link", { name: "Sign in" })).toHaveAttribute(
    "href",
    "/api/auth/login?returnTo=%2Fadmin%2Fcontent",
  );
  const bare = /\/(staff|frame)-\w+\.css$/; // what the page itself wears
  const foreign = loaded.filter((path) => /workspace|profile-menu|\.css$|^\/api\//.test(path) && !bare.test(path));
  expect(foreign).toEqual([]);
  await expectAccessible(page);
});

test("a visitor signs in, comes back, sees a profile, has no access to the admin area, and logs out", async ({
  page,
}) => {
  test.slow(); // axe looks at four screens
  await open(page, "/articles?category=banking");
  const size = page.viewportSize();
  await page.getByRole("banner").getByRole("link", { name: "Sign in" }).first().click();
  await expectAccessible(page);
  await page.getByRole("link", { name: ", visitor (" }).click();
  await expect(page).toHaveURL(/\/articles\?category=banking$/);
  const menu = page.getByRole("button", { name: "Profile menu" });
  await expect(menu).toHaveText(/VT$/);
  if ((size?.width ?? 0) < 500) {
    await page.getByRole("button", { name: "Open menu" }).click();
    await expect(page.getByText("Signed in - Use profile menu above")).toBeVisible();
    await page.keyboard.press("Escape");
  }
  await menu.click();
  await expect(page.getByText("visitor@thriftwell.example")).toBeVisible();
  await expect(page.getByRole("link", { name: "Admin Panel" })).toHaveCount(0);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Profile", exact: true }).click();
  const profile = page.getByRole("dialog", { name: "Profile" });
  await expect(profile).toContainText("Development accounts");
  await expect(profile).toContainText("You’re not subscribed");
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await page.goto(admin);
  await expect(page.getByRole("heading", { name: "No access" })).toBeVisible();
  await expectAccessible(page);
  await page.goBack();
  await menu.click();
  await page.getByRole("button", { name: "Log out" }).click();
  await expect(page).toHaveURL(/\/$/);
  await expect(page.getByRole("banner").getByRole("link", { name: "Sign in" }).first()).toBeAttached();
  expect((await page.request.get("/api/auth/user")).status()).toBe(401);
});

test.describe("sign-in by mail", () => {
  test.use({ expectedErrors: [/status of 400/] });

  test("staff sign in by a link that is emailed to them, in the browser that asked for it", { tag: "@long" }, async ({
    page,
    browser,
  }) => {
    const email = `${unique("writer").replaceAll(" ", "-")}@example.com`;
    await signIn(page, "admin");
    await page.request.post("/api/admin/users", { data: { email, role: "editor" } });
    await page.context().clearCookies();

    await page.goto("/api/auth/login?by=mail&returnTo=/articles");
    await page.getByLabel("Email").fill("writer");
    await page.getByRole("button", { name: "Email me a link" }).click();
    await expect(page.getByLabel("Email")).toHaveAccessibleDescription(/valid email/);
    await expectAccessible(page);
    await page.getByLabel("Email").fill(email);
    await page.getByRole("button", { name: "Email me a link" }).click();
    await expect(page.getByRole("heading", { name: "Check your email" })).toBeVisible();
    await expectAccessible(page);

    const link = (await emailTo(page, email)).match(/https?:[^\s"<]+\/api\/auth\/mail\/link\?token=[\w-]+/)?.[0] ?? "";
    const other = await (await browser.newContext()).newPage();
    await other.goto(link);
    await expect(other.getByText("only in the browser where you asked for it")).toBeVisible();
    await expect(other.getByRole("button", { name: "Email me a link" })).toBeVisible();
    await expectAccessible(other);
    await other.context().close();

    await page.goto(link);
    await expectAccessible(page);
    await page.getByRole("button", { name: "Sign in" }).click();
    await expect(page).toHaveURL(/\/articles$/);
    await expect(page.getByRole("button", { name: "Profile menu" })).toBeVisible();
  });
});

test("the profile of somebody who left says so, and how to come back", { tag: "@long" }, async ({ page }) => {
  await signIn(page, "visitor", "/");
  await page.request.post("/api/unsubscribe", { data: { email: "visitor@thriftwell.example" } });
  await page.getByRole("button", { name: "Profile menu" }).click();
  await page.getByRole("button", { name: "Profile", exact: true }).click();
  const profile = page.getByRole("dialog", { name: "Profile" });
  await expect(profile).toContainText("You’re not subscribed. Subscribe");
  await expect(profile.getByRole("link", { name: "Subscribe" })).toHaveAttribute("href", "/subscribe");
});

test.describe("when logging out fails", () => {
  test.use({ expectedErrors: [/logout failed|status of 503/] });

  test("one stays signed in", { tag: "@long" }, async ({ page }) => {
    await signIn(page, "visitor", "/");
    await page.route("**/api/auth/logout", (route) => route.fulfill({ status: 503, body: "Busy" }));
    await page.getByRole("button", { name: "Profile menu" }).click();
    const refused = page.waitForResponse("**/api/auth/logout");
    await page.getByRole("button", { name: "Log out" }).click();
    await refused;
    await expect(page.getByRole("button", { name: "Profile menu" })).toBeVisible();
    await page.unrouteAll();
    expect((await page.request.get("/api/auth/user")).status()).toBe(200);
  });
});

test.describe("a token that is over", () => {
  test.use({ expectedErrors: [/status of 401|not signed in/] });

  test("is dropped by the browser", { tag: "@long" }, async ({ page }) => {
    await open(page, "/privacy");
    await page.evaluate(() => localStorage.setItem("mailerToken", "over"));
    await open(page, admin);
    await expect(page.getByRole("main").getByRole("link", { name: "Sign in" })).toBeVisible();
    expect(await page.evaluate(() => localStorage.getItem("mailerToken"))).toBeNull();
  });
});

test("a marketer reads, shares links and changes nothing", { tag: "@long" }, async ({ page }) => {
  test.slow(); // five screens
  await signIn(page, "marketer", `${admin}?tab=offers&page=hot-offers`);
  await expect(page.getByText("Your role is marketer")).toBeVisible();
  await expect(page.getByRole("row").nth(1)).toBeVisible();
  await expect(page.getByRole("button", { name: "Add Offer" })).toHaveCount(0);
  await expect(page.getByRole("switch").first()).toBeDisabled();
  await open(page, `${admin}?view=links`); // an address of an earlier release
  await expect(page.getByRole("heading", { name: "Short links", exact: true })).toBeVisible();
  await expect(page.getByText("Audit log")).toHaveCount(0);
  await expectAccessible(page);
  for (const [path, name, add] of [
    ["letters", "Campaigns", "New campaign"],
    ["texts", "Texts", "New text"],
    ["articles?q=Subscription", "Articles", "New article"],
  ] as const) {
    await page.goto(`/admin/${path}`);
    await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
    await expect(page.getByRole("link", { name: add })).toHaveCount(0);
  }
  await page.getByRole("link", { name: "The One-Hour Subscription Audit" }).click();
  await expect(page.getByLabel("Title")).toBeDisabled();
  await expect(page.getByRole("button", { name: "Update" })).toHaveCount(0);
  await expect(page.getByRole("toolbar")).toHaveCount(0);
});

test("an editor is told which screens are the admins', finds no link to them, and is led back", {
  tag: "@long",
}, async ({ page }) => {
  await signIn(page, "editor", "/admin/legal");
  await expect(page.getByRole("heading", { level: 1, name: "No access" })).toBeVisible();
  await expect(page.getByText("Only admins can open “Legal pages.” Your role is editor.")).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.getByRole("link", { name: "Go to the overview" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Overview" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Searches with no results" })).toBeVisible();
  const link = (name: string) => page.getByRole("link", { name, exact: true, includeHidden: true });
  await expect(link("Pictures")).toHaveCount(1);
  for (const name of ["Messages", "Subscribers", "Import and export"]) await expect(link(name)).toHaveCount(0);
  await open(page, `${admin}?view=audit`);
  await expect(page.getByRole("heading", { level: 1, name: "No access" })).toBeVisible();
});
