import type { Locator } from "@playwright/test";
import { button, expectAllRecorded, openedBy, test, told, trackingCalls, visit } from "./partners.ts";
import { expect, hydrated, open, stopClock } from "./site.ts";

test.describe("the carousel", () => {
  test("shows every offer once, and counts each view once a visit", { tag: "@long" }, async ({ page }) => {
    const calls = trackingCalls(page);
    const offers = await (await page.request.get("/api/offers?active=true")).json();
    await open(page, "/offers");
    for (const [i, offer] of offers.entries()) {
      await expect(page.getByText(`Offer ${i + 1} of ${offers.length}`)).toBeVisible();
      await expect(page.getByRole("heading", { level: 2, name: offer.title })).toBeVisible();
      await expect(button(page, "Previous")).toBeEnabled({ enabled: i > 0 });
      await expect(button(page, "Next")).toBeEnabled({ enabled: i < offers.length - 1 });
      if (i < offers.length - 1) await button(page, "Next").click();
    }
    const seen = offers.map(({ id }: { id: number }) => ({
      path: "/api/offer-interactions",
      offerId: id,
      action: "view",
    }));
    await expect.poll(() => told(calls)).toEqual(seen);
    await expectAllRecorded(calls);
    await button(page, "Previous").click();
    await page.reload();
    await hydrated(page);
    await expect(page.getByText("Offer 1 of 8")).toBeVisible();
    expect(told(calls)).toEqual(seen);
  });

  test("'Get This Deal' opens the offer through /links/ and goes on after two seconds", async ({ page, context }) => {
    await page.clock.install();
    const calls = trackingCalls(page);
    await open(page, "/offers?zip=10001&first=Ann");
    const deal = page.getByRole("link", { name: /Get This Deal/ });
    await expect(deal).toHaveAttribute("target", "_blank");
    await expect(deal).toHaveAttribute("rel", "sponsored noopener");
    await stopClock(page);
    const opened = new URL(await openedBy(context, () => deal.click()));
    expect(opened.pathname).toBe("/links/");
    expect(opened.searchParams.get("aid")).toBe("offer");
    expect(opened.searchParams.get("url")).toContain("zip=10001");
    await expect(page.getByText("Offer 1 of 8")).toBeVisible();
    await page.clock.runFor(1900);
    await expect(page.getByText("Offer 1 of 8")).toBeVisible();
    await page.clock.runFor(200);
    await expect(page.getByText("Offer 2 of 8")).toBeVisible();
    const answer = await page.request.get(opened.href, { maxRedirects: 0 });
    expect(answer.status()).toBe(302);
    expect(answer.headers().location).toMatch(
      /^https:\/\/larkmere\.example\.com\/auto\/call\?zip=10001&phone=&sub=1&click=[\w-]{36}$/,
    );
    await expect.poll(() => told(calls).filter(({ action }) => action === "click")).toHaveLength(1);
    await expectAllRecorded(calls);
  });

  test("a swipe moves it; 'Not Interested' skips, and after the last one leads home", async ({ page }) => {
    const calls = trackingCalls(page);
    await open(page, "/offers");
    const finger = await page.context().newCDPSession(page);
    const swipe = async (from: number, to: number) => {
      const at = (x: number) => [{ x, y: 420 }];
      await finger.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: at(from) });
      for (let i = 1; i <= 5; i++) {
        const x = from + ((to - from) * i) / 5;
        await finger.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: at(x) });
      }
      await finger.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
    };
    for (const [from, to, offer] of [
      [300, 100, 2],
      [300, 270, 2], // too short
      [100, 300, 1],
    ] as const) {
      await swipe(from, to);
      await expect(page.getByText(`Offer ${offer} of 8`)).toBeVisible();
    }
    for (let i = 1; i <= 8; i++) {
      await expect(page.getByText(`Offer ${i} of 8`)).toBeVisible();
      await button(page, "Not Interested").click();
    }
    await expect(page.getByText("All Offers Completed!")).toBeVisible();
    await expect(page).toHaveURL("/");
    await expect.poll(() => told(calls).filter(({ action }) => action === "skip")).toHaveLength(8);
    await expectAllRecorded(calls);
  });

  test("the first offer is there with the page's first paint, and those after it settle in", { tag: "@long" }, async ({
    page,
  }) => {
    await open(page, "/offers");
    const shown = page.getByRole("region", { name: "Offers", exact: true }).getByRole("listitem").first();
    await expect(shown).toHaveCSS("animation-name", "none");
    await button(page, "Next").click();
    await expect(page.getByText("Offer 2 of 8")).toBeVisible();
    await expect(shown).toHaveCSS("animation-name", "settle");
  });

  test("'Skip All Offers' leads home at once", { tag: "@long" }, async ({ page }) => {
    await open(page, "/offers");
    await button(page, "Skip All Offers").click();
    await expect(page.getByText("Thanks for visiting!")).toBeVisible();
    await expect(page).toHaveURL("/");
    await page.goBack();
    await expect(page.getByRole("heading", { level: 1, name: "Exclusive Offers" })).toBeVisible();
  });

  test("the focus is on the next offer when the one that had it is gone", { tag: "@long" }, async ({ page }) => {
    const offers: { title: string }[] = await (await page.request.get("/api/offers?active=true")).json();
    const title = (i: number) =>
      page.getByRole("main").getByRole("heading", { level: 2, name: offers.at(i)?.title, exact: true });
    await open(page, "/offers");
    await button(page, "Not Interested").focus();
    await page.keyboard.press("Enter");
    await expect(title(1)).toBeFocused();
    await page.keyboard.press("Tab");
    await expect(page.getByRole("link", { name: /Get This Deal/ })).toBeFocused();
    await page.keyboard.press("ArrowRight");
    await expect(title(2)).toBeFocused();
    await button(page, "Next").focus();
    await page.keyboard.press("Enter");
    await expect(title(3)).toBeVisible();
    await expect(button(page, "Next")).toBeFocused();
    for (let i = 4; i < offers.length; i++) await page.keyboard.press("Enter");
    await expect(title(-1)).toBeFocused();
  });

  test("on a phone an offer's title comes before the choice, which does not cover it", { tag: "@long" }, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await open(page, "/offers");
    const box = async (part: Locator) => (await part.boundingBox()) ?? { y: 0, height: 0 };
    for (let i = 1; i <= 8; i++) {
      await expect(page.getByText(`Offer ${i} of 8`)).toBeVisible();
      const heading = page.getByRole("main").getByRole("heading", { level: 2 }).first();
      await heading.scrollIntoViewIfNeeded();
      const deal = page.getByRole("link", { name: /Get This Deal/ });
      await expect(deal).toBeVisible();
      const title = await box(heading);
      expect(title.y + title.height).toBeLessThan((await box(deal)).y);
      await page.keyboard.press("ArrowRight");
    }
  });

  test("on paper an offer has its terms, covered by nothing and with nothing to press", { tag: "@long" }, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 700, height: 500 }); // as wide as a sheet
    await open(page, "/offers");
    await page.emulateMedia({ media: "print" });
    const offer = page.getByRole("main").locator("li:has(h2)").first();
    const terms = await offer.getByRole("definition").last().boundingBox();
    const deal = await offer.getByText("Get This Deal").boundingBox();
    expect(deal?.y).toBeGreaterThan(terms?.y ?? 0);
    await expect(page.getByRole("button").locator("visible=true")).toHaveCount(0);
  });

  test("nothing cuts off the ring around the title that has the focus", { tag: "@long" }, async ({ page }) => {
    await open(page, "/offers");
    const cut = await page
      .getByRole("main")
      .getByRole("heading", { level: 2 })
      .first()
      .evaluate((title) => {
        const around: Element[] = [];
        for (let at = title.parentElement; at; at = at.parentElement) around.push(at);
        const { right } = title.getBoundingClientRect();
        return around
          .filter((box) => getComputedStyle(box).overflowX !== "visible" && box.getBoundingClientRect().right <= right)
          .map((box) => box.outerHTML.slice(0, 80));
      });
    expect(cut).toEqual([]);
  });

  test("arrow keys move it, the focus is never lost, and Back leaves", { tag: "@long" }, async ({ page }) => {
    await open(page, "/articles");
    await page.goto("/offers");
    await hydrated(page);
    await expect(page.getByRole("main").locator("ol > li:has(h2)")).toHaveCount(1); // this part is alive too
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("ArrowRight");
    await expect(page.getByText("Offer 2 of 8")).toBeVisible();
    await page.keyboard.press("ArrowLeft");
    await expect(page.getByText("Offer 1 of 8")).toBeVisible();
    await button(page, "Next").click();
    await button(page, "Previous").focus();
    await page.keyboard.press("Enter");
    await expect(page.getByText("Offer 1 of 8")).toBeVisible();
    await expect(page.getByRole("main").getByRole("heading", { level: 2 }).first()).toBeFocused();
    await page.goBack();
    await expect(page).toHaveURL("/articles");
  });

  test("says so when there is nothing to show", { tag: "@long" }, async ({ page }) => {
    await page.route("/api/offers?active=true", (route) => route.fulfill({ json: [] }));
    await open(page, "/articles");
    await visit(page, "/offers");
    await expect(page.getByText("No Offers Available")).toBeVisible();
    await page
      .getByRole("main")
      .getByRole("link", { name: /homepage/i })
      .click();
    await expect(page).toHaveURL("/");
  });

  test("shows a hostile offer as text and its target as no link", { tag: "@long" }, async ({ page }) => {
    const hostile = { id: 1, title: "<b>Free</b>", description: "<script>x</script>", type: "linkout", imageUrl: null };
    const offers = [{ ...hostile, targetUrl: "javascript:alert(1)" }];
    await page.route("/api/offers?active=true", (route) => route.fulfill({ json: offers }));
    await open(page, "/articles");
    await visit(page, "/offers");
    await expect(page.getByRole("heading", { name: "<b>Free</b>" })).toBeVisible();
    await expect(page.getByText("We can’t open this offer right now.")).toBeVisible();
    await expect(page.getByRole("link", { name: /Get This Deal/ })).toHaveCount(0);
  });
});

