import type { Page } from "@playwright/test";
import { someone } from "./people.ts";
import { expect, expectAccessible, expectNoSidewaysScroll, fromElsewhere, signIn, test } from "./site.ts";
import { row, toast, unique } from "./staff.ts";

test.use({ local: true }); // who texts back in development

/** A number that nobody had before. */
function number(): string {
  const digits = String(Math.floor(Math.random() * 1_000_000)).padStart(6, "0");
  return `+1212${2 + Math.floor(Math.random() * 8)}${digits}`;
}

/** The texts to a number as the development sink lists them, newest first. */
async function textsTo(page: Page, phone: string): Promise<string[]> {
  const list = await (await page.request.get("/dev/texts")).text();
  return list.split("<li>").filter((item) => item.includes(phone.replace("+", "&#43;")));
}

/** Waits for the text to a number that holds some words. */
async function textTo(page: Page, phone: string, words: string) {
  await expect
    .poll(async () => (await textsTo(page, phone)).join(), { message: `a text to ${phone}` })
    .toContain(words);
}

/** Texts back from a number. */
async function say(page: Page, phone: string, said: string) {
  await page.goto("/dev/texts");
  await page.getByLabel("From").fill(phone);
  await page.getByLabel("Text", { exact: true }).fill(said);
  await page.getByRole("button", { name: "Text back" }).click();
}

/** Signs somebody up who agrees to texts at a number, and says yes. */
async function agree(page: Page, phone: string) {
  const data = {
    email: someone(),
    emailConsent: true,
    firstName: "Kim",
    lastName: "Lee",
    address: "1 Main St, Albany, NY 12207",
    dateOfBirth: "1990-01-01",
    gender: "female",
    phone,
    tcpaConsent: true,
  };
  expect((await page.request.post("/api/subscribers", { headers: fromElsewhere(), data })).status()).toBe(201);
  await textTo(page, phone, "Reply YES");
  await say(page, phone, "Yes");
  await textTo(page, phone, "You are signed up for deal alerts");
}

test.describe("while the API is away", () => {
  test.use({ expectedErrors: [/ERR_FAILED/] });

  test("a text is measured as soon as it can be", { tag: "@long" }, async ({ page }) => {
    await page.route("/api/admin/texts/measure", (route) => route.abort(), { times: 1 });
    const failed = page.waitForEvent("requestfailed", (request) => request.url().endsWith("/measure"));
    await signIn(page, "editor", "/admin/texts/new");
    await failed;
    await expect(page.getByText("1 segment, ")).toContainText("in GSM-7");
  });
});

test("an editor writes a text, tests it and sends it, and a STOP ends it", { tag: "@long" }, async ({ page }) => {
  const body = unique("Two for one");
  const phone = number();
  await agree(page, phone);
  await signIn(page, "editor", "/admin/texts/new");
  await page.getByLabel("Text", { exact: true }).fill(`${body} – today`);
  await expect(page.getByText(`: ${body} – today Reply STOP to end`)).toBeVisible();
  await expect(page.getByText("in UCS-2. Without – it would be GSM-7")).toBeVisible();
  await page.getByLabel("Text", { exact: true }).fill(body);
  await expect(page.getByText("1 segment, ")).toContainText("in GSM-7");
  await page.getByRole("button", { name: "Save draft" }).click();
  await toast(page, "Text created successfully");
  await expect(page).toHaveURL(/\/admin\/texts\/\d+$/);
  await expect(page.getByText(/numbers? gets? a text$/)).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  const tester = number();
  await page.getByLabel("Send a test to your own number").fill(tester);
  await page.getByRole("button", { name: "Send test" }).click();
  await toast(page, `Test sent to ${tester}`);
  await textTo(page, tester, `[Test] `);

  await page.getByRole("button", { name: "Send…" }).click();
  const asked = page.getByRole("dialog", { name: "Send this text?" });
  await expect(asked).toContainText(/It goes to \d+ numbers?/);
  await asked.getByRole("button", { name: "Send", exact: true }).click();
  await toast(page, "This text is on its way");
  await textTo(page, phone, `: ${body}\nReply STOP to end`);
  const report = page.getByRole("region", { name: "Report" });
  await expect(page.locator("[data-bar] .status")).toHaveText("Sent");
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  const sent = page.url();
  await say(page, phone, "no more please");
  await textTo(page, phone, "You will get no more calls or texts");
  await page.goto(sent);
  const stops = report.locator("dl > div").filter({ hasText: "Replied STOP" }).getByRole("definition");
  await expect(stops).toHaveText("1");
  await page.goto(`/admin/texts?q=${encodeURIComponent(body)}`);
  await expect(row(page, body)).toContainText("Sent");
  await expectAccessible(page);
});
