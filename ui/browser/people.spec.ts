import type { Page } from "@playwright/test";
import {
  eidFor,
  emailTo,
  expectRefused,
  fillBirth,
  fillDetails,
  fillEmailStep,
  fillMessage,
  hold,
  refuse,
  someone,
  stored,
} from "./people.ts";
import { expect, expectAccessible, open, test } from "./site.ts";

/** Expects that the form leads to what becomes of its answers. */
async function expectPrivacyLinks(page: Page) {
  const link = (name: string) => page.getByRole("main").getByRole("link", { name });
  await expect(link("Privacy Policy")).toHaveAttribute("href", "/privacy");
  await expect(link("Your Privacy Choices")).toBeVisible();
}

test("signing up leads to the offers and leaves nothing personal in the browser", async ({ page }) => {
  const email = someone();
  await open(page, "/subscribe?utm_source=letter");
  await expect(page.getByText("Step 1 of 3")).toBeVisible();
  await expect(page).toHaveTitle(/^Subscribe \|/);
  await expectPrivacyLinks(page);
  await fillEmailStep(page, email);
  await expect(page.getByText("Step 2 of 3")).toBeVisible();
  await expect(page).toHaveTitle(/^Subscribe: about you/);
  await fillDetails(page);
  await expectAccessible(page);
  const sent = page.waitForRequest("**/api/subscribers");
  const release = await hold(page, "**/api/subscribers");
  await page.getByRole("button", { name: "Create Account" }).click();
  await expect(page.getByRole("button", { name: "Creating Account..." })).toBeVisible();
  release();
  expect((await sent).postDataJSON()).toMatchObject({
    email,
    emailConsent: true,
    dateOfBirth: "1990-04-23",
    gender: "other",
    source: { utm_source: "letter" },
  });
  await expect(page.getByText("within 24 hours")).toBeVisible();
  await expect(page).toHaveTitle(/^Subscribe: thank you/);
  await expect(
    page.getByText("Check your inbox. If you’ve subscribed before, use the link we just sent to come back."),
  ).toBeVisible();
  await expectAccessible(page);
  await expect.poll(() => stored(page)).not.toMatch(/Kim|Elm|\b1990\b|example\.com/);
  expect(await page.getByRole("link", { name: "See exclusive offers" }).getAttribute("href")).toBe("/offers");
  await page.reload();
  await expect(page.getByText("within 24 hours")).toBeVisible();
  expect(await emailTo(page, email)).toContain("Welcome");
});

test("answers survive a reload and the browser's Back", { tag: "@long" }, async ({ page }) => {
  await open(page, "/subscribe");
  await fillEmailStep(page, "kim@example.com");
  await fillDetails(page);
  await page.reload();
  await expect(page.getByLabel("First name")).toHaveValue("Kim");
  await expect(page.getByLabel("Year")).toHaveValue("1990");
  await expect(page.getByLabel("Gender")).toHaveValue("other");
  await page.goBack();
  await expect(page.getByLabel("Email", { exact: true })).toHaveValue("kim@example.com");
  await expect(page.getByLabel(/I agree/)).toBeChecked();
  await page.goForward();
  await expect(page.getByLabel("First name")).toHaveValue("Kim");
  await page.getByRole("button", { name: "Back" }).click();
  await expect(page.getByText("Step 1 of 3")).toBeVisible();
});

test("text alerts take a US number as it is typed", { tag: "@long" }, async ({ page }) => {
  const email = someone();
  await open(page, "/subscribe");
  await fillEmailStep(page, email);
  await fillDetails(page);
  await page.getByRole("button", { name: "Create Account" }).click();
  await page.getByRole("link", { name: "Get deal alerts by text" }).click();
  await expect(page.getByText("Step 3 of 3")).toBeVisible();
  await expect(
    page.getByText(
      /Thriftwell may send me .* automated technology: up to 4 messages a month.*not a condition.*rates may apply.*STOP.*HELP/,
    ),
  ).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel(/I agree/).check();
  await page.getByRole("button", { name: "Complete" }).click();
  const phone = page.getByLabel(/Phone/);
  await expectRefused(page, phone, "Please enter your phone number to get texts, or leave the box unchecked.");
  await phone.pressSequentially("201555012");
  await page.getByRole("button", { name: "Complete" }).click();
  await expectRefused(page, phone, "Please enter a valid U.S. phone number, such as (201) 555-0123.");
  await phone.press("End");
  await phone.pressSequentially("3");
  await expect(phone).toHaveValue("(201) 555-0123");
  await page.getByRole("button", { name: "Complete" }).click();
  await expect(page.getByText("We save your phone number with a new signup.")).toBeVisible();
  await expect(page.getByRole("link", { name: "Get deal alerts by text" })).toHaveCount(0);
  await open(page, `/preferences?eid=${await eidFor(page, email)}`);
  await expect(page.getByLabel("Send me deal alerts by text")).toBeChecked();
});

