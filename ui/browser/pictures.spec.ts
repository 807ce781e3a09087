import type { Locator, Page } from "@playwright/test";
import { expect, expectAccessible, expectNoSidewaysScroll, open, signIn, test } from "./site.ts";
import { toast, unique } from "./staff.ts";

/** A picture of this test alone, in a color of its own. */
async function photo(page: Page, name: string): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  const url = await page.evaluate(() => {
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [1000, 600];
    const context = canvas.getContext("2d");
    if (context) {
      for (let y = 0; y < 60; y++) {
        context.fillStyle = `hsl(${Math.random() * 360} 45% ${30 + y}%)`;
        context.fillRect(0, y * 10, 1000, 10);
      }
    }
    return canvas.toDataURL("image/png");
  });
  return { name, mimeType: "image/png", buffer: Buffer.from(url.slice(url.indexOf(",") + 1), "base64") };
}

/** Puts a picture on the clipboard of a paste, or into a drop. */
async function give(page: Page, selector: string, event: "paste" | "drop", file: { name: string; buffer: Buffer }) {
  const data = await page.evaluateHandle(
    ([name, base64]) => {
      const bytes = Uint8Array.from(atob(base64 ?? ""), (c) => c.charCodeAt(0));
      const data = new DataTransfer();
      data.items.add(new File([bytes], name ?? "", { type: "image/png" }));
      return data;
    },
    [file.name, file.buffer.toString("base64")],
  );
  await page.locator(selector).evaluate(
    (element, { data, event }) => {
      const { left, top } = element.getBoundingClientRect();
      const init = { bubbles: true, cancelable: true, clientX: left + 40, clientY: top + 30 };
      element.dispatchEvent(
        event === "paste"
          ? new ClipboardEvent("paste", { ...init, clipboardData: data })
          : new DragEvent("drop", { ...init, dataTransfer: data }),
      );
    },
    { data, event },
  );
}

test("the library takes a picture, keeps its words and its focal point, and lets it go", { tag: "@long" }, async ({
  page,
}) => {
  await signIn(page, "editor", "/admin/pictures");
  const name = unique("jar");
  await page.locator("input[type=file]").setInputFiles(await photo(page, `${name}.png`));
  const dialog = page.getByRole("dialog", { name: `${name}.png` });
  await dialog.getByLabel("Alt text").fill("A jar of coins");
  await dialog.locator(".focal-whole").click({ position: { x: 10, y: 10 } });
  await expect(dialog.getByLabel("Horizontal position")).not.toHaveValue("50");
  await dialog.getByLabel("Vertical position").focus();
  await page.keyboard.press("End");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Save" }).click();
  await toast(page, "Picture updated successfully");
  await page.reload();
  await page.getByRole("button", { name: `Open ${name}.png` }).click();
  await expect(dialog.getByLabel("Alt text")).toHaveValue("A jar of coins");
  await expect(dialog.getByLabel("Vertical position")).toHaveValue("100");
  await expect(dialog.getByText("Not used anywhere.")).toBeVisible();
  await dialog.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("dialog", { name: "Delete picture" }).getByRole("button", { name: "Delete" }).click();
  await toast(page, "Picture deleted successfully");
  await expect(page.getByRole("button", { name: `Open ${name}.png` })).toHaveCount(0);
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
});

test("an article gets its pictures by upload, paste and drop, and readers see them", { tag: "@long" }, async ({
  page,
}) => {
  await signIn(page, "editor", "/admin/articles/new");
  const title = unique("Pictured");
  await page.getByLabel("Title", { exact: true }).fill(title);
  await page.getByLabel("Excerpt").fill("What a picture says.");
  await page.getByLabel("Category").selectOption("shopping");
  await page.locator(".picture-field input[type=file]").setInputFiles(await photo(page, "lead.png"));
  await expect(page.getByRole("textbox", { name: "Picture", exact: true })).toHaveValue(
    /^\/pictures\/[0-9a-f]{32}-1000\.jpg$/,
  );
  const body = page.getByRole("textbox", { name: "Body" });
  await body.click();
  await page.keyboard.type("Before.");
  await give(page, ".rich-text", "paste", await photo(page, "pasted.png"));
  await expect(body.locator("img[src]")).toHaveCount(1);
  await page.keyboard.type("After.");
  await give(page, ".rich-text", "drop", await photo(page, "dropped.png"));
  await expect(body.locator("img[src]")).toHaveCount(2);
  await page.getByRole("button", { name: "Source of Body" }).click();
  await expect(page.getByLabel("Body", { exact: true })).toHaveValue(
    /^Before\.\n\n(!\[\]\(\/pictures\/[0-9a-f]{32}-1000\.jpg\)\n\n){2}After\./,
  );
  await page.getByRole("button", { name: "Source of Body" }).click();
  await expect(body.locator("img[src]")).toHaveCount(2);
  await page.getByRole("button", { name: "Publish", exact: true }).click();
  await expect(page.getByRole("link", { name: "View page" })).toBeVisible();
  await open(page, `/articles/${title.toLowerCase().replaceAll(" ", "-")}`);
  const lead = page.locator("main article header img");
  await expect(lead).toHaveJSProperty("complete", true);
  expect(await lead.evaluate((image: HTMLImageElement) => image.currentSrc)).toMatch(/-\d+\.avif$/);
  const inText = page.locator(".prose img");
  await expect(inText).toHaveCount(2);
  await inText.first().scrollIntoViewIfNeeded();
  await expect.poll(() => inText.first().evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await open(page, `/admin/articles?q=${encodeURIComponent(title)}`);
  const name = page.locator("[data-name]").first();
  const thumb = name.locator("img");
  await expect(thumb).toBeVisible(); // what is hidden has no box to compare
  const left = async (box: Locator) => (await box.boundingBox())?.x;
  expect(await left(thumb)).toBe(await left(name)); // its other files take no room
});

test("an offer's picture comes from the library and is cleared again", { tag: "@long" }, async ({ page }) => {
  await signIn(page, "editor", "/admin/pictures");
  const name = unique("card");
  await page.locator("input[type=file]").setInputFiles(await photo(page, `${name}.png`));
  await page.getByRole("dialog", { name: `${name}.png` }).waitFor();
  await open(page, "/admin/content?view=daily&edit=new");
  const form = page.getByRole("dialog", { name: "Add Offer" });
  await form.getByRole("button", { name: "Library" }).click();
  const library = page.getByRole("dialog", { name: "Choose a picture" });
  await library.getByLabel("Search pictures").fill(name);
  await library.getByLabel("Search pictures").press("Enter"); // doesn’t submit the offer
  await library.getByRole("button", { name: `Choose ${name}.png` }).click();
  await expect(form.locator(".field-error")).toHaveCount(0);
  await expect(form.getByRole("textbox", { name: "Picture", exact: true })).toHaveValue(/^\/pictures\//);
  await form.getByRole("button", { name: "Clear Picture" }).click();
  await expect(form.getByRole("textbox", { name: "Picture", exact: true })).toHaveValue("");
});

test("the browser says what the server refuses", { tag: "@long" }, async ({ page }) => {
  test.info().annotations.push({ type: "about", description: "a text that calls itself a picture" });
  await signIn(page, "editor", "/admin/pictures");
  const file = { name: "x.png", mimeType: "image/png", buffer: Buffer.from("no picture") };
  await page.locator("input[type=file]").setInputFiles(file);
  await toast(page, "read this file as a picture");
});
test.use({ expectedErrors: [/400 \(Bad Request\)/] });
