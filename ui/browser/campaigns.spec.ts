import type { Page } from "@playwright/test";
import { emailsTo, emailTo, someone } from "./people.ts";
import { expect, expectAccessible, expectNoSidewaysScroll, fromElsewhere, open, signIn, test } from "./site.ts";
import { inAYear, row, toast, unique } from "./staff.ts";

/** Signs somebody up by a campaign of this source; returns the address. */
async function signUpBy(page: Page, source: string): Promise<string> {
  const email = someone();
  const data = {
    email,
    emailConsent: true,
    firstName: "Kim",
    lastName: "Lee",
    address: "1 Main St",
    dateOfBirth: "1990-01-01",
    gender: "female",
    source: { utm_source: source },
  };
  expect((await page.request.post("/api/subscribers", { headers: fromElsewhere(), data })).status()).toBe(201);
  return email;
}

test("an editor writes a campaign, tests it and sends it, and sees what became of it", async ({ page }) => {
  test.slow();
  const subject = unique("Weekly");
  const source = subject.toLowerCase();
  const reader = await signUpBy(page, source);
  await signIn(page, "editor", "/admin/letters/new");
  await page.getByLabel("Subject").fill(subject);
  await page.getByLabel("Preview text").fill("Small things that add up");
  await page.getByRole("button", { name: "Send…" }).click();
  await expect(page.getByRole("status").filter({ hasText: /^Write something or pick/ })).toBeVisible();
  await page.getByRole("textbox", { name: "Text", exact: true }).pressSequentially("Dear reader, this helps.");
  await page.getByRole("combobox", { name: "Add an article or a guide" }).fill("emergency fund");
  await page.getByRole("option", { name: /^Start an Emergency Fund/ }).click();
  await page.getByLabel("First offer").selectOption({ index: 1 });
  await page.getByLabel("Source", { exact: true }).fill(source);
  await expect(page.getByText("1 person gets it")).toBeVisible();
  await page.getByRole("button", { name: "Save draft" }).click();
  await expect(page).toHaveURL(/\/admin\/letters\/\d+$/); // it may have been saved by itself before
  await expect(page.getByRole("status").filter({ hasText: /^Saved$/ })).toBeVisible();
  await expect(page.getByText("Links to our pages work")).toBeVisible();

  await page.getByRole("button", { name: "Preview" }).click();
  const mail = page.frameLocator("iframe[title='Email preview']");
  await expect(mail.getByText("Dear reader, this helps.")).toBeVisible();
  await expect(mail.getByText("Sponsored", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Text", exact: true }).click();
  await expect(page.getByRole("region", { name: "Email as plain text" })).toContainText("utm_source=newsletter");
  await page.getByRole("button", { name: "Close preview" }).click();

  const tester = someone();
  await page.getByLabel("Send a test to").fill(tester);
  await page.getByRole("button", { name: "Send test" }).click();
  await toast(page, `Test sent to ${tester}`);
  expect(await emailTo(page, tester, "[Test]")).toContain("Dear reader");

  await page.getByRole("button", { name: "Send…" }).click();
  const asked = page.getByRole("dialog", { name: "Send this campaign?" });
  await expect(asked).toContainText(`“${subject}” goes to 1 person.`);
  await asked.getByRole("button", { name: "Send", exact: true }).click();
  await toast(page, "This campaign is on its way");
  await expect(page.getByText("Sent", { exact: true }).first()).toBeVisible();
  await expect(page.getByRole("region", { name: "Report" })).toContainText("Recipients1");
  expect(await emailTo(page, reader, subject)).toContain("Dear reader");
  await page.getByRole("button", { name: "Text", exact: true }).click(); // axe can't talk to a frame that runs nothing
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  await page.goto(`/admin/letters?q=${encodeURIComponent(subject)}`);
  await expect(row(page, subject)).toContainText("Sent");
});

test("a campaign is scheduled, unscheduled, and sent right away when its time has passed", { tag: "@long" }, async ({
  page,
}) => {
  const subject = unique("Timed");
  const source = subject.toLowerCase();
  const reader = await signUpBy(page, source);
  await signIn(page, "admin", "/admin/letters");
  const made = await page.request.post("/api/admin/letters", {
    data: { subject, body: "Hello", audience: { source }, scheduledAt: inAYear() },
  });
  const { id } = await made.json();
  await page.goto(`/admin/letters/${id}`);
  await page.getByRole("button", { name: "Schedule…" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Schedule", exact: true }).click();
  await toast(page, "Campaign scheduled");
  await page.getByRole("button", { name: "Unschedule" }).click();
  await toast(page, "This campaign is a draft again");
  await page.getByLabel("Send at").fill("2026-01-01T09:00");
  await page.getByRole("button", { name: "Send…" }).click();
  await expect(page.getByRole("dialog")).toContainText("That time has passed, so it will send right away.");
  expect((await emailsTo(page, reader)).join()).not.toContain(subject);
  await page.getByRole("dialog").getByRole("button", { name: "Send", exact: true }).click();
  expect(await emailTo(page, reader, subject)).toContain("Hello");
});

test("a newsletter that went out is on the web, and in the archive", { tag: "@long" }, async ({ page }) => {
  test.slow();
  const subject = unique("Archived");
  const source = subject.toLowerCase();
  const reader = await signUpBy(page, source);
  await signIn(page, "editor", "/admin/letters");
  const data = {
    subject,
    preheader: "Small things",
    body: `## Begin here\n\nDear reader, **look** ${"far".repeat(60)}`,
    audience: { source },
    pieces: ["/guides/start-an-emergency-fund"],
  };
  const { id, slug } = await (await page.request.post("/api/admin/letters", { data })).json();
  expect((await page.request.get(`/newsletter/${slug}`)).status()).toBe(404);
  expect((await page.request.post(`/api/admin/letters/${id}/send`)).status()).toBe(200);
  const status = async () => (await (await page.request.get(`/api/admin/letters/${id}`)).json()).status;
  await expect.poll(status).toBe("sent");
  const html = await (await page.request.get(`/newsletter/${slug}`)).text();
  expect(html).toContain("Begin here");
  expect(html).toContain(`<link rel="canonical" href`);
  await open(page, "/newsletter");
  await expect(
    page.getByRole("navigation", { name: "Quick Links" }).getByRole("link", { name: "Newsletter" }),
  ).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.getByRole("link", { name: subject }).click();
  await expect(page.getByRole("heading", { level: 1, name: subject })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Begin here" })).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await open(page, page.url()); // a page reached by a click isn't hydrated
  await page.getByRole("link", { name: "Start an Emergency Fund From Zero" }).click();
  await expect(page).toHaveURL(/\/guides\/start-an-emergency-fund$/);

  await expect.poll(async () => (await page.request.get("/subscribe")).text()).toContain(subject);
  await open(page, "/subscribe");
  await expect(page.getByText("The latest newsletter")).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.getByRole("link", { name: subject }).click();
  await expect(page.getByRole("heading", { level: 1, name: subject })).toBeVisible();

  const mail = (await emailsTo(page, reader)).find((item) => item.includes(subject))?.match(/href="([^"]+)"/)?.[1];
  await page.goto(`${mail}/html`);
  await expect(page.getByRole("heading", { name: "Begin here" })).toBeVisible();
  await expectNoSidewaysScroll(page);
});

test("a draft is saved by itself, and says which link is broken", { tag: "@long" }, async ({ page }) => {
  const subject = unique("Unsaved");
  await signIn(page, "editor", "/admin/letters/new");
  await page.getByLabel("Subject").fill(subject);
  await expect(page).toHaveURL(/\/admin\/letters\/\d+$/);
  const id = page.url().split("/").at(-1);
  await page.getByLabel("Preview text").fill("Kept without a click");
  const kept = async () => (await (await page.request.get(`/api/admin/letters/${id}`)).json()).preheader;
  await expect.poll(kept).toBe("Kept without a click");
  const data = { body: "[Gone](http://127.0.0.1:1/gone)" };
  expect((await page.request.put(`/api/admin/letters/${id}`, { data })).status()).toBe(200);
  await page.goto(`/admin/letters/${id}`);
  await expect(page.getByText("A link leads to http://127.0.0.1:1/gone.")).toBeVisible();
  await page.getByRole("button", { name: "Send…" }).click();
  await expect(page.getByRole("dialog")).toContainText("A link leads to http://127.0.0.1:1/gone.");
});

test("a draft goes back to what it was", { tag: ["@desktop", "@long"] }, async ({ page }) => {
  await signIn(page, "editor", "/admin");
  const data = { subject: unique("Rewritten"), body: "As it was." };
  const { id } = await (await page.request.post("/api/admin/letters", { data })).json();
  await page.request.put(`/api/admin/letters/${id}`, {
    data: { body: "As it is.", audience: { frequency: "weekly" } },
  });
  await page.goto(`/admin/letters/${id}`);
  await page.getByRole("button", { name: "Revisions" }).click();
  const dialog = page.getByRole("dialog", { name: "Revisions" });
  await expect(dialog.getByRole("button", { expanded: false }).first()).toContainText("Text, Audience");
  await dialog.getByRole("button", { expanded: false }).nth(1).click();
  await expect(dialog.getByRole("group", { name: "Text" })).toContainText("As it was.");
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await dialog.getByRole("button", { name: "Restore as a draft" }).click();
  await toast(page, "Campaign restored successfully");
  await expect(page.getByRole("textbox", { name: "Text", exact: true })).toHaveText("As it was.");
  await expect(page.getByLabel("Frequency")).toHaveValue("");
});

test("the code of a reader leaves the address before anything sees it", { tag: "@long" }, async ({ page }) => {
  const handedIn = page.waitForRequest("**/api/newsletters/click");
  await page.goto("/guides/start-an-emergency-fund?reader=a-code&utm_source=newsletter");
  expect((await handedIn).postDataJSON()).toEqual({ reader: "a-code" });
  await expect(page).toHaveURL(/\/guides\/start-an-emergency-fund\?utm_source=newsletter$/);
  expect(await page.content()).not.toContain("a-code");
});

test("an audience by engagement says why it can’t be chosen", { tag: ["@desktop", "@long"] }, async ({ page }) => {
  await signIn(page, "editor", "/admin/letters/new");
  const field = page.getByLabel("Engagement");
  await field.focus();
  const others = field.locator("option:not([value=''])");
  expect(await others.count()).toBeGreaterThan(0);
  for (const other of await others.all()) await expect(other).toBeDisabled();
  await expect(field).toBeFocused();
  await expect(field).toHaveAccessibleDescription(/doesn’t record who clicks in campaigns/);
});

test("staff see the welcome series, and where it is switched off", { tag: ["@desktop", "@long"] }, async ({ page }) => {
  await signIn(page, "admin", "/admin/letters");
  const series = page.getByRole("region", { name: "Welcome series" });
  await expect(series).toContainText(/First tips, right away\d[\d,]* sent/);
  await series.getByRole("link", { name: "Site settings" }).click();
  await expect(page.locator("select, input").and(page.getByLabel("Welcome series"))).toHaveValue("on");
});
