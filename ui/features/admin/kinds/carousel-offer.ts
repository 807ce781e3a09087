import type { StaffCarouselOffer } from "../../../shared/api.gen.ts";
import { capitalized, type Kind } from "../kind.ts";
import { declared } from "../kinds.gen.ts";
import * as columns from "./columns.ts";
import { dealParts } from "./deal.tsx";
import { moneyColumns } from "./money-columns.tsx";

/** Offers in the carousel at /offers. Button clicks and redirects are counted separately. */
export const carouselOfferKind: Kind<StaffCarouselOffer> = {
  ...dealParts("carousel"),
  id: "carousel-offer",
  previewed: "offer",
  ...declared.offer,
  columns: [
    columns.priority,
    columns.views,
    columns.clicks,
    { ...columns.ranked("Click-outs", "clickouts"), width: 6.5, spare: "wide" },
    columns.ctr,
    ...moneyColumns("carousel"),
  ],
  address: { field: "targetUrl", serverFills: ["subid"] },
  detailOf: (offer) => `${capitalized(offer.type)} · ${offer.targetUrl}`,
};
