import { expect, expectAccessible, expectNoSidewaysScroll, open, test } from "./site.ts";

test.use({ local: true });

/** As Chromium tells of it; TypeScript's library does not know it yet. */
interface LayoutShift extends PerformanceEntry {
  value: number;
  hadRecentInput: boolean;
  sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
}

const anArticle = "/articles/compare-car-insurance-quotes";
const aGuide = "/guides/start-an-emergency-fund";

/** Pages that one visitor opens one after the other: a test costs more than a page. */
const tours: { of: string; paths: string[]; tag?: string[] }[] = [
  {
    of: "articles and guides",
    paths: ["/", "/articles", anArticle, "/guides", aGuide, "/authors/maya-ortega"],
  },
  {
    of: "offers",
    paths: [
      "/offers",
      "/dailyoffers",
      "/hot-offers",
      "/content/settlements",
      "/content/settlements2",
      "/content/insuranceprotection",
    ],
  },
  {
    of: "forms and tools",
    paths: [
      "/subscribe",
      "/contact?type=advertiser",
      "/preferences",
      "/unsubscribe",
      "/privacy-choices",
      "/tools",
      "/tools/own-router",
      "/my-list",
    ],
  },
  {
    of: "texts",
    paths: ["/privacy", "/about", "/newsletter"],
    tag: ["@long"],
  },
  { of: "a story, at a desktop's width,", paths: ["/", anArticle], tag: ["@desktop"] },
  {
    of: "other layouts, at a desktop's width,",
    paths: ["/articles", "/guides", aGuide, "/subscribe", "/content/settlements"],
    tag: ["@desktop", "@long"],
  },
  {
    of: "lists, searches and parts",
    paths: [
      "/search?q=insurance",
      "/content/hot-offers",
      "/terms",
      "/how-we-work",
      "/how-we-earn",
      "/accessibility",
      "/confirm",
      "/articles?category=insurance",
      "/articles?page=2",
      "/dailyoffers?page=3",
      "/dev/gallery",
    ],
    tag: ["@long"],
  },
];

for (const { of, paths, tag = [] } of tours) {
  test(`the pages of ${of} are whole, accessible and still`, { tag }, async ({ page }) => {
    test.setTimeout(paths.length * 30_000); // as much for each as a test has
    const tools = await page.context().newCDPSession(page);
    await tools.send("Network.setCacheDisabled", { cacheDisabled: true }); // each page's fonts come as late as the first's
    await page.addInitScript(() => {
      const shifts: string[] = [];
      Object.assign(window, { shifts });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) {
          const { value, hadRecentInput, sources } = entry as LayoutShift;
          const moved = sources.map(({ node, previousRect: from, currentRect: to }) =>
            [node instanceof Element ? node.className : node?.nodeName, JSON.stringify(from), JSON.stringify(to)].join(
              " ",
            ),
          );
          if (!hadRecentInput) shifts.push(`${value}: ${moved.join("; ")}`);
        }
      }).observe({ type: "layout-shift", buffered: true });
    });
    for (const path of paths) {
      await test.step(path, async () => {
        await page.emulateMedia({ reducedMotion: "reduce" });
        const response = await open(page, path);
        expect(response?.status()).toBe(200);
        if (path !== "/dev/gallery") await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1); // whose parts have some
        await expectNoSidewaysScroll(page);
        // Before the schemes change: with the other one, Chromium shows a font that came too late for the first look.
        expect(await page.evaluate(() => Reflect.get(window, "shifts"))).toEqual([]);
        await expectAccessible(page);
      });
    }
  });
}

test.describe("an address that is not there", () => {
  test.use({ expectedErrors: [/status of 404/] });

  test("says so and offers a way on", async ({ page }) => {
    const response = await open(page, "/no-such-page");
    expect(response?.status()).toBe(404);
    await expect(page.getByText("404 Page Not Found")).toBeVisible();
    await expect(page.getByText("Did you forget to add the page to the router?")).toBeVisible();
    await expectAccessible(page);
    await open(page, "/guides/no-such-guide");
    await expect(page.getByText("Guide Not Found").first()).toBeVisible();
    await expect(
      page.getByText("The money-saving guide you’re looking for doesn’t exist or has been removed."),
    ).toBeVisible();
  });
});

