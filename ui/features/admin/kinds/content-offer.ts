import type { CountedOffer, OfferInput } from "../../../shared/api.gen.ts";
import type { Kind } from "../kind.ts";
import * as columns from "./columns.ts";
import { dealFields, dealParts } from "./deal.ts";
import { active, description, image, priority, title, url } from "./fields.ts";
import { moneyColumns, reportedAs } from "./money-columns.tsx";

/** The offers of one content page. */
export const contentOfferKind: Kind<CountedOffer, keyof OfferInput> = {
  ...dealParts,
  id: "content-offer",
  previewed: "content-offer",
  path: "/api/content/offers",
  noun: "offer",
  required: { fields: ["title", "url"], sentence: "Title and URL are required" },
  fields: [
    title,
    url("url"),
    description,
    image,
    priority,
    { name: "isFeatured", label: "Featured", type: "flag", initial: false },
    active,
    {
      name: "deadline",
      label: "Deadline",
      type: "day",
      hint: "Of a settlement: the last day to claim",
      nullable: true,
    },
    { name: "proofNeeded", label: "Proof needed", type: "flag", hint: "Of a settlement: a proof of purchase" },
    ...dealFields("/api/content/offers"),
  ],
  columns: [columns.priority, columns.views, columns.clicks, columns.ctr, ...moneyColumns("content")],
  address: { field: "url", serverFills: [] },
  reported: reportedAs("content"),
  titleOrder: "title",
  titleOf: (offer) => offer.title,
  pictureOf: (offer) => offer.imageUrl,
  detailOf: (offer) => offer.url,
};
