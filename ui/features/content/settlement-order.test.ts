import { expect, test } from "vitest";
import type { ContentOffer } from "../../shared/api.gen.ts";
import { inPlace, inSettlementOrder, inWindow, soonestFirst } from "./settlement-order.ts";

function offer(
  id: number,
  {
    isFeatured = false,
    views = 0,
    ctr = 0,
    deadline = null,
  }: { isFeatured?: boolean; views?: number; ctr?: number; deadline?: string | null } = {},
): ContentOffer {
  const clicks = Math.round((views * ctr) / 100);
  return {
    id,
    pageId: 1,
    title: "",
    description: "",
    url: "",
    imageUrl: null,
    picture: null,
    priority: 1,
    isActive: true,
    isFeatured,
    views,
    clicks,
    ctr,
    subIdParam: null,
    deadline,
    endsAt: null,
    checkedAt: "2026-11-02T12:00:00Z",
    proofNeeded: false,
    partner: "",
    figure: "",
    figureNote: "",
    who: "",
    minimum: "",
    fee: "",
    ends: "",
    proof: "",
    category: "general",
    planOrganizations: null,
    planProducts: null,
    disclaimer: null,
  };
}

const ids = (offers: { id: number }[]) => offers.map(({ id }) => id);

test("featured cases come first, then those with fewer than 100 views, then by click-through rate", () => {
  const offers = [
    offer(1, { views: 100, ctr: 9 }),
    offer(2, { views: 99, ctr: 1 }),
    offer(3, { views: 5000, ctr: 20 }),
    offer(4, { views: 200, ctr: 1, isFeatured: true }),
    offer(5, { views: 0 }),
    offer(6, { views: 10, ctr: 2, isFeatured: true }),
  ];
  expect(ids(inSettlementOrder(offers))).toEqual([6, 4, 2, 5, 3, 1]);
});

test("ties keep the server's order", () => {
  expect(ids(inSettlementOrder([offer(3), offer(1), offer(2)]))).toEqual([3, 1, 2]);
});

test("featured cases come first, then the nearest deadline, and cases without one last", () => {
  const offers = [
    offer(1),
    offer(2, { deadline: "2027-03-04T12:00:00Z" }),
    offer(3),
    offer(4, { deadline: "2026-12-31T12:00:00Z" }),
    offer(5, { isFeatured: true, deadline: "2027-05-01T12:00:00Z" }),
  ];
  expect(ids(soonestFirst(offers))).toEqual([5, 4, 2, 1, 3]);
});

test("six cases are shown, and the window advances by one and wraps", () => {
  const nine = Array.from({ length: 9 }, (_, i) => i + 1);
  expect(inWindow(nine, 0)).toEqual([1, 2, 3, 4, 5, 6]);
  expect(inWindow(nine, 1)).toEqual([2, 3, 4, 5, 6, 7]);
  expect(inWindow(nine, 8)).toEqual([9, 1, 2, 3, 4, 5]);
  expect(inWindow(nine, 9)).toEqual([1, 2, 3, 4, 5, 6]);
});

test("up to six cases don't rotate", () => {
  expect(inWindow([1, 2, 3, 4, 5, 6], 4)).toEqual([1, 2, 3, 4, 5, 6]);
});

test("while the list is held, cases keep their places; new ones come last and removed ones go", () => {
  const shown = [offer(3), offer(1), offer(2)];
  expect(ids(inPlace([offer(5), offer(1), offer(4), offer(3)], shown))).toEqual([3, 1, 5, 4]);
});
