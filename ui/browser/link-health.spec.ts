import type { Page } from "@playwright/test";
import { expect, expectAccessible, expectNoSidewaysScroll, open, signIn, test } from "./site.ts";
import { row, toast, unique } from "./staff.ts";

const moved = {
  state: "moved",
  problem: "It leads to elsewhere.example.com and not to partner.example.com.",
  destination: "elsewhere.example.com",
  accepted: "partner.example.com",
  failures: 2,
  checkedAt: "2026-11-01T12:00:00Z",
};

/** Changes what the server answers, as the robot that follows links is at work in production only. */
async function answering(page: Page, path: RegExp, change: (answer: never) => unknown) {
  await page.route(path, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: change((await response.json()) as never) });
  });
}

test("a link that leads elsewhere is shown on the overview and at its offer, where it is accepted", {
  tag: "@long",
}, async ({ page }) => {
  const title = unique("Astray");
  await signIn(page, "editor");
  const data = { title, link: "https://partner.example.com/", isActive: true };
  const { id } = await (await page.request.post("/api/admin/static-offers", { data })).json();
  let linkHealth: object = moved;
  await answering(page, /\/api\/admin\/link-problems/, () => [
    { kind: "static", id, title, page: null, hold: "brokenLink", linkHealth: moved },
  ]);
  await answering(page, /\/api\/admin\/static-offers\?/, (offers: { id: number }[]) =>
    offers.map((offer) => (offer.id === id ? { ...offer, linkHealth } : offer)),
  );
  await page.route(/\/accept-destination$/, async (route) => {
    expect(route.request().postDataJSON()).toEqual({ destination: "elsewhere.example.com" });
    linkHealth = { ...moved, state: "good", problem: "", accepted: "elsewhere.example.com", failures: 0 };
    await route.fulfill({ json: { ...data, id, linkHealth } });
  });
  await open(page, "/admin");
  const problems = page.getByRole("region", { name: "Offer links" });
  await expect(problems.getByRole("listitem")).toContainText("It leads to elsewhere.example.com");
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await problems.getByRole("link", { name: title }).click();
  const dialog = page.getByRole("dialog", { name: "Edit Offer" });
  await expect(dialog.getByText("failed 2 times in a row")).toBeVisible();
  await dialog.getByRole("button", { name: "Accept the new destination" }).click();
  await toast(page, "Destination accepted");
  await expect(dialog.getByText("The link leads to elsewhere.example.com.")).toBeVisible();
  await dialog.getByLabel("Pause when the link is broken").check();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Save" }).click();
  await toast(page, "Offer updated successfully");
  await expect(row(page, title)).not.toContainText("New destination");
  await page.request.put(`/api/admin/static-offers/${id}`, { data: { isActive: false } });
});
