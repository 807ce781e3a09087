import type { Locator, Page } from "@playwright/test";
import { curly } from "../shared/curly.ts";
import {
  button,
  countedClicks,
  countsOf,
  expectAllRecorded,
  openedBy,
  test,
  told,
  trackingCalls,
  visit,
} from "./partners.ts";
import { expect, expectAccessible, open, settled, stopClock } from "./site.ts";

const titles = (page: Page) => page.getByRole("main").getByRole("article").getByRole("heading").allTextContents();

/** The titles that were not there before. */
const newTitles = async (page: Page, before: string[]) =>
  (await titles(page)).filter((title) => !before.includes(title));

/** Lets every later read of the settlements answer as the page has them now, whatever other tests click. */
async function keepSettlements(page: Page) {
  const offers = await page.evaluate(() => {
    const data = JSON.parse(document.getElementById("page-data")?.textContent ?? "");
    return data.router.loaderData["features/content/settlements"].offers.data;
  });
  await page.route("/api/content/settlements/offers", (route) => route.fulfill({ json: offers }));
  return offers;
}

test("the hot offers pass on the visitor's query under every name, and a click counts once", async ({
  page,
  context,
}, info) => {
  const calls = trackingCalls(page);
  await open(page, "/content/hot-offers?zip=10001&street=1+Elm&custom=x");
  const lead = page.getByRole("link", { name: /Claim This Offer Now!/ });
  await expect(lead).toHaveAttribute(
    "href",
    "https://marlowick.example.com/checking-bonus?ref=thriftwell&zip=10001&street=1+Elm&custom=x&address=1%20Elm&sourceid=content-hot-offers",
  );
  const deals = page.getByRole("link", { name: /^Get Deal/ });
  await expect(deals).toHaveCount(4);
  const deal = deals.nth(info.project.name === "phone" ? 0 : 1); // one that no other test clicks meanwhile
  expect(await countedClicks(page, context, "hot-offers", deal, calls)).toBe(1);
});