test("the daily offers come in pages of six that have addresses", { tag: "@long" }, async ({ page, context }) => {
  const calls = trackingCalls(page);
  await open(page, "/dailyoffers");
  const cards = page.getByRole("main").getByRole("article");
  await expect(page.getByText("Showing 1 - 6 of 14 offers")).toBeVisible();
  await expect(page.getByText("Page 1 of 3")).toBeVisible();
  await expect(page.getByRole("main").getByRole("link", { name: "Previous" })).toHaveCount(0);
  await page.getByRole("link", { name: "Next" }).click();
  await expect(page).toHaveURL("/dailyoffers?page=2");
  await expect(page.getByText("Showing 7 - 12 of 14 offers")).toBeVisible();
  const link = cards.first().getByRole("link");
  expect(await openedBy(context, () => link.click())).toBe(await link.getAttribute("href"));
  await page.getByRole("link", { name: "Next" }).click();
  await expect(page.getByText("Showing 13 - 14 of 14 offers")).toBeVisible();
  await expect(page.getByRole("main").getByRole("link", { name: "Next" })).toHaveCount(0);
  await page.getByRole("link", { name: "Previous" }).click();
  await expect(page.getByText("Showing 7 - 12 of 14 offers")).toBeVisible();
  await page.getByRole("link", { name: "Previous" }).click();
  await expect(page).toHaveURL("/dailyoffers");
  const shown = (...offerIds: number[]) => ({ path: "/api/daily-offers/view", offerIds });
  const [first, second, third] = [shown(1, 2, 3, 4, 5, 6), shown(7, 8, 9, 10, 11, 12), shown(13, 14)];
  const click = { path: "/api/daily-offers/click", offerId: 7, page: 2 };
  await expect.poll(() => told(calls)).toEqual([first, second, click, third, second, first]);
  await expectAllRecorded(calls);
});

