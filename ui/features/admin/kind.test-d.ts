import type { CarouselOffer, CarouselOfferInput } from "../../shared/api.gen.ts";
import type { Kind } from "./kind.ts";
import { carouselOfferKind } from "./kinds/carousel-offer.ts";
import { figure } from "./kinds/columns.ts";
import { url } from "./kinds/fields.ts";

// Checked by tsc: a property that the contract does not give a record does not compile.

type Carousel = Kind<CarouselOffer, keyof CarouselOfferInput>;

export const right: Carousel = {
  ...carouselOfferKind,
  fields: [url("targetUrl")],
  columns: [figure("Skips", "skips")],
};

// @ts-expect-error: the property is targetUrl
export const noSuchField: Carousel = { ...carouselOfferKind, fields: [url("url")] };

// @ts-expect-error: staff do not set what was counted
export const answered: Carousel = { ...carouselOfferKind, fields: [{ name: "views", label: "Views", type: "number" }] };

// @ts-expect-error: the property is targetUrl
export const required: Carousel = { ...carouselOfferKind, required: { fields: ["url"], sentence: "" } };

// @ts-expect-error: the property is skips
export const noSuchColumn: Carousel = { ...carouselOfferKind, columns: [figure("Skips", "skip")] };

// @ts-expect-error: a title is no number
export const noFigure: Carousel = { ...carouselOfferKind, columns: [figure("Title", "title")] };

// @ts-expect-error: the record has no colour
export type NoSuchInput = Kind<CarouselOffer, "colour">;
