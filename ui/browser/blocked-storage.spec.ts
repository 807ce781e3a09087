import { someone } from "./people.ts";
import { expect, open, test } from "./site.ts";

test("a visitor who blocks storage is counted, ticks steps off and leaves", { tag: "@long" }, async ({ page }) => {
  await page.addInitScript(() => {
    for (const name of ["sessionStorage", "localStorage"]) {
      Object.defineProperty(window, name, {
        configurable: true,
        get() {
          throw new DOMException("Access is denied for this document.", "SecurityError");
        },
      });
    }
  });
  const counted = page.waitForResponse((response) => response.url().endsWith("/api/views"));
  await open(page, "/guides/start-an-emergency-fund");
  expect([200, 202]).toContain((await counted).status());
  const step = page.getByRole("checkbox").first();
  await step.check();
  await expect(step).toBeChecked();

  await open(page, "/unsubscribe");
  await page.getByLabel("Email", { exact: true }).fill(someone());
  await page.getByRole("button", { name: "Unsubscribe" }).click();
  await expect(page.getByRole("heading", { name: "You’ve Been Unsubscribed" })).toBeVisible();
});
