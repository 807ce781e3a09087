import type { ComponentProps, ReactNode } from "react";
import type { Picture as Upload } from "../api.gen.ts";
import { curly } from "../curly.ts";
import { FeaturedBadge } from "../ui/badge.tsx";
import { Picture, sizes } from "../ui/picture.tsx";
import { headline } from "./headline.tsx";
import { Disclaimer, OfferBand, OfferFigure, type OfferFigureLook, OfferPartner } from "./offer-parts.tsx";
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
  /** How the figure looks. */
  figureLook?: OfferFigureLook;
  /** The link to the partner. */
  children: ReactNode;
  /** Content below the link. */
  foot?: ReactNode;
  /** `across` puts picture, description and terms side by side if there is room. On a phone the terms come first. */
  look?: "card" | "across";
  /** Whether the picture is above the fold. */
  first?: boolean;
  /** Whether it is currently highlighted. */
  highlighted?: boolean;
}

const frame = "overflow-hidden rounded-large border border-line bg-surface";

/** The rows of the grid that a card spans, by its number of terms: those, and picture, title, figure, description, link. */
const spans = ["row-span-5", "row-span-6", "row-span-7", "row-span-8", "row-span-9", "row-span-10"];
const termSpans = ["", "row-span-1", "row-span-2", "row-span-3", "row-span-4", "row-span-5"];

/** An offer in a list. Its fields are shown as plain text. */
export function OfferCard(props: OfferCardProps) {
  const { offer, kind, among, strip, figureLook, children, foot, look = "card", highlighted } = props;
  const terms = termsOf(offer, kind, among);
  const description = <p className="max-w-[65ch] text-[0.9375rem] text-muted">{curly(offer.description)}</p>;
  if (look === "across") {
    return (
      <article
        className={`${frame} grid h-full grid-cols-[minmax(0,1fr)] md:max-lg:grid-cols-[15rem_minmax(0,1fr)] lg:grid-cols-[21rem_minmax(0,1.25fr)_minmax(0,1fr)]`}
      >
        <div className="relative md:min-h-44">
          <CardPicture
            {...props}
            className={`${strips} md:absolute md:inset-0 md:aspect-auto md:h-full md:max-h-none`}
          />
        </div>
        <div className="max-lg:contents lg:p-7">
          <div className="px-5 pt-4.5 pb-4 md:max-lg:p-7 lg:p-0 lg:pb-3">
            <Heading offer={offer} title="text-[clamp(1.5rem,1.3rem+0.8vw,1.875rem)]" />
            <OfferFigure {...offer} className="mt-2" />
          </div>
          <div className="px-5 pt-4 max-lg:order-1 md:max-lg:col-span-full md:max-lg:px-7 lg:p-0">{description}</div>
        </div>
        <div className="max-lg:contents lg:flex lg:flex-col lg:justify-center lg:bg-(--facts-ground) lg:p-7">
          <OfferTerms
            terms={terms}
            className="border-b border-(--facts-line) max-lg:mx-5 md:max-lg:col-span-full md:max-lg:mx-7"
          />
          <div className="px-5 pb-5 max-lg:order-2 md:max-lg:col-span-full md:max-lg:px-7 md:max-lg:pb-7 lg:p-0">
            <Disclaimer text={offer.disclaimer} />
            <p className="flex pt-5">{children}</p>
            {foot}
          </div>
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
        <CardPicture {...props} className={strips} />
        {strip}
      </div>
      <div className="px-5 pt-4.5 pb-3">
        <Heading offer={offer} title="text-subheading" />
      </div>
      <div>
        <OfferFigure {...offer} look={figureLook} className={figureLook === "strip" ? "px-5 py-2" : "px-5 pb-3"} />
      </div>
      <OfferTerms terms={terms} className={`mx-5 grid grid-rows-subgrid ${termSpans[terms.length]}`} />
      <div className="mx-5 border-t border-(--facts-line) pt-3.5">{description}</div>
      <div className="flex flex-col px-5 pb-5">
        <Disclaimer text={offer.disclaimer} />
        <p className="mt-auto flex pt-4.5">{children}</p>
        {foot}
      </div>
    </article>
  );
}

/** The shape of pictures: wide and low, so that what an offer is about is on the same screen. */
const strips = "aspect-3/1 max-h-28 w-full md:aspect-5/2 md:max-h-35";

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

/** Who offers what. */
function Heading({ offer, title }: { offer: OfferCardProps["offer"]; title: string }) {
  return (
    <>
      <OfferBand target={offer.url ?? offer.link}>{offer.isFeatured && <FeaturedBadge />}</OfferBand>
      <OfferPartner partner={offer.partner} />
      <h2 className={`mt-2 font-display leading-[1.18] ${title}`}>{headline(offer.title)}</h2>
    </>
  );
}
