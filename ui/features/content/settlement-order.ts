import type { ContentOffer } from "../../shared/api.gen.ts";
import { lowViewsThreshold, settlements } from "../../shared/constants.ts";

/**
 * The order of the settlements (specification section 4): featured first, then those that few people have seen, then by
 * click-through rate. Equals stay as the server sent them.
 */
export function inSettlementOrder(offers: ContentOffer[]): ContentOffer[] {
  const isNew = (offer: ContentOffer) => offer.views < lowViewsThreshold;
  return offers.toSorted(
    (a, b) => Number(b.isFeatured) - Number(a.isFeatured) || Number(isNew(b)) - Number(isNew(a)) || b.ctr - a.ctr,
  );
}

/** `next` in the places that its offers have in `shown`; what is new comes behind. */
export function inPlace(next: ContentOffer[], shown: ContentOffer[]): ContentOffer[] {
  const places = new Map(shown.map((offer, i) => [offer.id, i]));
  const placeOf = ({ id }: ContentOffer) => places.get(id) ?? shown.length;
  return next.toSorted((a, b) => placeOf(a) - placeOf(b));
}

/** As readers see them: featured first, then by the day to claim by; those without one last, in their order. */
export function soonestFirst(offers: ContentOffer[]): ContentOffer[] {
  const dayOf = ({ deadline }: ContentOffer) => (deadline ? Date.parse(deadline) : Number.MAX_SAFE_INTEGER);
  return offers.toSorted((a, b) => Number(b.isFeatured) - Number(a.isFeatured) || dayOf(a) - dayOf(b));
}

/** Whole days from now until the last day to claim; 0 on that day. */
export function daysUntil(deadline: string, now: number): number {
  return Math.max(0, Math.ceil((Date.parse(deadline) - now) / 86_400_000));
}

/** The offers that are seen when the window has moved on by `shift`, wrapping. */
export function inWindow<T>(offers: T[], shift: number): T[] {
  if (offers.length <= settlements.shown) return offers;
  const start = shift % offers.length;
  return [...offers, ...offers].slice(start, start + settlements.shown);
}
