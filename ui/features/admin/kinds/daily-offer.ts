import type { StaffDailyOffer } from "../../../shared/api.gen.ts";
import type { Kind } from "../kind.ts";
import { declared } from "../kinds.gen.ts";
import { percent } from "../percent.ts";
import * as columns from "./columns.ts";
import { dealParts } from "./deal.ts";
import { moneyColumns, reportedAs } from "./money-columns.tsx";

/** Offers of /dailyoffers. */
export const dailyOfferKind: Kind<StaffDailyOffer> = {
  ...dealParts,
  id: "daily-offer",
  previewed: "daily-offer",
  ...declared.dailyOffer,
  noun: "offer",
  columns: [
    columns.position,
    columns.views,
    columns.clicks,
    { ...columns.ctr, value: ({ views, clicks }) => percent(views === 0 ? 0 : (clicks / views) * 100) },
    ...moneyColumns("daily"),
  ],
  address: { field: "link", serverFills: [] },
  reported: reportedAs("daily"),
  titleOf: (offer) => offer.title,
  detailOf: (offer) => offer.link,
};
