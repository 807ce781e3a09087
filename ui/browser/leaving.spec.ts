import { eidFor, emailsTo, emailTo, expectRefused, signUp, someone, stored } from "./people.ts";
import { expect, expectAccessible, open, test } from "./site.ts";

test("the link of a mail opens the preferences, and another leaves, once", async ({ page }) => {
  test.slow();
  const email = someone();
  await signUp(page, email);
  const eid = await eidFor(page, email);
  const referrers: string[] = [];
  page.on("request", (request) => referrers.push(request.headers().referer ?? ""));

  await open(page, `/preferences?eid=${eid}`);
  await page.getByLabel("Once a month").check();
  await page.getByLabel("Banking").uncheck();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Save preferences" }).click();
  await expect(page.getByText("We saved your changes.")).toBeVisible();
  await page.reload();
  await expect(page.getByLabel("Once a month")).toBeChecked();
  await expect(page.getByLabel("Banking")).not.toBeChecked();
  await expect(page.getByLabel("Insurance")).toBeChecked();

  await open(page, `/unsubscribe?eid=${eid}`);
  await expect(page.getByRole("heading", { name: "You’ve Been Unsubscribed" })).toBeVisible();
  await expect(page.getByText("You have been removed from all our mailing lists.")).toBeVisible();
  await expect(page.getByRole("main").getByRole("link", { name: "support@" })).toBeVisible();
  await expectAccessible(page);
  expect(page.url()).not.toContain("eid");
  await expect.poll(() => stored(page)).not.toContain(eid);
  await expect(page.getByRole("link", { name: "Resubscribe" })).toHaveAttribute("href", "/subscribe");
  await page.getByRole("button", { name: "Reduce email frequency" }).click();
  await expect(page.getByText("Check your inbox.")).toBeVisible();
  expect(await emailTo(page, email, "One email a month")).toContain("Email me once a month");
  expect(referrers.join()).not.toContain("eid");
});

test.describe("after leaving", () => {
  test.use({ expectedErrors: [/status of 400/] });

  test("one press brings somebody back who signs up again, and its link ends with the next leaving", {
    tag: "@long",
  }, async ({ page }) => {
    const email = someone();
    const leave = async () => (await page.request.post("/api/unsubscribe", { data: { email } })).ok();
    await signUp(page, email);
    expect(await emailTo(page, email)).toContain("Welcome");
    expect(await leave()).toBe(true);
    expect(await emailTo(page, email, "been unsubscribed")).toContain("We’ve stopped sending our newsletter");
    await signUp(page, email);
    const link = (await emailTo(page, email, "Confirm your signup")).match(/\/confirm\?eid=[\w-]+/)?.[0] ?? "";
    await open(page, link);
    await expect(page.getByText("I agree to receive money-saving tips")).toBeVisible();
    await page.getByRole("button", { name: "Yes, send me the tips" }).click();
    await expect(page.getByRole("heading", { name: "You’re on the list" })).toBeVisible();

    expect(await leave()).toBe(true);
    await expect
      .poll(async () => (await emailsTo(page, email)).filter((m) => m.includes("been unsubscribed")).length)
      .toBe(2);
    await open(page, link);
    await page.getByRole("button", { name: "Yes, send me the tips" }).click();
    await expect(page.getByText("This link no longer works.").first()).toBeVisible();
    await expect(page.getByRole("heading", { name: "You’re on the list" })).toHaveCount(0);
    await page.getByRole("link", { name: "Get a new link" }).click();
    await expect(page.getByRole("button", { name: "Send me a link" })).toBeVisible();
  });
});

