import type { StaffDailyOffer } from "../../../shared/api.gen.ts";
import type { Kind } from "../kind.ts";
import { declared } from "../kinds.gen.ts";
import { percent } from "../percent.ts";
import * as columns from "./columns.ts";
import { dealParts } from "./deal.tsx";
import { moneyColumns } from "./money-columns.tsx";

/** Offers of /dailyoffers. */
export const dailyOfferKind: Kind<StaffDailyOffer> = {
  ...dealParts("daily"),
  id: "daily-offer",
  previewed: "daily-offer",
  ...declared.dailyOffer,
  columns: [
    columns.position,
    columns.views,
    columns.clicks,
    { ...columns.ctr, value: ({ views, clicks }) => percent(views === 0 ? 0 : (clicks / views) * 100) },
    ...moneyColumns("daily"),
  ],
  address: { field: "link", serverFills: [] },
  detailOf: (offer) => offer.link,
};
