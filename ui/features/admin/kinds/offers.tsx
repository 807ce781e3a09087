import type {
  AnyOffer,
  Deal,
  LinkHealth,
  StaffCarouselOffer,
  StaffContentOffer,
  StaffDailyOffer,
  StaffStaticOffer,
} from "../../../shared/api.gen.ts";
import { type Column, capitalized, type Entry, type Kind } from "../kind.ts";
import { declared } from "../kinds.gen.ts";
import { payoutOf } from "../money.ts";
import { AlsoShown, OfferPlacements } from "../offers/offer-placements.tsx";
import { placementName } from "../offers/placements.tsx";
import { percent } from "../percent.ts";
import { type Figure, figureOf } from "../reports/figures.ts";
import { RowFigure } from "../reports/row-figures.tsx";
import * as columns from "./columns.ts";

const holds = {
  upcoming: "Not started",
  ended: "Ended",
  dailyCap: "Daily cap reached",
  totalCap: "Total cap reached",
  brokenLink: "Paused: broken link",
} as const;

const linkNotes: { [state in LinkHealth["state"]]?: string } = { broken: "Broken link", moved: "New destination" };

const thisPlacement = "This placement";

type Offer = Entry & Deal & { title: string; isActive: boolean };

/** What offers have in common at every kind of placement, which reports name their key by. */
function offersAt(kind: AnyOffer["kind"]) {
  const key = ({ id }: Entry) => `${kind}:${id}`;
  const earned = (label: string, figure: Figure["id"], width: number): Column<Entry> => ({
    label,
    value: (offer) => <RowFigure of={key(offer)} figure={figureOf(figure)} />,
    width,
    figure: true,
    sort: figure,
    downFirst: true,
  });
  const parts = {
    noun: "offer",
    titleOf: ({ title }: Offer) => title,
    openGroups: ["Money", thisPlacement],
    headOf: (group: string, offer: Offer | null) => {
      if (group !== thisPlacement) return group;
      const here = offer?.placements.find(({ id }) => id === key(offer));
      return `${group}: ${placementName(here ?? { kind, page: null })}`;
    },
    reported: { by: "offer" as const, key },
    noteOf: ({ hold, isActive, linkHealth }: Offer) =>
      (isActive && ((hold && holds[hold]) || linkNotes[linkHealth.state])) || null,
    copyOf: ({ title }: Offer) => ({ title: capitalized(`copy of ${title}`).slice(0, 200), isActive: false }),
    about: (offer: Offer) => <AlsoShown placements={offer.placements} here={key(offer)} />,
    below: (offer: Offer) => <OfferPlacements offer={offer} here={key(offer)} />,
  };
  const money: Column<Entry & Deal>[] = [
    { label: "Payout", value: payoutOf, width: 6.75, figure: true, spare: "widest" },
    earned("30-day revenue", "revenue", 8.5),
    { ...earned("EPC", "epc", 4.75), spare: "wide" },
  ];
  return { parts, money };
}

const carousel = offersAt("carousel");

/** Offers in the carousel at /offers. Button clicks and redirects are counted separately. */
export const carouselOfferKind: Kind<StaffCarouselOffer> = {
  ...carousel.parts,
  id: "carousel-offer",
  previewed: "offer",
  ...declared.offer,
  columns: [
    columns.priority,
    columns.views,
    columns.clicks,
    { ...columns.ranked("Click-outs", "clickouts"), width: 6.5, spare: "wide" },
    columns.ctr,
    ...carousel.money,
  ],
  address: { field: "targetUrl", serverFills: ["subid"] },
  detailOf: (offer) => `${capitalized(offer.type)} · ${offer.targetUrl}`,
};

const content = offersAt("content");

/** Offers of a content page. */
export const contentOfferKind: Kind<StaffContentOffer> = {
  ...content.parts,
  id: "content-offer",
  previewed: "content-offer",
  ...declared.contentOffer,
  columns: [columns.priority, columns.views, columns.clicks, columns.ctr, ...content.money],
  address: { field: "url", serverFills: [] },
  detailOf: (offer) => offer.url,
};

const listedCtr = {
  ...columns.ctr,
  value: ({ views, clicks }: StaffStaticOffer) => percent(views === 0 ? 0 : (clicks / views) * 100),
};

/** What the kinds of offers have in common that are listed in their order. */
function listed(kind: "daily" | "static") {
  const { parts, money } = offersAt(kind);
  return {
    ...parts,
    columns: [columns.position, columns.views, columns.clicks, listedCtr, ...money],
    address: { field: "link" as const, serverFills: [] },
    detailOf: ({ link }: StaffStaticOffer) => link,
  };
}

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