test("leaving by the form, or asking for a link instead", { tag: "@long" }, async ({ page }) => {
  await open(page, "/unsubscribe");
  const email = page.getByLabel("Email", { exact: true });
  await page.getByRole("button", { name: "Unsubscribe" }).click();
  await expectRefused(page, email, "Please enter your email address.");
  await expect(page.getByText("This action cannot be undone.")).toBeVisible();
  await email.fill(someone());
  await page.getByRole("button", { name: "Reduce email frequency" }).click();
  await expect(page.getByText("we’ve sent it a link to switch to one email a month")).toBeVisible();
  await page.getByRole("button", { name: "Update preferences" }).click();
  await expect(page.getByText("we’ve sent it a link to change your settings")).toBeVisible();
  await page.getByRole("button", { name: "Unsubscribe" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "You’ve Been Unsubscribed" })).toBeVisible();
  await expect(page.getByText("Successfully Unsubscribed")).toBeVisible();
  await page.getByRole("button", { name: "Reduce email frequency" }).click();
  await expect(page.getByText("we’ve sent it a link to switch to one email a month")).toBeVisible();
});

test("an address that says so makes nobody believe that they have left", { tag: "@long" }, async ({ page }) => {
  for (const address of ["/unsubscribe#done", "/unsubscribe?end=done"]) {
    await open(page, address);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Unsubscribe");
  }
});

test("one press in a mail makes it one mail a month, and says so", { tag: "@long" }, async ({ page }) => {
  const email = someone();
  await signUp(page, email);
  await open(page, "/unsubscribe");
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByRole("button", { name: "Reduce email frequency" }).click();
  const link = (await emailTo(page, email, "One email a month")).match(
    /\/confirm\?eid=[\w-]+&(?:amp;)?frequency=monthly/,
  )?.[0];
  await open(page, (link ?? "").replace("&amp;", "&"));
  await expect(page.getByText("asked to get one email a month at your address")).toBeVisible();
  await page.getByRole("button", { name: "Yes, once a month" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("You’re set for one email a month");
  await expect(page.getByText("within 24 hours")).toHaveCount(0);
});

test.describe("while the server is away", () => {
  test.use({ expectedErrors: [/ERR_FAILED/] });

  test("a request to unsubscribe waits in the browser, on any page, until it is taken", { tag: "@long" }, async ({
    page,
  }) => {
    await page.route("**/api/unsubscribe", (route) => route.abort());
    await open(page, "/unsubscribe");
    const email = someone();
    await page.getByLabel("Email", { exact: true }).fill(email);
    await page.getByRole("button", { name: "Unsubscribe" }).click();
    await expect(page.getByRole("heading", { name: "Not Unsubscribed Yet" })).toBeVisible();
    await expect(page.getByText("Keep this page open")).toBeVisible();
    await page.reload();
    await expect(page.getByText("Keep this page open")).toBeVisible();
    await expect.poll(() => stored(page)).toContain(email);
    await page.unroute("**/api/unsubscribe");
    await open(page, "/articles");
    await expect.poll(() => stored(page)).not.toContain(email);
  });
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("forms say kindly what they need, and unsubscribing and confirming end on a page of the site", async ({
    page,
  }) => {
    for (const path of ["/subscribe", "/contact", "/preferences"]) {
      await page.goto(path);
      await expect(page.getByText(/^Turn on JavaScript to /)).toBeVisible();
    }
    await page.goto("/unsubscribe");
    await page.getByLabel("Email", { exact: true }).fill(someone());
    await page.getByRole("button", { name: "Unsubscribe" }).click();
    await expect(page.getByRole("heading", { name: "You’ve Been Unsubscribed" })).toBeVisible();
    await expect(page.getByRole("contentinfo")).toBeVisible();
    await page.goto("/unsubscribe?eid=wrong");
    await page.getByRole("button", { name: "Unsubscribe" }).click();
    await expect(page.getByText("This link no longer works.")).toBeVisible();
    await page.goto("/confirm?eid=wrong");
    await page.getByRole("button", { name: "Yes, send me the tips" }).last().click();
    await expect(page.getByText("This link no longer works.")).toBeVisible();
    await expect(page.getByRole("contentinfo")).toBeVisible();
  });
});
