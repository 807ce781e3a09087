import { expect, expectAccessible, expectNoSidewaysScroll, open, signIn, test } from "./site.ts";
import { toast } from "./staff.ts";

test.use({ expectedErrors: [/status of 400/] });

test("what held before stays on the page", { tag: "@long" }, async ({ page }) => {
  const days = ["2027-03-01", "2026-11-22"];
  await page.route("**/api/legal/terms*", (route) => {
    const day = new URL(route.request().url()).searchParams.get("version") ?? days[0];
    const html = `<p>As of ${day}.</p>`;
    const isCurrent = day === days[0];
    return route.fulfill({ json: { page: "terms", effective: day, html, toc: [], isCurrent, versions: days } });
  });
  await open(page, "/privacy");
  await page.getByRole("contentinfo").getByRole("link", { name: "Terms" }).click();
  await expect(page.getByText("As of 2027-03-01.")).toBeVisible();
  await expect(page.getByText("Effective March 1, 2027")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("link", { name: "Effective November 22, 2026" }).click();
  await expect(page.getByText("As of 2026-11-22.")).toBeVisible();
  await expect(page.getByText("This is an earlier version")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("link", { name: "Read the current version." }).click();
  await expect(page.getByText("As of 2027-03-01.")).toBeVisible();
});

test("the privacy policy keeps what the program writes", { tag: "@long" }, async ({ page }) => {
  await signIn(page, "admin", "/admin/legal");
  const text = page.getByLabel("Text (Markdown)");
  await expect(text).toHaveValue(/{{data}}/);
  await expectNoSidewaysScroll(page);
  await page.getByRole("button", { name: "Mark it as reviewed" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Mark as reviewed" }).click();
  await toast(page, "Marked as reviewed");
  await expect(page.getByText("This text is marked as reviewed by counsel.")).toBeVisible();
  await text.fill((await text.inputValue()).replace("{{data}}", "Nothing."));
  await page.getByRole("button", { name: "Save version" }).click();
  await expect(text).toHaveAccessibleDescription(/Include {{data}} exactly once/);
  await text.fill((await text.inputValue()).replace("Nothing.", "{{data}}").replace("## Children", "## Minors"));
  await page.getByLabel("Effective date").fill("2099-01-01");
  await page.getByRole("button", { name: "Save version" }).click();
  await toast(page, "Version saved successfully");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Withdraw it" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Withdraw", exact: true }).click();
  await toast(page, "Version withdrawn");
  await open(page, "/privacy");
  await expect(page.getByRole("heading", { name: "Children" })).toBeVisible();
  await expect(page.getByText(/draft|counsel/i)).toHaveCount(0);
});
