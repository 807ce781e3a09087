import type { Page } from "@playwright/test";
import { expect, test } from "./site.ts";

/** Where staff work. */
export const admin = "/admin/content";
/** A name of this test alone: both widths work on one site at the same time. */
export function unique(what: string): string {
  return `${what} ${test.info().project.name} ${Date.now().toString(36)}`;
}

/** The last change to a thing, as the audit log has it. */
export async function lastChange(page: Page, kind: string, name: string): Promise<string | undefined> {
  const entries: { action: string; before: unknown; after: unknown }[] = await (
    await page.request.get(`/api/admin/audit?kind=${encodeURIComponent(kind)}&limit=200`)
  ).json();
  return entries.find((entry) => JSON.stringify(entry).includes(name))?.action;
}

/** A content page of this test alone: the public ones stay as they are for other tests. */
export async function ownPage(page: Page): Promise<{ id: number; slug: string; title: string }> {
  const title = unique("Page");
  const slug = title.toLowerCase().replaceAll(" ", "-");
  const made = await page.request.post("/api/content/pages", { data: { title, slug } });
  return made.json();
}

/** The row of a list, or the card of a page, that names a record. */
export function row(page: Page, name: string) {
  return page.getByRole("row").filter({ hasText: name });
}

export async function toast(page: Page, text: string) {
  await expect(page.getByRole("region", { name: /Notifications/ })).toContainText(text);
}
