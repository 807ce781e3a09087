import { expect, expectAccessible, expectNoSidewaysScroll, open, signIn, test } from "./site.ts";
import { goTo } from "./staff.ts";

test("a page is handed to the optimizer and back", { tag: "@long" }, async ({ page }) => {
  const offer = { id: 1, views: 4000, conversions: 2, ordered: true };
  const report = {
    page: "daily",
    live: false,
    switchedAt: null,
    by: "epc",
    days: 12,
    gain: { expected: 12.3, low: -1.5, high: 24 },
    offers: [
      { ...offer, title: "Slow", clicks: 4, byHand: 61.3, optimised: 40.1 },
      { ...offer, id: 2, title: "Fast", clicks: 400, byHand: 38.7, optimised: 59.9 },
    ],
  };
  await page.route("**/api/admin/optimiser/daily", async (route) => {
    if (route.request().method() === "PUT") report.live = route.request().postDataJSON().live;
    await route.fulfill({ json: report });
  });
  await signIn(page, "editor");
  await open(page, "/admin");
  await goTo(page, "Daily offers");
  await page.getByText("Ordered manually.").click();
  await expect(page.getByText("+12.3% (95% interval −1.5% to 24.0%, 12 days)")).toBeVisible();
  await expect(page.getByRole("table", { name: "Share of attention" }).getByRole("row")).toHaveCount(3);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.getByRole("button", { name: "Use the optimizer" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Use the optimizer" }).click();
  await expect(page.getByText("Ordered by the optimizer.")).toBeVisible();
  await page.getByRole("button", { name: "Return to manual order" }).click();
  await page.getByRole("button", { name: "Return", exact: true }).click();
  await expect(page.getByText("Ordered manually.")).toBeVisible();
});