test.describe("the settlements", () => {
  test("are ordered, six at a time, with their stats and the disclaimer; a click counts once", async ({
    page,
    context,
  }) => {
    const calls = trackingCalls(page);
    const [before] = await countsOf(page, "settlements");
    await open(page, "/content/settlements?zip=10001");
    await expect(page.getByRole("main").getByRole("article")).toHaveCount(6);
    await expect(page.getByText("$50M+")).toBeVisible();
    await expect(page.getByText("24hrs")).toBeVisible();
    await expect(page.locator("dl").getByText("9", { exact: true })).toBeVisible();
    await expect(page.getByText("Legal disclaimer.")).toBeVisible();
    const links = page.getByRole("link", { name: /Check Your Eligibility/ });
    await expect(links.first()).toHaveAttribute("href", /ref=thriftwell&zip=10001$/);
    // The questionnaire may count a yes for the same case meanwhile.
    expect(await countedClicks(page, context, "settlements", links.nth(2), calls)).toBeGreaterThanOrEqual(1);
    const views = async () => (await countsOf(page, "settlements"))[0]?.views;
    await expect.poll(views).toBeGreaterThan(before?.views ?? 0);
  });

  test("can all be shown at once", { tag: "@long" }, async ({ page }) => {
    await open(page, "/content/settlements");
    const cases = page.getByRole("main").getByRole("article");
    await button(page, "Show all 9").click();
    await expect(cases).toHaveCount(9);
    await button(page, "Show 6 at a time").click();
    await expect(cases).toHaveCount(6);
  });

  test("move on by one every 30 seconds, and are read anew without counting a view", { tag: "@long" }, async ({
    page,
  }) => {
    await page.clock.install();
    const calls = trackingCalls(page);
    const reads: string[] = [];
    page.on("request", (request) => request.url().endsWith("/settlements/offers") && reads.push(request.url()));
    const last = {
      title: "The newest case",
      views: 0,
      clicks: 0,
      ctr: 0,
      isFeatured: true,
      priority: 1,
      isActive: true,
    };
    await open(page, "/content/settlements");
    await stopClock(page);
    const offers = await keepSettlements(page);
    const first = await titles(page);
    await page.clock.runFor(30_000);
    await expect.poll(() => newTitles(page, first)).toHaveLength(1);
    expect(await titles(page)).toHaveLength(6);
    await expect.poll(() => reads).toHaveLength(1);
    await page.route("/api/content/settlements/offers", async (route) => {
      await route.fulfill({
        json: [...offers, { ...offers[0], ...last, id: 999, description: "", url: "https://p.example.com/" }],
      });
    });
    await page.clock.runFor(30_000);
    await expect.poll(async () => (await titles(page)).length).toBe(6);
    await expect(page.locator("dl").getByText("10", { exact: true })).toBeVisible();
    expect(reads).toHaveLength(2);
    expect(told(calls).map(({ path }) => path)).toEqual(["/api/content/settlements/track-view"]);
    expect(calls[0]?.body.offerIds).toHaveLength(6);
  });

  test("stand still while they are paused, pointed at or focused", { tag: ["@desktop", "@long"] }, async ({
    page,
    viewport,
  }) => {
    await page.clock.install();
    await open(page, "/content/settlements");
    await stopClock(page);
    await keepSettlements(page);
    const first = await titles(page);
    await button(page, "Pause").click();
    await page.clock.runFor(90_000);
    expect(await titles(page)).toEqual(first);
    await button(page, "Resume").click();
    await page
      .getByRole("link", { name: /Check Your Eligibility/ })
      .first()
      .focus();
    await page.clock.runFor(90_000);
    expect(await titles(page)).toEqual(first);
    if ((viewport?.width ?? 0) > 500) {
      await page.getByRole("main").getByRole("article").first().hover();
      await settled(page); // it has heard of the mouse
      await page.locator(":focus").blur();
      await page.clock.runFor(90_000);
      expect(await titles(page)).toEqual(first);
    }
    await button(page, "Pause").focus();
    await page.mouse.move(0, 0); // focus scrolls, which may put a case under the mouse
    // In steps: the rotation starts anew once React has heard of the focus.
    const later = async () => {
      await page.clock.runFor(5_000);
      return newTitles(page, first);
    };
    await expect.poll(later, { intervals: [50] }).toHaveLength(1);
  });

  test("stand still once they are touched, until something else is", { tag: "@long" }, async ({ page }) => {
    await page.clock.install();
    await open(page, "/content/settlements");
    await stopClock(page);
    await keepSettlements(page);
    const first = await titles(page);
    await page.getByRole("main").getByRole("article").first().getByText("You may be eligible").tap();
    await page.clock.runFor(90_000);
    expect(await titles(page)).toEqual(first);
    await page.getByRole("heading", { level: 1 }).tap();
    const later = async () => {
      await page.clock.runFor(5_000);
      return newTitles(page, first);
    };
    await expect.poll(later, { intervals: [50] }).toHaveLength(1);
  });

  test("stand still for those who wish for less motion, until they start them", { tag: "@long" }, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.clock.install();
    await open(page, "/content/settlements");
    await stopClock(page);
    await keepSettlements(page);
    const first = await titles(page);
    await page.clock.runFor(90_000);
    expect(await titles(page)).toEqual(first);
    await button(page, "Resume").click();
    await page.clock.runFor(30_000);
    await expect.poll(() => titles(page)).not.toEqual(first);
  });
});

