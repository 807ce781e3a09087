import type { ComponentProps, ReactNode } from "react";
import type { Picture as Upload } from "../api.gen.ts";
import { curly } from "../curly.ts";
import { FeaturedBadge } from "../ui/badge.tsx";
import { Picture, sizes } from "../ui/picture.tsx";
import { LongDate } from "../ui/time.tsx";
import { headline } from "./headline.tsx";
import { Disclaimer, OfferBand, OfferFigure, OfferFoot, OfferPartner } from "./offer-parts.tsx";
import { type Facts, type OfferKind, OfferTerms, termsOf } from "./offer-terms.tsx";

interface OfferCardProps {
  offer: Facts & {
    id?: number;
    title: string;
    description: string;
    imageUrl: string | null;
    picture?: Upload;
    isFeatured?: boolean;
    checkedAt?: string;
    /** The URL, in one of two fields. */
    url?: string;
    link?: string;
  };
  kind?: OfferKind;
  /** All offers on the page, so that all cards show the same rows of terms. */
  among?: Facts[];
  /** Content directly below the picture. */
  strip?: ReactNode;
  /** Whether it leads with its figure, for what one saves is its point. */
  figureFirst?: boolean;
  /** The link to the partner. */
  children: ReactNode;
  /** Content below the link. */
  foot?: ReactNode;
  /**
   * `across` puts picture, description and terms side by side if there is room; otherwise the terms come before the
   * description. `pair` is for cards in two columns: the picture is beside the title.
   */
  look?: "card" | "across" | "pair";
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
  const { offer, kind, among, strip, figureFirst, children, foot, look = "card", highlighted } = props;
  const terms = termsOf(offer, kind, among);
  const description = (
    <p className={`max-w-[65ch] text-muted ${look === "across" ? "" : "text-[0.9375rem]"}`}>
      {curly(offer.description)}
    </p>
  );
  if (look === "across") {
    return (
      <article
        id={anchorOf(offer)}
        className={`${frame} grid h-full grid-cols-[minmax(0,1fr)] md:max-lg:grid-cols-[15rem_minmax(0,1fr)] lg:grid-cols-[20rem_minmax(0,1fr)_24rem]`}
      >
        <div className="relative md:max-lg:row-span-2">
          <CardPicture {...props} className={`${strips} md:absolute md:inset-0 md:aspect-auto md:h-full`} />
        </div>
        <div className="max-lg:contents lg:flex lg:flex-col lg:p-7">
          <div className="px-5 pt-4.5 pb-4 md:max-lg:px-7 md:max-lg:pt-7 lg:p-0">
            <Band offer={offer} />
            <Title offer={offer} className="text-[1.5rem]" />
          </div>
          <OfferFigure
            {...offer}
            className="px-5 pb-4 md:max-lg:px-7 md:max-lg:pb-7 lg:flex lg:flex-wrap lg:items-baseline lg:gap-x-3 lg:p-0 lg:pt-4"
          />
          <div className="px-5 pt-3.5 max-lg:order-1 md:max-lg:col-span-full md:max-lg:px-7 lg:px-0 lg:pt-4">
            {description}
            <Disclaimer text={offer.disclaimer} />
          </div>
        </div>
        <div className="max-lg:contents lg:flex lg:flex-col lg:overflow-clip lg:bg-(--facts-ground) lg:p-7">
          <OfferTerms
            terms={terms}
            className="border-y max-lg:mx-5 md:max-lg:col-span-full md:max-lg:mx-7 lg:-mt-2.5 lg:border-t-0"
          />
          <div className="px-5 pb-5 max-lg:order-2 md:max-lg:col-span-full md:max-lg:px-7 md:max-lg:pb-7 lg:mt-auto lg:p-0">
            <p className="flex pt-5">{children}</p>
            <OfferFoot checkedAt={offer.checkedAt}>{foot}</OfferFoot>
          </div>
        </div>
      </article>
    );
  }
  const pair = look === "pair";
  return (
    <article
      id={anchorOf(offer)}
      className={`${frame} mb-6 grid grid-cols-[minmax(0,1fr)] grid-rows-subgrid data-highlighted:border-gold data-highlighted:shadow-[0_0_0_1px_var(--gold)] ${spans[terms.length]} ${pair ? "lg:grid-cols-[16.5rem_minmax(0,1fr)] lg:*:col-span-full" : ""}`}
      data-highlighted={highlighted || undefined}
    >
      <div className={`flex flex-col ${pair ? "lg:relative lg:col-span-1! lg:row-span-3 lg:min-h-44" : ""}`}>
        <CardPicture
          {...props}
          className={`${strips} ${pair ? "lg:absolute lg:inset-0 lg:aspect-auto lg:h-full" : ""}`}
        />
        {strip}
      </div>
      <div
        className={`px-5 pt-4.5 ${figureFirst ? "bg-(--facts-ground) pb-3" : "pb-4"} ${pair ? "lg:col-span-1! lg:col-start-2! lg:row-start-1 lg:row-span-2" : ""}`}
      >
        <Band offer={offer} />
        {figureFirst ? (
          <OfferFigure {...offer} className="mt-3 mb-1" />
        ) : (
          <Title offer={offer} className="text-subheading" />
        )}
      </div>
      <div className={`px-5 ${figureFirst ? "pt-2" : ""} ${pair ? "lg:col-span-1! lg:col-start-2!" : ""}`}>
        {figureFirst ? (
          <Title offer={offer} className="mb-4 text-subheading" />
        ) : (
          <OfferFigure {...offer} className="pb-4" />
        )}
      </div>
      <OfferTerms terms={terms} className={`mx-5 grid-rows-subgrid border-t ${termSpans[terms.length]}`} />
      <div className="mx-5 border-t border-(--facts-line) pt-3.5">{description}</div>
      <div className="flex flex-col px-5 pb-5">
        <Disclaimer text={offer.disclaimer} />
        <p className="mt-auto flex pt-4.5">{children}</p>
        <OfferFoot checkedAt={offer.checkedAt}>{foot}</OfferFoot>
      </div>
    </article>
  );
}

