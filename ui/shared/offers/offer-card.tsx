import type { ComponentProps, ReactNode } from "react";
import type { Picture as Upload } from "../api.gen.ts";
import { curly } from "../curly.ts";
import { FeaturedBadge } from "../ui/badge.tsx";
import { Picture, sizes } from "../ui/picture.tsx";
import { headline } from "./headline.tsx";
import { Disclaimer, OfferBand, OfferFigure, OfferPartner } from "./offer-parts.tsx";
import { type Facts, type OfferKind, OfferTerms, termsOf } from "./offer-terms.tsx";

interface OfferCardProps {
  offer: Facts & {
    title: string;
    description: string;
    imageUrl: string | null;
    picture?: Upload;
    isFeatured?: boolean;
    /** The URL, in one of two fields. */
    url?: string;
    link?: string;
  };
  kind?: OfferKind;
  /** All offers on the page, so that all cards show the same rows of terms. */
  among?: Facts[];
  /** Content directly below the picture. */
  strip?: ReactNode;
  /** The link to the partner. */
  children: ReactNode;
  /** Content below the link. */
  foot?: ReactNode;
  /** `across` puts picture, description and terms side by side if there is room. */
  look?: "card" | "across";
  /** Whether the picture is above the fold. */
  first?: boolean;
  /** Whether it is currently highlighted. */
  highlighted?: boolean;
}

const frame = "overflow-hidden rounded-large border border-line bg-surface";

/** The rows of the grid that a card spans, by its number of terms: those, the picture, the description and the link. */
const spans = ["row-span-3", "row-span-4", "row-span-5", "row-span-6", "row-span-7", "row-span-8"];
const termSpans = ["", "row-span-1", "row-span-2", "row-span-3", "row-span-4", "row-span-5"];

/** An offer in a list. Its fields are shown as plain text. */
export function OfferCard(props: OfferCardProps) {
  const { offer, kind, among, strip, children, foot, look = "card", highlighted } = props;
  const terms = termsOf(offer, kind, among);
  if (look === "across") {
    return (
      <article
        className={`${frame} grid h-full md:grid-cols-[15rem_minmax(0,1fr)] lg:grid-cols-[21rem_minmax(0,1.25fr)_minmax(0,1fr)]`}
      >
        <div className="relative md:min-h-44">
          <CardPicture {...props} className="aspect-2/1 w-full md:absolute md:inset-0 md:aspect-auto md:h-full" />
        </div>
        <div className="p-5 md:p-7">
          <About offer={offer} title="text-[clamp(1.5rem,1.3rem+0.8vw,1.875rem)]" />
        </div>
        <div className="flex flex-col px-5 pb-5 md:col-span-2 md:px-7 md:pb-7 lg:col-span-1 lg:bg-sunken lg:py-7">
          <OfferTerms terms={terms} className="border-b border-line" />
          <Disclaimer text={offer.disclaimer} />
          <p className="mt-auto flex pt-5">{children}</p>
          {foot}
        </div>
      </article>
    );
  }
  return (
    <article
      className={`${frame} mb-6 grid grid-rows-subgrid data-highlighted:border-gold ${spans[terms.length]}`}
      data-highlighted={highlighted || undefined}
    >
      <div className="flex flex-col">
        <CardPicture {...props} className="aspect-2/1 max-h-60 w-full" />
        {strip}
      </div>
      <div className="px-5 py-4.5">
        <About offer={offer} title="text-subheading" />
      </div>
      <OfferTerms terms={terms} className={`mx-5 grid grid-rows-subgrid ${termSpans[terms.length]}`} />
      <div className="mx-5 flex flex-col border-t border-line pb-5">
        <Disclaimer text={offer.disclaimer} />
        <p className="mt-auto flex pt-4.5">{children}</p>
        {foot}
      </div>
    </article>
  );
}

/** A grid of offers. The parts of cards in a row line up. */
export function OfferCards({ className = "", ...props }: ComponentProps<"div">) {
  return (
    <div {...props} className={`grid grid-cols-[repeat(auto-fill,minmax(min(100%,19rem),1fr))] gap-x-6 ${className}`} />
  );
}

function CardPicture({ offer, first, className }: OfferCardProps & { className: string }) {
  return (
    <Picture src={offer.imageUrl} picture={offer.picture} sizes={sizes.card} first={first} className={className} />
  );
}

/** Who offers what, and what it is worth. */
function About({ offer, title }: { offer: OfferCardProps["offer"]; title: string }) {
  return (
    <>
      <OfferBand target={offer.url ?? offer.link}>{offer.isFeatured && <FeaturedBadge />}</OfferBand>
      <OfferPartner partner={offer.partner} />
      <OfferFigure {...offer} className="mt-2" />
      <h2 className={`mt-2 font-display leading-[1.18] ${title}`}>{headline(offer.title)}</h2>
      <p className="mt-2.5 max-w-[65ch] text-[0.9375rem] text-muted">{curly(offer.description)}</p>
    </>
  );
}
