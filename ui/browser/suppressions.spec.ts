import type { Page } from "@playwright/test";
import { signUp, someone } from "./people.ts";
import { expect, expectAccessible, signIn, test } from "./site.ts";
import { row, toast } from "./staff.ts";

/** The calls of a subscriber as they are once mail to the address has come back; returns what was lifted. */
async function bounced(page: Page) {
  const lifted: string[] = [];
  const suppressed = () => (lifted.length === 0 ? "bounce" : "");
  await page.route(/\/api\/admin\/subscribers(\?|\/[^/]+$)/, async (route) => {
    const response = await route.fetch();
    const answer = await response.json();
    const change = (person: object) => ({
      ...person,
      suppressed: suppressed(),
      suppressedAt: "2026-03-01T12:00:00Z",
      softBounces: 2,
      softBouncedAt: "2026-02-28T12:00:00Z",
    });
    await route.fulfill({ response, json: Array.isArray(answer) ? answer.map(change) : change(answer) });
  });
  await page.route("**/suppression", (route) => {
    lifted.push(route.request().method());
    return route.fulfill({ json: { status: "received" } });
  });
  return lifted;
}

test("an address that bounced is shown, and gets mail again once staff say so", { tag: "@long" }, async ({ page }) => {
  const email = someone();
  await signUp(page, email);
  await signIn(page, "admin", "/admin/subscribers?status=bounced");
  await expect(page.getByLabel("Status")).toHaveValue("bounced");
  await expect(page.getByText("No matches.")).toBeVisible();
  const lifted = await bounced(page);
  await page.getByLabel("Status").selectOption("All");
  await page.getByLabel("Find").fill(email);
  await page.getByLabel("Find").press("Enter");
  await expect(row(page, email)).toContainText("Bounced");
  await page.getByRole("button", { name: `Open ${email}` }).click();
  const person = page.getByRole("dialog", { name: email, exact: true });
  await expect(person.getByText("2 emails, last on")).toBeVisible();
  await expectAccessible(page);
  await person.getByRole("button", { name: "Resume email" }).click();
  await toast(page, "Email to this address resumed");
  await expect(person.getByRole("button", { name: "Resume email" })).toHaveCount(0);
  expect(lifted).toEqual(["DELETE"]);
});
