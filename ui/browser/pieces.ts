import type { Page } from "@playwright/test";
import { expect } from "./site.ts";

/** What an article is added with. */
export const articleText = {
  excerpt: "What cable costs in a year, what streaming costs in a year, and which of the two is less.",
  category: "phone",
  body: "## First\n\nA **bold** word and [the audit](/articles/subscription-audit).",
};

/** A slug that a name makes. */
export const slugOf = (name: string) => name.toLowerCase().replaceAll(/\W+/g, "-");

/** Adds an article by a call. */
export async function addArticle(page: Page, title: string, fields: object = {}) {
  const data = { title, slug: slugOf(title), ...articleText, ...fields };
  const made = await page.request.post("/api/admin/articles", { data });
  expect(made.status(), await made.text()).toBe(201);
  return made.json();
}

/** Waits for the editor, which comes after the screen. */
export async function editorReady(page: Page) {
  await expect(page.getByRole("button", { name: /^Source of/ }).first()).toBeEnabled();
}

/** What the bar says when nothing is unsaved. */
export const saved = (page: Page) => page.getByRole("status").filter({ hasText: /^Saved$/ });