/** The element ID of an offer's card, for links on the same page. */
function anchorOf({ id }: { id?: number }): string | undefined {
  return id === undefined ? undefined : `offer-${id}`;
}

interface OfferIndexProps {
  offers: {
    id: number;
    title: string;
    partner: string;
    figure: string;
    figureNote: string;
    deadline?: string | null;
  }[];
}

/**
 * On a phone, what a long page has to offer: each offer with its figure, linked to its card. Below it are the partner
 * and the last day to claim, or what the figure is.
 */
export function OfferIndex({ offers }: OfferIndexProps) {
  if (offers.length < 3) return null;
  return (
    <nav className="mb-5 md:hidden print:hidden" aria-labelledby="at-a-glance">
      <h2 id="at-a-glance" className="pb-2 font-ui text-label uppercase">
        At a glance
      </h2>
      <ol className="border-t-4 border-b border-double border-rule">
        {offers.map((offer) => (
          <li key={offer.id} className="not-first:border-t not-first:border-line">
            <a
              href={`#${anchorOf(offer)}`}
              className="grid min-h-11 grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-4 py-1.5 leading-[1.4] font-semibold max-brief:grid-cols-1"
            >
              <span className="underline decoration-gold decoration-2 underline-offset-[0.18em]">
                {headline(offer.title)}
              </span>
              <span className="figures-tabular">{offer.figure}</span>
              <span className="col-span-full text-small font-normal text-muted">
                {curly(offer.partner)}
                {offer.partner && (offer.deadline || offer.figureNote) && " · "}
                {offer.deadline ? (
                  <>
                    Claim by <LongDate iso={offer.deadline} />
                  </>
                ) : (
                  curly(offer.figureNote)
                )}
              </span>
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}

/** The shape of pictures: wide enough to show all that they are about. */
const strips = "aspect-16/9 w-full";

/** A grid of offers. The parts of cards in a row line up. `pairs` puts two in a row on a desktop. */
export function OfferCards({ pairs = false, ...props }: ComponentProps<"div"> & { pairs?: boolean }) {
  return (
    <div
      {...props}
      className={`grid grid-cols-[repeat(auto-fill,minmax(min(100%,19rem),1fr))] gap-x-6 ${pairs ? "lg:grid-cols-2" : ""}`}
    />
  );
}

function CardPicture({ offer, first, className }: OfferCardProps & { className: string }) {
  return (
    <Picture src={offer.imageUrl} picture={offer.picture} sizes={sizes.card} first={first} className={className} />
  );
}

function Band({ offer }: { offer: OfferCardProps["offer"] }) {
  return <OfferBand target={offer.url ?? offer.link}>{offer.isFeatured && <FeaturedBadge />}</OfferBand>;
}

/** Who offers what. */
function Title({ offer, className }: { offer: OfferCardProps["offer"]; className: string }) {
  return (
    <>
      <OfferPartner partner={offer.partner} />
      <h2 className={`card-title mt-1 ${className}`}>{headline(offer.title)}</h2>
    </>
  );
}
