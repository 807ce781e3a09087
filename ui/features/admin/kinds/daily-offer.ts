import type { DailyOfferInput, StaffDailyOffer } from "../../../shared/api.gen.ts";
import type { Kind } from "../kind.ts";
import { percent } from "../percent.ts";
import * as columns from "./columns.ts";
import { dealFields, dealParts } from "./deal.ts";
import { active, description, image, position, title, url } from "./fields.ts";
import { moneyColumns, reportedAs } from "./money-columns.tsx";

/** The offers of /dailyoffers. */
export const dailyOfferKind: Kind<StaffDailyOffer, keyof DailyOfferInput> = {
  ...dealParts,
  id: "daily-offer",
  previewed: "daily-offer",
  path: "/api/admin/daily-offers",
  noun: "offer",
  required: { fields: ["title", "link"], sentence: "Title and URL are required" },
  fields: [
    title,
    url("link"),
    { name: "ctaText", label: "Button", type: "line", initial: "Get Deal" },
    description,
    image,
    position,
    active,
    ...dealFields("/api/admin/daily-offers"),
  ],
  columns: [
    columns.position,
    columns.views,
    columns.clicks,
    { ...columns.ctr, value: ({ views, clicks }) => percent(views === 0 ? 0 : (clicks / views) * 100) },
    ...moneyColumns("daily"),
  ],
  address: { field: "link", serverFills: [] },
  reported: reportedAs("daily"),
  titleOrder: "title",
  titleOf: (offer) => offer.title,
  pictureOf: (offer) => offer.imageUrl,
  detailOf: (offer) => offer.link,
};
