import type { StaffContentOffer } from "../../../shared/api.gen.ts";
import type { Kind } from "../kind.ts";
import { declared } from "../kinds.gen.ts";
import * as columns from "./columns.ts";
import { dealParts } from "./deal.tsx";
import { moneyColumns } from "./money-columns.tsx";

/** Offers of a content page. */
export const contentOfferKind: Kind<StaffContentOffer> = {
  ...dealParts("content"),
  id: "content-offer",
  previewed: "content-offer",
  ...declared.contentOffer,
  columns: [columns.priority, columns.views, columns.clicks, columns.ctr, ...moneyColumns("content")],
  address: { field: "url", serverFills: [] },
  detailOf: (offer) => offer.url,
};