test.describe("the questionnaire", () => {
  test("asks every question once, opens the case of a yes, and keeps the query at the end", async ({
    page,
    context,
  }) => {
    test.slow();
    const calls = trackingCalls(page);
    const questions = await (await page.request.get("/api/coreg/settlements2/questions")).json();
    await open(page, "/content/settlements2?zip=10001&utm_source=x");
    const answers: { question: string | null; answer: string }[] = [];
    const ledTo: number[] = [];
    for (let i = 0; i < questions.length; i++) {
      await expect(page.getByText(`Question ${i + 1} of 6`)).toBeVisible();
      await expect(page.getByText(`${Math.round((100 * i) / 6)}%`)).toBeVisible();
      const asked = await page.getByRole("main").getByRole("heading", { level: 2 }).first().textContent();
      const { targetUrl, targetOfferId } = questions.find(
        ({ question }: { question: string }) => curly(question) === asked,
      );
      if (i % 2 === 0) {
        const yes = page.getByRole("link", { name: /^Yes/ });
        expect(await openedBy(context, () => yes.click())).toBe(`${targetUrl}&zip=10001&utm_source=x`);
      } else {
        await button(page, "No").click();
      }
      if (i % 2 === 0) ledTo.push(targetOfferId);
      answers.push({ question: asked, answer: i % 2 === 0 ? "Yes" : "No" });
    }
    await expect(page.getByText("100%")).toBeVisible();
    const lines = page.getByRole("main").locator("ol > li");
    await expect(lines).toHaveText(answers.map(({ question, answer }, i) => `Question ${i + 1}${question}${answer}`));
    await expectAccessible(page);
    await page.getByRole("link", { name: "Continue" }).click();
    await expect(page).toHaveURL("/content/settlements?zip=10001&utm_source=x");
    const clicks = () => told(calls).filter(({ path }) => path === "/api/coreg/settlements2/track-click");
    await expect
      .poll(() => clicks().map(({ clickType }) => clickType))
      .toEqual(["yes", "no", "yes", "no", "yes", "no", "continue"]);
    expect(new Set(clicks().map(({ questionId }) => questionId)).size).toBe(7);
    expect(clicks().flatMap(({ targetOfferId }) => targetOfferId ?? [])).toEqual(ledTo);
    expect(told(calls).filter(({ path }) => path === "/api/coreg/settlements2/track-view")).toHaveLength(1);
    await expectAllRecorded(calls);
  });

  test("takes a double click for one answer", { tag: "@long" }, async ({ page }) => {
    await open(page, "/content/settlements2");
    await button(page, "No").dblclick();
    await expect(page.getByText("Question 2 of 6")).toBeVisible();
  });
});

test("the questionnaire's box ends below the answers", { tag: ["@desktop", "@long"] }, async ({ page }) => {
  await page.setViewportSize({ width: 1024, height: 768 });
  await open(page, "/content/settlements2");
  for (let i = 1; i <= 6; i++) {
    await expect(page.getByText(`Question ${i} of 6`)).toBeVisible();
    await button(page, "No").click();
  }
  const bottom = async (part: Locator) => (await part.boundingBox().then((box) => box && box.y + box.height)) ?? 0;
  const end = await bottom(page.getByRole("link", { name: "Continue" }));
  expect((await bottom(page.getByRole("region", { name: "Questionnaire" }))) - end).toBeLessThan(50);
});

test(
  "the insurance page highlights in turn, and a click counts before it opens",
  { tag: "@long" },
  async ({ page, context }, info) => {
    await page.clock.install();
    const calls = trackingCalls(page);
    await open(page, "/content/insuranceprotection");
    const highlighted = page.locator("[data-highlighted] h2");
    const first = await highlighted.textContent();
    await page.clock.runFor(30_000);
    await expect(highlighted).not.toHaveText(first ?? "");
    await button(page, "Pause").click();
    await stopClock(page); // so that a slow click does not use the wait up
    const link = page.getByRole("link", { name: /Get Protection Now/ }).nth(info.project.name === "phone" ? 3 : 4);
    await link.click();
    expect(context.pages()).toHaveLength(1);
    const opened = await openedBy(context, () => page.clock.runFor(100));
    expect(opened).toBe(await link.getAttribute("href"));
    await expect.poll(() => told(calls).filter(({ path }) => String(path).endsWith("/track-click"))).toHaveLength(1);
    await expectAllRecorded(calls);
  },
);

for (const [path, text] of [
  ["/content/hot-offers", "No offers available at the moment. Check back soon!"],
  ["/content/insuranceprotection", "No Insurance Options Available"],
] as const) {
  test(`${path} says so when there is nothing to show`, { tag: "@long" }, async ({ page }) => {
    await page.route("/api/content/*/offers", (route) => route.fulfill({ json: [] }));
    await open(page, "/articles");
    await visit(page, path);
    await expect(page.getByText(text)).toBeVisible();
  });
}
