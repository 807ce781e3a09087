import type { StaffCarouselOffer } from "../../shared/api.gen.ts";
import type { Kind } from "./kind.ts";
import { figure } from "./kinds/columns.ts";
import { carouselOfferKind } from "./kinds/offers.tsx";

// Checked by tsc: properties that aren't in the contract must not compile.

type Carousel = Kind<StaffCarouselOffer>;

export const right: Carousel = { ...carouselOfferKind, columns: [figure("Skips", "skips")] };

// @ts-expect-error: the property is skips
export const noSuchColumn: Carousel = { ...carouselOfferKind, columns: [figure("Skips", "skip")] };

// @ts-expect-error: a title is no number
export const noFigure: Carousel = { ...carouselOfferKind, columns: [figure("Title", "title")] };

// @ts-expect-error: the property is targetUrl
export const noSuchAddress: Carousel = { ...carouselOfferKind, address: { field: "url", serverFills: [] } };
