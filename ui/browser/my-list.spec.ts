import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { expect, expectAccessible, expectNoSidewaysScroll, keptKeys, open, test } from "./site.ts";

/** Keeps things in the visitor's browser before the page is opened. */
async function keep(page: Page, kept: Record<string, unknown>) {
  await page.addInitScript((kept) => {
    if (sessionStorage.getItem("was-kept")) return;
    sessionStorage.setItem("was-kept", "1");
    for (const [key, value] of Object.entries(kept))
      localStorage.setItem(key, typeof value === "string" ? value : JSON.stringify(value));
  }, kept);
}

/** A day by the site's own clock, as YYYY-MM-DD. */
const inDays = (days: number) => {
  const day = new Date(new Date().toLocaleDateString("sv-SE", { timeZone: "America/New_York" })); // midnight in UTC
  day.setUTCDate(day.getUTCDate() + days);
  return day.toISOString().slice(0, 10);
};

const claim = (id: string, days: number) => ({
  id,
  title: `Case ${id}`,
  day: inDays(days),
  what: "claim",
  partner: "Norvexa",
  proof: "The notice",
  path: "/content/settlements",
  done: false,
});

test("a settlement goes on the list and into a calendar, survives a reload, and nothing of it is sent", {
  tag: ["@desktop", "@long"],
}, async ({ page, context }) => {
  const sent: string[] = [];
  context.on("request", (request) => sent.push(`${request.url()} ${request.postData() ?? ""}`));
  await open(page, "/content/settlements");
  const add = page.getByRole("button", { name: /^Add to my list/ }).first();
  const title = ((await add.textContent()) ?? "").replace("Add to my list", "").trim();
  await add.press("Enter");
  await expect(page.getByRole("button", { name: `Remove from my list ${title}` })).toBeFocused();
  await page.getByRole("link", { name: "See my list" }).click();
  await expect(page.getByRole("heading", { name: "My list", level: 1 })).toBeVisible();
  const region = page.getByRole("region", { name: "Your deadlines" });
  await expect(region.getByRole("listitem")).toHaveCount(1);
  await expect(region).toContainText("Last day to claim");

  await page.getByRole("heading", { name: "My list", level: 1 }).waitFor();
  const before = sent.length;
  const downloaded = page.waitForEvent("download");
  await region.getByRole("button", { name: `Add to my calendar ${title}` }).press("Enter");
  const file = await downloaded;
  expect(file.suggestedFilename()).toMatch(/^content-offer-\d+\.ics$/);
  const calendar = await readFile(await file.path(), "utf8");
  expect(calendar).toMatch(/^BEGIN:VCALENDAR\r\n[\s\S]*\r\nEND:VCALENDAR\r\n$/);
  expect(calendar.match(/BEGIN:VALARM/g)).toHaveLength(2);
  await region.getByRole("checkbox", { name: `Done ${title}` }).press("Space");
  await expect(region.getByRole("checkbox")).toBeChecked();
  expect(sent.slice(before).filter((request) => !request.startsWith("blob:"))).toEqual([]);

  await page.reload();
  await expect(region.getByRole("checkbox")).toBeChecked();
  expect(sent.filter((request) => /content-offer-\d|my-deadlines/.test(request))).toEqual([]);
});

test("the list works without a connection, and another tab follows", { tag: "@long" }, async ({ page, context }) => {
  await keep(page, { "my-deadlines": [claim("content-offer-1", 30), claim("content-offer-2", 3)] });
  await open(page, "/my-list");
  const other = await context.newPage();
  await open(other, "/my-list");
  await context.setOffline(true);
  await expect(page.getByRole("region", { name: "Your deadlines" }).getByRole("heading", { level: 3 })).toHaveText([
    "Case content-offer-2",
    "Case content-offer-1",
  ]);
  await page.getByRole("button", { name: "Remove Case content-offer-2" }).click();
  await expect(other.getByRole("heading", { level: 3 })).toHaveText(["Case content-offer-1"]);
  const downloaded = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download as text" }).click();
  expect(await readFile(await (await downloaded).path(), "utf8")).toContain("Proof needed: The notice");
  await context.setOffline(false);
});

test("what has passed says so, and what others left in the storage breaks nothing @desktop @long", async ({ page }) => {
  await keep(page, {
    "my-deadlines": [claim("content-offer-1", -3), null, { id: 7 }, { ...claim("x", 3), path: "javascript:alert(1)" }],
    "my-savings": "{broken",
    "guide-steps:<b>": "1",
    "guide-about:no-spend-month": "[[",
    "guide-steps:no-spend-month": "1 2",
  });
  await open(page, "/my-list");
  await expect(page.getByRole("region", { name: "Your deadlines" }).getByRole("listitem")).toHaveText([
    /3 days ago.*Claims closed.*This date has passed/,
  ]);
  await expect(page.getByRole("button", { name: /calendar/ })).toHaveCount(0);
  await expect(
    page
      .getByRole("region", { name: "Your guides" })
      .getByRole("link", { name: "Plan a No-Spend Month You Can Finish" }),
  ).toBeVisible(); // which this browser did not keep
  await expect(page.getByRole("region", { name: "Your guides" })).toContainText("2 steps done");
  await expect(page.getByRole("region", { name: "A year of savings" })).toContainText("Add this to my yearly savings");
});

test("ticks and a note of a guide are on the list, on paper too, and all of it can be cleared", {
  tag: ["@desktop", "@long"],
}, async ({ page }) => {
  await keep(page, {
    "my-savings": {
      "articles/own-your-router#router": { title: "Router", path: "/articles/own-your-router", yearly: 180, once: -70 },
      "articles/hidden-bank-fees#fee": { title: "Fee", path: "/articles/hidden-bank-fees", yearly: null, once: 35 },
    },
  });
  await open(page, "/guides/start-an-emergency-fund");
  await page.getByRole("checkbox").first().check();
  await page.getByLabel("My note").fill("Ask the bank\nabout the fee");
  await page.getByRole("link", { name: "See my list" }).click();
  const guides = page.getByRole("region", { name: "Your guides" });
  await expect(guides).toContainText(/1 of \d+ steps done/);
  await expect(guides.getByRole("textbox")).toHaveValue("Ask the bank\nabout the fee");
  await expect(page.getByRole("region", { name: "A year of savings" })).toContainText("$145");
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);

  await page.emulateMedia({ media: "print" });
  await expect(guides.getByRole("paragraph").filter({ hasText: "Ask the bank" })).toBeVisible();
  await expect(guides.getByRole("textbox")).toBeHidden();
  await expect(page.getByRole("button", { name: "Clear all…" })).toBeHidden();
  await page.emulateMedia({ media: "screen" });

  await page.getByRole("button", { name: "Clear all…" }).press("Enter");
  await page.getByRole("button", { name: "Keep my list" }).click();
  await expect(guides.getByRole("textbox")).toBeVisible();
  await page.getByRole("button", { name: "Clear all…" }).click();
  await expectAccessible(page);
  await page.getByRole("dialog").getByRole("button", { name: "Clear all" }).click();
  await expect(page.getByRole("link", { name: "See the guides" })).toBeVisible();
  expect((await keptKeys(page)).filter((key) => /^(my-|guide-)/.test(key))).toEqual([]);
});

test("an empty list says what it is for, and is kept out of search engines", { tag: "@long" }, async ({ page }) => {
  await open(page, "/my-list");
  await expect(page.getByRole("link", { name: "See the settlements" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Clear all…" })).toHaveCount(0);
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute("content", "noindex");
  await expectAccessible(page);
});
