import type { ContentOffer } from "../../shared/api.gen.ts";
import { lowViewsThreshold, settlements } from "../../shared/constants.ts";

/**
 * The order of settlements (specification, section 4): featured ones first, then those with few views, then by
 * click-through rate. Ties keep the server's order.
 */
export function inSettlementOrder(offers: ContentOffer[]): ContentOffer[] {
  const isNew = (offer: ContentOffer) => offer.views < lowViewsThreshold;
  return offers.toSorted(
    (a, b) => Number(b.isFeatured) - Number(a.isFeatured) || Number(isNew(b)) - Number(isNew(a)) || b.ctr - a.ctr,
  );
}

/** `next`, keeping the places its offers have in `shown`. New offers come last. */
export function inPlace(next: ContentOffer[], shown: ContentOffer[]): ContentOffer[] {
  const places = new Map(shown.map((offer, i) => [offer.id, i]));
  const placeOf = ({ id }: ContentOffer) => places.get(id) ?? shown.length;
  return next.toSorted((a, b) => placeOf(a) - placeOf(b));
}

/** Sorts cases as readers see them: featured first, then by deadline. Those without one come last and keep their order. */
export function soonestFirst(offers: ContentOffer[]): ContentOffer[] {
  const dayOf = ({ deadline }: ContentOffer) => (deadline ? Date.parse(deadline) : Number.MAX_SAFE_INTEGER);
  return offers.toSorted((a, b) => Number(b.isFeatured) - Number(a.isFeatured) || dayOf(a) - dayOf(b));
}

/** The offers in view after the window has advanced by `shift`, wrapping around. */
export function inWindow<T>(offers: T[], shift: number): T[] {
  if (offers.length <= settlements.shown) return offers;
  const start = shift % offers.length;
  return [...offers, ...offers].slice(start, start + settlements.shown);
}
