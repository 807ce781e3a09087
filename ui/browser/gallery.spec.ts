import type { Locator, Page } from "@playwright/test";
import { expect, expectAccessible, expectNoSidewaysScroll, open, test } from "./site.ts";

test.use({ local: true });
test.skip(({ hasTouch }) => hasTouch, "at one width, which the values depend on");

/**
 * What a part looks like, in words: of each element the values of its style that it does not have from its parent or
 * from the browser. Pictures of the page would change with the machine's fonts and with every Chromium; these do not, and
 * a difference says which part it is and what of it.
 */
function looksOf(root: Locator): Promise<string> {
  return root.evaluate((root) => {
    const inherited = ["color", "fontSize", "fontWeight", "lineHeight", "letterSpacing", "textTransform", "textAlign"];
    const own = [
      ...["display", "position", "backgroundColor", "boxShadow", "opacity", "objectFit", "gridTemplateAreas"],
      ...["padding", "margin", "gap", "borderWidth", "borderStyle", "borderColor", "borderRadius", "minHeight"],
      ...["textDecorationLine", "textDecorationColor", "fontVariantNumeric", "whiteSpace", "cursor", "accentColor"],
    ] as const;
    const plain = document.body.appendChild(document.createElement("span"));
    const usual = getComputedStyle(plain);
    /** What shows nothing: no width, no line. */
    const idle = (name: string, style: Record<string, string>) =>
      style[name] === "auto" ||
      (/border(Style|Color)/.test(name) && style.borderWidth === "0px") ||
      (name === "textDecorationColor" && style.textDecorationLine === "none");
    const short = (value: string) => value.replaceAll(/(\d+\.\d{2})\d+/g, "$1");
    const lines: string[] = [];
    const read = (element: Element, depth: number) => {
      const style = getComputedStyle(element) as unknown as Record<string, string>;
      const parent = getComputedStyle(element.parentElement ?? element) as unknown as Record<string, string>;
      const values = [
        ...inherited.filter((name) => style[name] !== parent[name]),
        ...own.filter((name) => style[name] !== Reflect.get(usual, name) && !idle(name, style)),
      ].map((name) => `${name}: ${short(style[name] ?? "")}`);
      const still = element.childElementCount === 0 && element.localName !== "time"; // which says how long ago
      const words = still ? (element.textContent ?? "").trim().slice(0, 24) : "";
      lines.push(`${"  ".repeat(depth)}${element.localName} ${words && `“${words}” `}${values.join("; ")}`.trimEnd());
      if (element.localName !== "svg" && style.display !== "none") {
        for (const child of element.children) read(child, depth + 1);
      }
    };
    const parts = root.localName === "main" ? root.querySelectorAll(".gallery > section[aria-label]") : [root];
    for (const part of parts) {
      lines.push(`# ${part.getAttribute("aria-label") ?? part.localName}`);
      for (const child of part.children) read(child, 0);
    }
    plain.remove();
    return `${lines.join("\n")}\n`;
  });
}

/** What the buttons look like under the mouse, and with the focus. */
async function buttonsInUse(page: Page): Promise<string> {
  const lines = ["# Buttons under the mouse, and with the focus"];
  for (const button of await page.getByRole("region", { name: "Buttons" }).locator("button:enabled, a").all()) {
    await button.hover();
    await expect.poll(() => button.evaluate((element) => element.matches(":hover"))).toBe(true);
    const colors = await button.evaluate(styleOf, ["color", "backgroundColor", "borderColor"]);
    await button.press("Shift"); // as who goes by keyboard
    lines.push(`${colors}; ${await button.evaluate(styleOf, ["outlineStyle", "outlineWidth", "outlineColor"])}`);
  }
  return `${lines.join("\n")}\n`;
}

function styleOf(element: Element, names: string[]): string {
  const style = getComputedStyle(element);
  return names.map((name) => `${name}: ${Reflect.get(style, name)}`).join("; ");
}

/** What comes up by a press of a key: toasts and a dialog. No mouse is there, under which things look otherwise. */
async function whatComesUp(page: Page): Promise<string> {
  const looks: string[] = [];
  for (const name of ["Plain", "Destructive"]) {
    await page.getByRole("button", { name, exact: true }).press("Enter");
    const toast = page.locator(".toast");
    const close = toast.getByRole("button", { name: "Close" });
    await close.focus(); // it stays while somebody is at it
    await toast.evaluate((box) => Promise.all(box.getAnimations().map((animation) => animation.finished)));
    looks.push(await looksOf(toast));
    await close.press("Enter");
    await expect(toast).toHaveCount(0);
  }
  await page.getByRole("button", { name: "Open a dialog" }).press("Enter");
  looks.push(await looksOf(page.getByRole("dialog", { name: "A dialog" })));
  await page.keyboard.press("Escape");
  return looks.join("");
}

/** What stands around every page, at a desktop's width, and on a phone with its menu open. */
async function whatStandsAround(page: Page): Promise<string> {
  const around = async () => (await looksOf(page.getByRole("banner"))) + (await looksOf(page.getByRole("contentinfo")));
  const wide = await around();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole("button", { name: "Open menu" }).press("Enter");
  await expect(page.getByRole("dialog", { name: "Menu" })).toBeVisible();
  const narrow = await around();
  await page.keyboard.press("Escape");
  return `${wide}On a phone:\n${narrow}`;
}

for (const colorScheme of ["light", "dark"] as const) {
  test(`every part looks as it did, in the ${colorScheme} scheme`, { tag: ["@desktop", "@long"] }, async ({ page }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await open(page, "/dev/gallery");
    const main = page.getByRole("main");
    await expect(main.getByRole("button", { name: "Copy", exact: true })).toBeVisible(); // the texts have their tools
    await expect(main.getByRole("table", { name: "Offers", exact: true })).toBeVisible();
    await main.getByRole("region", { name: "Numbers" }).scrollIntoViewIfNeeded();
    await expect(main.getByRole("textbox", { name: "Rental" })).toBeVisible();
    await page.mouse.move(0, 0);
    const parts = await looksOf(main);
    if (colorScheme === "light") await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    const others = [await whatComesUp(page), await whatStandsAround(page)];
    await page.setViewportSize({ width: 1440, height: 900 });
    others.push(await buttonsInUse(page)); // at the end, for the mouse stays where it is
    expect(parts + others.join("")).toMatchSnapshot(`gallery-${colorScheme}.txt`);
  });
}