test("the step for texts can be skipped", { tag: "@long" }, async ({ page }) => {
  await page.route("**/api/subscribers", (route) => route.fulfill({ status: 201, json: { status: "received" } }));
  await open(page, "/subscribe");
  await fillEmailStep(page, "kim@example.com");
  await fillDetails(page);
  await page.getByRole("button", { name: "Create Account" }).click();
  await page.getByRole("link", { name: "Get deal alerts by text" }).click();
  await page.getByRole("button", { name: "Skip This Step" }).click();
  await expect(page.getByText("within 24 hours")).toBeVisible();
});

test("signing up works with the keyboard alone", { tag: "@long" }, async ({ page }) => {
  await page.route("**/api/subscribers", (route) => route.fulfill({ status: 201, json: { status: "received" } }));
  await open(page, "/subscribe");
  await page.getByRole("main").focus();
  const type = async (...keys: string[]) => {
    for (const key of keys) {
      await page.keyboard.press("Tab");
      if (key === "Space" || key === "Enter") await page.keyboard.press(key);
      else await page.keyboard.type(key);
    }
  };
  await type("kim@example.com", "Space", "Enter");
  await expect(page.getByRole("main")).toBeFocused();
  await type("Kim", "Lee", "12 Elm Street", "4", "23", "1990", "Ot", "Enter");
  await expect(page.getByText("within 24 hours")).toBeVisible();
  await expect(page.getByRole("main")).toBeFocused();
  await page.keyboard.press("Tab");
  await type("Enter");
  await expect(page.getByText("Step 3 of 3")).toBeVisible();
});

test("each wrong answer of a signup is refused at its field, and the first gets the focus", async ({ page }) => {
  await open(page, "/subscribe");
  const next = page.getByRole("button", { name: "Continue" });
  await next.click();
  const email = page.getByLabel("Email", { exact: true });
  await expectRefused(page, email, "Please enter your email address.");
  await expect(page.getByText("Please agree to receive our emails to continue.")).toBeVisible();
  await expectAccessible(page);
  await email.fill("kim@example");
  await expect(page.getByText("Please enter your email address.")).toHaveCount(0);
  await next.click();
  await expectRefused(page, email, "Please enter a valid email address, such as name@example.com.");
  await fillEmailStep(page, "kim@example.com");

  await page.getByRole("button", { name: "Create Account" }).click();
  await expectRefused(page, page.getByLabel("First name"), "Please enter your first name.");
  for (const sentence of [
    "Please enter your last name.",
    "Please enter your address.",
    "Please enter your date of birth.",
    "Please choose one of the options.",
  ]) {
    await expect(page.getByText(sentence)).toBeVisible();
  }
  await expectAccessible(page);
  await fillDetails(page);
  for (const [date, sentence] of [
    [["2", "30", "1990"], "Please enter a real date with a four-digit year."],
    [["1", "1", "2090"], "That date is in the future. Please enter your date of birth."],
    [["1", "1", "1850"], "Please check the year of your date of birth."],
    [
      ["1", "1", String(new Date().getFullYear() - 17)],
      "Thank you for your interest! You need to be at least 18 years old to sign up.",
    ],
  ] as const) {
    await fillBirth(page, date);
    await page.getByRole("button", { name: "Create Account" }).click();
    await expectRefused(page, page.getByLabel("Month"), sentence);
  }
});

test("nothing is kept of somebody under 18, from the moment the date of birth says so", { tag: "@long" }, async ({
  page,
}) => {
  const young = String(new Date().getFullYear() - 17);
  await open(page, "/subscribe");
  await fillEmailStep(page, "kim@example.com");
  await fillDetails(page);
  await expect.poll(() => stored(page)).toContain("Kim");
  await fillBirth(page, ["1", "1", young]);
  await expect.poll(() => stored(page)).not.toMatch(/Kim|kim@/);
  await page.getByRole("button", { name: "Create Account" }).click();
  await expect(page.getByText("at least 18 years old")).toBeVisible();
  await page.getByLabel("Last name").fill("Leigh");
  await page.goBack();
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByText("Step 2 of 3")).toBeVisible();
  await expect.poll(() => stored(page)).not.toMatch(/Kim|kim@/);
  await fillBirth(page, ["4", "23", "1990"]);
  await expect.poll(() => stored(page)).toMatch(/Leigh.*1990/);
  await fillBirth(page, ["1", "1", young]);
  await page.reload();
  await expect(page.getByText("Step 1 of 3")).toBeVisible();
  await expect(page.getByLabel("Email", { exact: true })).toHaveValue("");
});

