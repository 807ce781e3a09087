import { curly } from "../shared/curly.ts";
import { expect, expectAccessible, expectNoSidewaysScroll, open, signIn, test } from "./site.ts";
import { row, toast, unique } from "./staff.ts";

test("a topic's introduction and first article stand above the others, as staff wrote and picked them", {
  tag: ["@desktop", "@long"],
}, async ({ page }) => {
  await signIn(page, "editor", "/admin/topics");
  await row(page, "Banking").getByRole("link", { name: "Banking" }).click();
  const dialog = page.getByRole("dialog", { name: /Edit/ });
  const introduction = unique("It's about fees");
  await dialog.getByLabel("Introduction").fill(introduction);
  const first = dialog.getByRole("group", { name: "First article" });
  for (const other of await first.getByRole("button", { name: /^Remove/ }).all()) await other.click();
  await first.getByRole("combobox").fill("warehouse"); // the title of one about shopping
  await expect(first.getByText("No matches.")).toBeVisible();
  await first.getByRole("combobox").fill("which debt");
  await first.getByRole("option", { name: /Which Debt First/ }).click();
  await expect(first.getByRole("button", { name: /^Remove Which Debt First/ })).toBeFocused();
  await expect(first.getByRole("combobox")).toHaveCount(0);
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Save" }).click();
  await toast(page, "updated");
  await open(page, "/articles?category=banking");
  await expect(page.getByText(curly(introduction))).toBeVisible();
  const cards = page.getByRole("main").getByRole("article");
  await expect(cards.first().getByRole("link")).toHaveAttribute("href", "/articles/pay-down-debt-order");
  await expect(cards).toHaveCount(6);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await open(page, "/articles?category=banking&q=debt");
  await expect(cards.first()).toContainText(/debt/i);
});
