import type { StaffDailyOffer, StaffStaticOffer } from "../../../shared/api.gen.ts";
import type { Kind } from "../kind.ts";
import { declared } from "../kinds.gen.ts";
import { percent } from "../percent.ts";
import * as columns from "./columns.ts";
import { dealParts } from "./deal.tsx";
import { moneyColumns } from "./money-columns.tsx";

/** What the kinds of offers have in common that are listed in their order. */
const listed = (kind: "daily" | "static") => ({
  ...dealParts(kind),
  columns: [
    columns.position,
    columns.views,
    columns.clicks,
    {
      ...columns.ctr,
      value: ({ views, clicks }: StaffStaticOffer) => percent(views === 0 ? 0 : (clicks / views) * 100),
    },
    ...moneyColumns(kind),
  ],
  address: { field: "link" as const, serverFills: [] },
  detailOf: ({ link }: StaffStaticOffer) => link,
});

/** Offers of /dailyoffers. */
export const dailyOfferKind: Kind<StaffDailyOffer> = {
  ...listed("daily"),
  id: "daily-offer",
  previewed: "daily-offer",
  ...declared.dailyOffer,
};

/** Offers of /hot-offers. */
export const staticOfferKind: Kind<StaffStaticOffer> = {
  ...listed("static"),
  id: "static-offer",
  previewed: "static-offer",
  ...declared.staticOffer,
};
