import { eidFor, emailTo, expectRefused, signUp, someone } from "./people.ts";
import { expect, expectAccessible, expectNoSidewaysScroll, open, signIn, test } from "./site.ts";

const leadsAway = "/hot-offers?zip=10001&first=Ann&sourceid=mail";
const withData = "https://corriden.example.com/auto?zip=10001&first=Ann&last=&sid=mail";
const withNone = "https://corriden.example.com/auto?zip=&first=&last=&sid=mail";

test("who opts out is not told of to partners, until it is allowed again", async ({ page }) => {
  await open(page, leadsAway);
  const link = page
    .getByRole("main")
    .getByRole("link", { name: /Get Deal/ })
    .first();
  await expect(link).toHaveAttribute("href", withData);
  await page.getByRole("contentinfo").getByRole("link", { name: "Your Privacy Choices" }).click();
  await expect(page).toHaveURL(/\/privacy-choices$/);
  await expect(page.getByRole("status").first()).toHaveText(/^You’re not opted out/);
  await page.getByRole("button", { name: "Do not sell or share" }).click();
  await expect(page.getByText(/^You’re opted out\. We don’t pass/)).toBeVisible();
  await open(page, "/privacy-choices");
  await expect(page.getByText(/^You’re opted out\. We don’t pass/)).toBeVisible();
  await open(page, leadsAway);
  await expect(link).toHaveAttribute("href", withNone);
  await expect(page.getByText("You opted out of sharing your data")).toBeVisible();
  await open(page, "/privacy-choices");
  await page.getByRole("button", { name: "Allow it again" }).click();
  await expect(page.getByText(/^You’re not opted out/)).toBeVisible();
  await open(page, leadsAway);
  await expect(link).toHaveAttribute("href", withData);
});

test("Global Privacy Control is shown as what it is", { tag: "@long" }, async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(navigator, "globalPrivacyControl", { value: true }));
  await open(page, "/privacy-choices");
  await expect(page.getByText(/^You’re opted out\. Your browser sends/)).toBeVisible();
});

test.describe("of revocations", () => {
  test.use({ expectedErrors: [/status of 400/] });

  test("an admin records that somebody said to stop", { tag: "@long" }, async ({ page }) => {
    await signIn(page, "admin", "/admin/content?view=access");
    const form = page.getByRole("region", { name: "Revocations" });
    const contact = form.getByLabel("Email or phone number");
    await form.getByRole("button", { name: "Record" }).click();
    await expectRefused(page, contact, "Please enter an email address or a phone number.");
    await contact.fill("123");
    await form.getByRole("button", { name: "Record" }).click();
    await expect(contact).toHaveAccessibleDescription(
      "Please enter a valid U.S. phone number, such as (201) 555-0123.",
    );
    await expect(contact).toBeFocused();
    await contact.fill("nobody.knows@example.com");
    await contact.press("Enter"); // a toast may lie over the button
    await expect(form.getByRole("status")).toHaveText(
      "No match. Check for typos. If it was an email address, it’s blocked from now on.",
    );
  });
});

test("by a link of one's own one sees what is kept, adds a number, corrects, and has it deleted", {
  tag: "@long",
}, async ({ page }) => {
  const email = someone();
  await signUp(page, email);
  await open(page, `/preferences?eid=${await eidFor(page, email)}`);
  await expect(page.getByText("someone else may have it if you forwarded one")).toBeVisible();
  await expect(page.getByLabel("First name")).toHaveCount(0);
  await page.getByRole("link", { name: "get a personal link" }).click();
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByRole("button", { name: "Send me a link" }).click();
  const link = (await emailTo(page, email, "Your link")).match(/\/preferences\?eid=[\w-]+/)?.[0] ?? "";

  await open(page, link);
  await page.getByRole("textbox", { name: /Phone/ }).fill("(201) 555-0123");
  await expect(page.getByText(/automated technology: up to 4 messages a month/)).toBeVisible();
  await page.getByLabel("Send me deal alerts by text").check();
  await page.getByRole("button", { name: "Save preferences" }).click();
  await expect(page.getByText("We saved your changes.")).toBeVisible();
  await expect(page.getByText("Calls and texts agreed to")).toBeVisible();
  await page.getByRole("textbox", { name: "Address" }).fill("13 Elm Street");
  await page.getByRole("button", { name: "Save details" }).click();
  await expect(page.getByText("Your details have been updated.")).toBeVisible();
  await page.reload();
  await expect(page.getByRole("textbox", { name: "Address" })).toHaveValue("13 Elm Street");
  await expect(page.getByRole("textbox", { name: /Phone/ })).toHaveValue("(201) 555-0123");
  await page.evaluate(() => scrollTo(0, 0)); // where the reload scrolled to, the header may cover half a link
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  await page.getByRole("textbox", { name: /Phone/ }).fill("");
  await page.getByLabel("Send me deal alerts by text").uncheck();
  await page.getByRole("button", { name: "Save preferences" }).click();
  await expect(page.getByText("Calls and texts ended")).toBeVisible();
  await page.getByRole("button", { name: "Delete everything" }).click();
  await expect(page.getByText("Check this box to confirm that you want everything deleted.")).toBeVisible();
  await page.getByLabel("Yes, delete my details").check();
  await page.getByRole("button", { name: "Delete everything" }).click();
  await expect(page.getByRole("heading", { name: "Your data has been deleted" })).toBeFocused();
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("the choice works all the same, and the page says so", { tag: "@long" }, async ({ page, context }) => {
    await page.goto("/privacy-choices");
    await page.getByRole("button", { name: "Do not sell or share" }).click();
    await expect(page.getByText(/^You’re opted out/)).toBeVisible();
    expect((await context.cookies()).find(({ name }) => name === "privacy")?.value).toBe("opt-out");
    await page.getByRole("button", { name: "Allow it again" }).click();
    await expect(page.getByText(/^You’re not opted out/)).toBeVisible();
    expect(await context.cookies()).toEqual([]);
  });
});
