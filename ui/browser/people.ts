import { expect, type Page } from "@playwright/test";
import { fromElsewhere } from "./site.ts";

/** An address that nobody had before. */
export function someone(): string {
  return `kim.${crypto.randomUUID().slice(0, 8)}@example.com`;
}

export async function fillEmailStep(page: Page, email: string) {
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByLabel(/I agree/).check();
  await page.getByRole("button", { name: "Continue" }).click();
}

export async function fillDetails(page: Page) {
  await page.getByLabel("First name").fill("Kim");
  await page.getByLabel("Last name").fill("Lee");
  await page.getByLabel("Address").fill("12 Elm Street, Springfield, IL 62701");
  await fillBirth(page, ["4", "23", "1990"]);
  await page.getByLabel("Gender").selectOption("Other");
}

export async function fillBirth(page: Page, [month, day, year]: readonly [string, string, string]) {
  await page.getByLabel("Month").fill(month);
  await page.getByLabel("Day").fill(day);
  await page.getByLabel("Year").fill(year);
}

export async function fillMessage(page: Page) {
  await page.getByLabel("First name").fill("Kim");
  await page.getByLabel("Last name").fill("Lee");
  await page.getByLabel("Email", { exact: true }).fill(someone());
  await page.getByLabel("General support").check();
  await page.getByLabel("Message").fill("A line\nand another");
}

/** Expects that `sentence` stands at `field`, which has the focus. */
export async function expectRefused(page: Page, field: ReturnType<Page["getByLabel"]>, sentence: string) {
  await expect(page.getByText(sentence)).toBeVisible();
  await expect(field).toBeFocused();
  await expect(field).toHaveAttribute("aria-invalid", "true");
}

/** Has the call at `url` answered with a problem. */
export async function refuse(page: Page, url: string, status: number, detail: string, errors: object[] = []) {
  await page.unroute(url);
  await page.route(url, (route) =>
    route.fulfill({
      status,
      contentType: "application/problem+json",
      body: JSON.stringify({ title: "Refused", status, detail, errors }),
    }),
  );
}

/** Holds the call at `url` back until what it returns is called. */
export async function hold(page: Page, url: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(url, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

/** Signs up as the wizard does, without it. */
export async function signUp(page: Page, email: string) {
  const response = await page.request.post("/api/subscribers", {
    headers: fromElsewhere(),
    data: {
      email,
      emailConsent: true,
      firstName: "Kim",
      lastName: "Lee",
      address: "12 Elm Street",
      dateOfBirth: "1990-04-23",
      gender: "other",
    },
  });
  expect(response.status()).toBe(201);
}

/** Everything that the browser keeps for the site. */
export function stored(page: Page): Promise<string> {
  return page.evaluate(() =>
    JSON.stringify(
      [sessionStorage, localStorage].map((kept) =>
        Array.from({ length: kept.length }, (_, i) => kept.key(i) ?? "").map((key) => [key, kept.getItem(key)]),
      ),
    ),
  );
}

/** The emails to `email` as the development sink lists them, newest first. */
export async function emailsTo(page: Page, email: string): Promise<string[]> {
  const list = await (await page.request.get("/dev/mail")).text();
  return list.split("<li>").filter((item) => item.includes(email));
}

/** The newest mail to `email` whose subject contains `words`, once it is in the development sink. */
export async function emailTo(page: Page, email: string, words = ""): Promise<string> {
  let id: string | undefined;
  const look = async () => {
    id = (await emailsTo(page, email)).find((item) => item.includes(words))?.match(/href="([^"]+)"/)?.[1];
    return id !== undefined;
  };
  await expect.poll(look, { message: `a mail to ${email}` }).toBe(true);
  return (await page.request.get(id ?? "")).text();
}

/** The token of the links in the mail to `email`. */
export async function eidFor(page: Page, email: string): Promise<string> {
  return (await emailTo(page, email)).match(/preferences\?eid=([\w-]+)/)?.[1] ?? "";
}