test("a value that a parameter does not take changes nothing, in the HTML as in the browser", { tag: "@long" }, async ({
  page,
}) => {
  for (const path of [
    "/articles?page=02",
    "/articles?page=%202",
    "/search?q=insurance&page=02",
    "/privacy-choices?saved=__proto__",
    "/contact?type=x",
    "/offers?ended=x",
    "/confirm?end=x&frequency=x",
  ]) {
    await open(page, path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    expect(await page.title()).not.toContain("page");
  }
});

test("the front page leads with a story and shows none twice, and the navigation marks the current page", {
  tag: "@desktop",
}, async ({ page }) => {
  await open(page, "/");
  const main = page.getByRole("main");
  await expect(main.getByRole("region", { name: "Featured articles" }).getByRole("article")).toHaveCount(3);
  await expect(main.getByRole("region", { name: "Latest articles" }).getByRole("article")).toHaveCount(6);
  const titles = await main.getByRole("article").getByRole("heading").allInnerTexts();
  expect(new Set(titles).size).toBe(9);
  const lead = main.getByRole("article").first().getByRole("link").first();
  const box = await lead.boundingBox();
  expect(box?.y).toBeLessThan(600);
  const figures = await page.getByText("Average annual savings").boundingBox();
  expect(figures?.y).toBeGreaterThan(box?.y ?? 0);
  const current = page.getByRole("navigation", { name: "Main" }).locator("[aria-current=page]");
  await expect(current).toHaveText("Home");
  await lead.click();
  await expect(current).toHaveText("Articles");
  await page.getByRole("contentinfo").getByRole("link", { name: "Guides", exact: true }).click();
  await expect(page).toHaveURL(/\/guides$/);
  await expect(current).toHaveCount(0);
});

test("an article is fetched when somebody points at a link to it, once", { tag: "@long" }, async ({ page }) => {
  await open(page, "/articles");
  const calls: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (/^\/api\/articles\/|^\/articles\//.test(pathname)) calls.push(pathname);
  });
  const link = page.getByRole("main").getByRole("article").first().getByRole("link").first();
  const path = await link.getAttribute("href");
  await link.hover();
  await expect.poll(() => calls).toEqual([`/api${path}`]);
  await link.click();
  await expect(page).toHaveURL(path ?? "");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  expect(calls.filter((call) => call.endsWith(path ?? ""))).toEqual([`/api${path}`]); // the pointer may be on another by now
});

test("the list of articles shows more, and is narrowed by category and by words", async ({ page }) => {
  await open(page, "/articles");
  const cards = page.getByRole("main").getByRole("article");
  await expect(cards).toHaveCount(9);
  await test.step("Load More shows the next nine, and focuses the first of them", async () => {
    await page.getByRole("link", { name: "Load More Articles" }).press("Enter");
    await expect(cards).toHaveCount(18);
    await expect(cards.nth(9).getByRole("link")).toBeFocused();
  });
  await test.step("a category is in the address", async () => {
    await page.getByRole("link", { name: "Banking" }).first().click();
    await expect(page).toHaveURL(/category=banking/);
    await expect(cards.filter({ hasText: "Banking" })).not.toHaveCount(0);
    await expect(cards.filter({ hasNotText: "Banking" })).toHaveCount(0);
  });
  const box = page.getByPlaceholder("Search articles...");
  await test.step("Enter searches and keeps the category", async () => {
    await box.fill("overdraft");
    await box.press("Enter");
    await expect(page).toHaveURL("/articles?category=banking&q=overdraft");
    await expect(cards).toHaveCount(1);
  });
  await test.step("a search that finds nothing says so", async () => {
    await box.fill("zzzzzz");
    await expect(page.getByText("No articles found")).toBeVisible();
    await expect(page.getByText("Try adjusting your search or filter criteria.")).toBeVisible();
  });
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("everything can be read and every link followed", async ({ page }) => {
    await page.goto("/articles");
    await expect(page.getByRole("main").getByRole("article")).toHaveCount(9);
    await page.getByRole("link", { name: "Load More Articles" }).click();
    await expect(page).toHaveURL(/page=2/);
    await expect(page.getByRole("main").getByRole("article").first()).toBeVisible();
    await page.goto("/articles?q=overdraft");
    await expect(page.getByRole("main").getByRole("article")).toHaveCount(1);
    await page.goto("/guides/start-an-emergency-fund");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  });
});

test.describe("on a phone", () => {
  test.skip(({ viewport }) => (viewport?.width ?? 0) > 500, "the panel is for small screens");

  test("the panel opens, is operated by keyboard and closes with a link", async ({ page }) => {
    await open(page, "/");
    await page.getByRole("button", { name: /menu/i }).click();
    const panel = page.getByRole("dialog");
    await expect(panel.getByRole("link", { name: "Articles" })).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await expect(panel).toBeHidden();
    await page.getByRole("button", { name: /menu/i }).click();
    await panel.getByRole("link", { name: "Articles" }).click();
    await expect(panel).toBeHidden();
    await expect(page).toHaveURL(/\/articles$/);
  });
});