test.describe("when the server refuses", () => {
  test.use({ expectedErrors: [/status of (400|503)/] });

  test("a signup stays on its step, and says why", { tag: "@long" }, async ({ page }) => {
    await open(page, "/subscribe");
    await fillEmailStep(page, "kim@example.com");
    await fillDetails(page);
    await refuse(page, "**/api/subscribers", 400, "Please check the address.", [
      { field: "address", message: "Please use a single line of plain text." },
    ]);
    await page.getByRole("button", { name: "Create Account" }).click();
    await expect(page.getByRole("alert")).toContainText("Error");
    await expect(page.getByRole("alert")).toHaveText(/^ErrorPlease check the address\./);
    await expectRefused(page, page.getByLabel("Address"), "Please use a single line of plain text.");

    await refuse(page, "**/api/subscribers", 503, "We’re busy right now. Try again in a moment.");
    await page.getByRole("button", { name: "Create Account" }).click();
    await expect(page.getByText("Try again in a moment. What you typed is still here.")).toBeVisible();
    await expect(page.getByText("Step 2 of 3")).toBeVisible();
    await expect(page.getByLabel("First name")).toHaveValue("Kim");
  });

  test("a signup that it finds too young is forgotten as well", { tag: "@long" }, async ({ page }) => {
    const sentence = "Thank you for your interest! You need to be at least 18 years old to sign up.";
    await open(page, "/subscribe");
    await fillEmailStep(page, "kim@example.com");
    await fillDetails(page);
    await refuse(page, "**/api/subscribers", 400, sentence, [{ field: "dateOfBirth", message: sentence }]);
    await page.getByRole("button", { name: "Create Account" }).click();
    await expect(page.getByRole("alert")).toContainText(sentence);
    await expect(page.getByText("Step 1 of 3")).toBeVisible();
    await expect(page.getByLabel("Email", { exact: true })).toHaveValue("");
    await expect.poll(() => stored(page)).not.toMatch(/Kim|kim@/);
  });

  test("a link that is not valid is said not to be, and the form is there", { tag: "@long" }, async ({ page }) => {
    await open(page, "/unsubscribe?eid=nonsense");
    await expect(page.getByText("This link no longer works.")).toBeVisible();
    await expect(page.getByRole("button", { name: "Unsubscribe" })).toBeVisible();
    await expect.poll(() => stored(page)).not.toContain("nonsense");
    await open(page, "/preferences?eid=nonsense");
    await expect(page.getByText("This link no longer works.")).toBeVisible();
    await expect(page.getByRole("button", { name: "Send me a link" })).toBeVisible();
    await open(page, "/confirm?eid=nonsense");
    await page.getByRole("button", { name: "Yes, send me the tips" }).click();
    await expect(page.getByText("This link no longer works.").first()).toBeVisible();
  });
});

test.describe("a message", () => {
  test.use({ expectedErrors: [/status of 503/] });

  test("is checked, stays in its form while the server is busy, is sent, and another can be", async ({ page }) => {
    await open(page, "/contact?type=advertiser");
    await expect(page.getByLabel("Advertising")).toBeChecked();
    await expectPrivacyLinks(page);
    const send = page.getByRole("button", { name: "Send Message" });
    await send.click();
    await expectRefused(page, page.getByLabel("First name"), "Please enter your first name.");
    await expect(page.getByText("Please enter your message.")).toBeVisible();
    await fillMessage(page);
    await test.step("the server is busy", async () => {
      await refuse(page, "**/api/contact", 503, "We’re busy right now. Try again in a moment.");
      await send.click();
      await expect(page.getByRole("alert").filter({ hasText: /^ErrorWe’re busy right now/ })).toBeVisible();
      await expect(page.getByRole("alert").filter({ hasText: "What you typed is still here." })).toBeVisible();
      await expect(page.getByLabel("Message")).toHaveValue("A line\nand another");
      await page.unroute("**/api/contact");
    });
    const release = await hold(page, "**/api/contact");
    await send.click();
    await expect(page.getByRole("button", { name: "Sending..." })).toBeVisible();
    release();
    await expect(page.getByText("Message Sent")).toBeVisible();
    await expect(page.getByText("Thank you for your message! We’ll get back to you soon.")).toBeVisible();
    await expect(page.getByText("within 24 hours")).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Send Another Message" }).click();
    await expect(page.getByLabel("First name")).toBeFocused();
    await expect(page.getByLabel("Message")).toHaveValue("");
    await page.goto("/contact");
    await send.click();
    await expect(page.getByText("Please choose what your message is about.")).toBeVisible();
  });
});