test("a page of daily offers past the last one is not there", { tag: "@long" }, async ({ page }) => {
  expect((await page.request.get("/dailyoffers?page=99")).status()).toBe(404);
  await open(page, "/dailyoffers?page=-1");
  await expect(page.getByText("Page 1 of 3")).toBeVisible();
});

test("the static offers are filled from the visitor's address, in the browser only", async ({ page, context }) => {
  const html = await (await page.request.get("/hot-offers?zip=10001&first=Ann&birthday=1980-01-02")).text();
  expect(html).toContain("https://corriden.example.com/auto?zip=&amp;first=&amp;last=&amp;sid=hot-offers");
  expect(html).not.toContain("10001");
  const calls = trackingCalls(page);
  await open(page, "/hot-offers?zip=10001&first=Ann&birthday=1980-01-02&sourceid=mail");
  const links = page.getByRole("main").getByRole("link", { name: /Get Deal/ });
  await expect(links).toHaveCount(5);
  await expect(links.nth(2)).toHaveAttribute(
    "href",
    "https://everquill.example.com/term?dob=1980-01-02&zip=10001&sid=mail",
  );
  const opened = await openedBy(context, () => links.first().click());
  expect(opened).toBe("https://corriden.example.com/auto?zip=10001&first=Ann&last=&sid=mail");
  await expect
    .poll(() => told(calls))
    .toEqual([{ path: "/api/hot-offers/track-view" }, { path: "/api/hot-offers/track-click", offerId: 1 }]);
  await expectAllRecorded(calls);
});

