import { track } from "../../shared/offers/track.ts";

const viewedKey = "viewed-offers";

/** Records what a visitor did with an offer. */
export function interact(offerId: number, action: "view" | "click" | "skip"): void {
  track("/api/offer-interactions", { offerId, action });
}

/** Records the view of an offer once per visit. What was seen is remembered while the tab is open. */
export function viewOnce(offerId: number): void {
  const viewed = new Set((sessionStorage.getItem(viewedKey) ?? "").split(" "));
  if (viewed.has(String(offerId))) return;
  sessionStorage.setItem(viewedKey, [...viewed, offerId].join(" "));
  interact(offerId, "view");
}
