import type { StaffStaticOffer, StaticOfferInput } from "../../../shared/api.gen.ts";
import type { Kind } from "../kind.ts";
import { percent } from "../percent.ts";
import * as columns from "./columns.ts";
import { dealFields, dealParts } from "./deal.ts";
import { active, description, image, position, title, url } from "./fields.ts";
import { moneyColumns, reportedAs } from "./money-columns.tsx";

/** The offers of /hot-offers. */
export const staticOfferKind: Kind<StaffStaticOffer, keyof StaticOfferInput> = {
  ...dealParts,
  id: "static-offer",
  previewed: "static-offer",
  path: "/api/admin/static-offers",
  noun: "offer",
  required: { fields: ["title", "link"], sentence: "Title and URL are required" },
  fields: [title, url("link"), description, image, position, active, ...dealFields("/api/admin/static-offers")],
  columns: [
    columns.position,
    columns.views,
    columns.clicks,
    { ...columns.ctr, value: ({ views, clicks }) => percent(views === 0 ? 0 : (clicks / views) * 100) },
    ...moneyColumns("static"),
  ],
  address: { field: "link", serverFills: [] },
  reported: reportedAs("static"),
  titleOrder: "title",
  titleOf: (offer) => offer.title,
  pictureOf: (offer) => offer.imageUrl,
  detailOf: (offer) => offer.link,
};