test.describe("with Global Privacy Control", () => {
  test.use({ extraHTTPHeaders: { "Sec-GPC": "1" } });

  test("partners learn nothing of the visitor, who is told so", { tag: "@long" }, async ({ page }) => {
    await page.addInitScript(() => Object.defineProperty(navigator, "globalPrivacyControl", { value: true }));
    await open(page, "/hot-offers?zip=10001&first=Ann&sourceid=mail");
    await expect(page.getByText(/Your browser asks us not to share your data/)).toBeVisible();
    const links = page.getByRole("main").getByRole("link", { name: /Get Deal/ });
    await expect(links.first()).toHaveAttribute("href", "https://corriden.example.com/auto?zip=&first=&last=&sid=mail");
    await open(page, "/content/settlements?zip=10001&utm_source=x");
    await expect(page.getByRole("link", { name: /Check Your Eligibility/ }).first()).toHaveAttribute(
      "href",
      /\?ref=thriftwell&utm_source=x$/,
    );
  });
});

test("every offer says that it is sponsored, and each page how they are ordered", { tag: "@long" }, async ({
  page,
}) => {
  for (const path of [
    "/offers",
    "/dailyoffers",
    "/hot-offers",
    "/content/hot-offers",
    "/content/settlements",
    "/content/insuranceprotection",
  ]) {
    await page.goto(path);
    const offers = page.getByRole("main").locator("article, ol > li:has(h2)");
    await expect(offers.first()).toBeAttached();
    // Other tests change offers, which some pages read anew.
    const without = async () => (await offers.count()) - (await page.getByText("Sponsored", { exact: true }).count());
    await expect.poll(without, { message: path }).toBe(0);
    await page.getByRole("link", { name: "How offers are ordered" }).click();
    await expect(page.getByRole("heading", { name: "How offers are ordered" })).toBeInViewport();
  }
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("every offer and question is there, and every link leads on", { tag: "@long" }, async ({ page }) => {
    await page.goto("/offers");
    await expect(page.getByRole("link", { name: /Get This Deal/ })).toHaveCount(8);
    const last = page.getByRole("link", { name: /Get This Deal/ }).last();
    await expect(last).toBeVisible();
    const answer = await page.request.get((await last.getAttribute("href")) ?? "", { maxRedirects: 0 });
    expect(answer.headers().location).toMatch(
      /^https:\/\/nestmarrow\.example\.com\/call\?first=&phone=&zip=&sub=8&click=/,
    );
    await page.goto("/dailyoffers");
    await page.getByRole("link", { name: "Next" }).click();
    await expect(page.getByText("Showing 7 - 12 of 14 offers")).toBeVisible();
    await page.goto("/content/settlements");
    await expect(page.getByRole("link", { name: /Check Your Eligibility/ })).toHaveCount(6);
    await page.goto("/content/settlements2");
    await expect(page.getByRole("link", { name: /^Yes/ })).toHaveCount(6);
    await page.getByRole("link", { name: "Continue" }).click();
    await expect(page).toHaveURL("/content/settlements");
  });
});
