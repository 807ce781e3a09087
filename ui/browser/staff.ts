import type { Page } from "@playwright/test";
import { expect, test } from "./site.ts";

/** Where staff work. */
export const admin = "/admin/content";

/** Every screen and dialog there. */
export const adminViews = [
  "",
  "?tab=offers",
  "?tab=offers&page=hot-offers",
  "?tab=offers&page=settlements2&list=questions",
  "?tab=offers&page=hot-offers&bin=1",
  "?tab=analytics&page=hot-offers&range=custom",
  "?view=carousel",
  "?view=daily",
  "?view=hot",
  "?view=audit",
  "?view=access",
  "?edit=new",
  "?tab=offers&page=hot-offers&edit=new",
  "?tab=offers&page=hot-offers&importing=1",
  "?tab=offers&page=settlements2&list=questions&edit=new",
  "?view=carousel&edit=new",
  "?view=daily&edit=new",
  "?view=hot&edit=new",
];

/** Goes to a screen by the ways beside it, which a small screen has in a panel. */
export async function goTo(page: Page, screen: string) {
  if ((page.viewportSize()?.width ?? 0) < 500) await page.getByRole("button", { name: "Open menu" }).click();
  await page.getByRole("navigation", { name: "Admin" }).getByRole("link", { name: screen, exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: screen })).toBeVisible();
}

/** A time to come. */
export function inAYear(): string {
  return `${new Date().getFullYear() + 1}-07-01T13:30:00Z`;
}

/** A name of this test alone: both widths work on one site at the same time. */
export function unique(what: string): string {
  const { project, workerIndex } = test.info();
  return `${what} ${project.name} ${workerIndex}${Date.now().toString(36)}`;
}

/** The last change to a thing, as the audit log has it. */
export async function lastChange(page: Page, kind: string, name: string): Promise<string | undefined> {
  const entries: { action: string; before: unknown; after: unknown }[] = await (
    await page.request.get(`/api/admin/audit?kind=${encodeURIComponent(kind)}&limit=200`)
  ).json();
  return entries.find((entry) => JSON.stringify(entry).includes(name))?.action;
}

/** Waits until a report counts something of this name: an event that Postgres was slow to take comes a little later. */
export async function reported(page: Page, query: string, name: string) {
  const labels = async () => {
    const { rows } = await (await page.request.get(`/api/admin/reports?${query}`)).json();
    return rows.map(({ label }: { label: string }) => label);
  };
  await expect.poll(labels).toContain(name);
}

/** A content page of this test alone: the public ones stay as they are for other tests. */
export async function ownPage(page: Page): Promise<{ id: number; slug: string; title: string }> {
  const title = unique("Page");
  const slug = title.toLowerCase().replaceAll(" ", "-");
  const made = await page.request.post("/api/content/pages", { data: { title, slug } });
  return made.json();
}

/** An offer of a content page. */
export async function addOffer(page: Page, pageId: number, title: string): Promise<number> {
  const data = { pageId, title, url: "https://partner.example.com/" };
  return (await (await page.request.post("/api/content/offers", { data })).json()).id;
}

/** The row of a list, or the card of a page, that names a record. */
export function row(page: Page, name: string) {
  return page.getByRole("row").filter({ hasText: name });
}

export async function toast(page: Page, text: string) {
  await expect(page.getByRole("region", { name: /Notifications/ })).toContainText(text);
}
