import { someone } from "./people.ts";
import { expect, expectAccessible, fromElsewhere, signIn, test } from "./site.ts";
import { row, toast } from "./staff.ts";

test("a message is found, noted, answered and opened again", { tag: "@long" }, async ({ page }) => {
  test.slow();
  const email = someone();
  const data = {
    firstName: "Kim",
    lastName: "Lee",
    email,
    inquiryType: "affiliate",
    message: "May I join?\n<b>Yes</b>",
  };
  expect((await page.request.post("/api/contact", { headers: fromElsewhere(), data })).status()).toBe(201);
  const details = { address: "12 Elm Street", dateOfBirth: "1990-04-23", gender: "other", emailConsent: true };
  const signup = { email, firstName: "Kim", lastName: "Lee", ...details };
  expect((await page.request.post("/api/subscribers", { headers: fromElsewhere(), data: signup })).status()).toBe(201);
  await signIn(page, "admin", "/admin/messages");
  await expect(page.getByRole("link", { name: "Messages", exact: true, includeHidden: true })).toHaveCount(1);
  await page.goto("/admin");
  await page.getByRole("link", { name: /^\d+ unanswered messages?/ }).click();
  await expect(page.getByText(/are deleted automatically after 24 months/)).toBeVisible();
  await page.getByLabel("Find").fill(email);
  await page.getByLabel("Find").press("Enter");
  await expect(row(page, email)).toContainText("Affiliates");
  await expect(page.getByRole("button", { name: /^Read/ })).toHaveCount(1);

  await page.getByRole("button", { name: "Read the message from Kim Lee" }).click();
  const dialog = page.getByRole("dialog", { name: "Message from Kim Lee" });
  await expect(dialog).toContainText("May I join? <b>Yes</b>");
  await dialog.getByLabel("Note").fill("Sent him the form.");
  await expectAccessible(page);
  const state = dialog.getByRole("button", { name: /^(subscribed|pending)$/ });
  await state.click();
  await page.getByRole("dialog", { name: email }).getByRole("button", { name: "Done" }).click();
  await expect(state).toBeFocused();
  await expect(dialog.getByLabel("Note")).toHaveValue("Sent him the form.");
  await dialog.getByRole("button", { name: "Mark as answered" }).click();
  await toast(page, "Message marked as answered");
  await expect(page.getByText("No matches.")).toBeVisible();

  await page.getByLabel("Show").selectOption("Answered");
  await expect(row(page, email)).toContainText("by admin@thriftwell.example");
  await row(page, email).getByRole("button", { name: /^Read/ }).click();
  await expect(dialog.getByLabel("Note")).toHaveValue("Sent him the form.");
  await state.click();
  await page.getByRole("dialog", { name: email }).waitFor();
  await page.keyboard.press("Escape");
  await expect(state).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(row(page, email).getByRole("button", { name: /^Read/ })).toBeFocused();
  await page.keyboard.press("Enter");
  await dialog.getByRole("button", { name: "Reopen" }).click();
  await toast(page, "Message reopened");
  await page.getByLabel("Show").selectOption("All");
  await expect(row(page, email)).toContainText("with a note");
  expect(page.url()).not.toContain("%40"); // no address stays in the browser's history
});

test.describe("a message that somebody else changed", () => {
  test.use({ expectedErrors: [/status of 409/] });

  test("is shown as it is now", { tag: "@long" }, async ({ page }) => {
    const email = someone();
    const data = { firstName: "Kim", lastName: "Lee", email, inquiryType: "support", message: "How do I leave?" };
    expect((await page.request.post("/api/contact", { headers: fromElsewhere(), data })).status()).toBe(201);
    await signIn(page, "admin", "/admin/messages");
    await page.getByLabel("Find").fill(email);
    await page.getByLabel("Find").press("Enter");
    await row(page, email).getByRole("button", { name: /^Read/ }).click();
    const dialog = page.getByRole("dialog", { name: "Message from Kim Lee" });
    await dialog.getByLabel("Note").fill("Mine.");
    const found = await page.request.get(`/api/admin/messages?q=${encodeURIComponent(email)}`);
    const [{ id }] = await found.json();
    await page.request.put(`/api/admin/messages/${id}`, { data: { note: "Theirs.", answered: true, version: 1 } });

    await dialog.getByRole("button", { name: "Save note" }).click();
    await toast(page, "Someone else changed this message");
    await expect(dialog).toContainText("Answered by admin@thriftwell.example");
    await expect(dialog).toContainText("Someone else changed the note: Theirs.");
    await expect(dialog.getByLabel("Note")).toHaveValue("Mine.");
    await dialog.getByRole("button", { name: "Save note" }).click();
    await toast(page, "Note saved successfully");
  });
});
