import type { CarouselOffer, CarouselOfferInput } from "../../../shared/api.gen.ts";
import { offerTypes } from "../../../shared/constants.ts";
import { capitalized, type Kind } from "../kind.ts";
import * as columns from "./columns.ts";
import { dealFields, dealParts } from "./deal.ts";
import { active, description, image, priority, title, url } from "./fields.ts";
import { moneyColumns, reportedAs } from "./money-columns.tsx";

/** The offers of the carousel at /offers. Presses of the button and redirects are two figures. */
export const carouselOfferKind: Kind<CarouselOffer, keyof CarouselOfferInput> = {
  ...dealParts,
  id: "carousel-offer",
  previewed: "offer",
  path: "/api/admin/offers",
  noun: "offer",
  required: { fields: ["title", "targetUrl"], sentence: "Title and URL are required" },
  fields: [
    title,
    {
      name: "type",
      label: "Type",
      type: "choice",
      initial: "linkout",
      options: offerTypes.map((type) => ({ value: type, label: capitalized(type) })),
    },
    url("targetUrl"),
    description,
    image,
    priority,
    active,
    ...dealFields("/api/admin/offers"),
  ],
  columns: [
    columns.priority,
    columns.views,
    columns.clicks,
    { ...columns.ranked("Click-outs", "clickouts"), width: 6.5, spare: "wide" },
    columns.ctr,
    ...moneyColumns("carousel"),
  ],
  address: { field: "targetUrl", serverFills: ["subid"] },
  reported: reportedAs("carousel"),
  titleOrder: "title",
  titleOf: (offer) => offer.title,
  pictureOf: (offer) => offer.imageUrl,
  detailOf: (offer) => `${capitalized(offer.type)} · ${offer.targetUrl}`,
};
