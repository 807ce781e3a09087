import { emailTo, signUp, someone } from "./people.ts";
import { expect, expectAccessible, expectNoSidewaysScroll, signIn, test } from "./site.ts";
import { row, toast } from "./staff.ts";

test("a subscriber is found by the whole address, and erased once it is typed", { tag: "@long" }, async ({ page }) => {
  const email = someone();
  await signUp(page, email);
  await emailTo(page, email, "Welcome");
  await signIn(page, "admin", "/admin/subscribers");
  await expect(page.getByRole("link", { name: "Subscribers", exact: true, includeHidden: true })).toHaveCount(1);
  const find = page.getByLabel("Find");
  await find.fill(`x${email}`);
  await find.press("Enter");
  await expect(page.getByText("No matches.")).toBeVisible();
  await find.fill(email.toUpperCase());
  await find.press("Enter");
  await expect(row(page, email)).toContainText("Subscribed");
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  await row(page, email).getByText("Subscribed").click();
  const person = page.getByRole("dialog", { name: email, exact: true });
  await expect(person.getByRole("listitem")).toContainText("Email given");
  await person.getByText("Wording and proof").click();
  await expect(person.getByText(/I agree to receive money-saving tips/)).toBeVisible();
  await expect(person.getByRole("button", { name: "Resend confirmation" })).toHaveCount(0);
  await expectAccessible(page);
  await person.getByRole("button", { name: "Erase" }).click();

  const erasing = page.getByRole("dialog", { name: `Erase ${email}` });
  await expect(erasing.getByLabel("Type the email address to confirm")).toBeVisible();
  await expectAccessible(page);
  await erasing.getByLabel("Type the email address to confirm").fill(email);
  await erasing.getByRole("button", { name: "Erase for good" }).click();
  await toast(page, "Subscriber erased");
  await expect(page.getByText("No matches.")).toBeVisible();
  expect(page.url()).not.toContain("%40"); // no address stays in the browser's history
});

test.describe("an address that is typed wrong", () => {
  test.use({ expectedErrors: [/status of 400/] });

  test("erases nobody", { tag: "@long" }, async ({ page }) => {
    const email = someone();
    await signUp(page, email);
    await signIn(page, "admin", "/admin/subscribers?status=active");
    await page.getByLabel("Find").fill(email);
    await page.getByLabel("Find").press("Enter");
    await page.getByRole("button", { name: `Open ${email}` }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Erase" }).click();
    const erasing = page.getByRole("dialog", { name: `Erase ${email}` });
    await erasing.getByLabel("Type the email address to confirm").fill(`x${email}`);
    await erasing.getByRole("button", { name: "Erase for good" }).click();
    await expect(erasing.getByLabel("Type the email address to confirm")).toHaveAccessibleDescription(
      /exact email address/,
    );
    await erasing.getByRole("button", { name: "Cancel" }).click();
    const person = page.getByRole("dialog", { name: email, exact: true });
    await expect(person.getByRole("button", { name: "Erase" })).toBeFocused();
    await person.getByRole("button", { name: "Done" }).click();
    await expect(page.getByRole("button", { name: `Open ${email}` })).toBeFocused();
    await expect(row(page, email)).toContainText("Subscribed");
  });
});
