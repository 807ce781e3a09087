import type { ReactNode } from "react";
import type { OfferFacts, Picture as Upload } from "../api.gen.ts";
import { curly } from "../curly.ts";
import { FeaturedBadge } from "../ui/badge.tsx";
import { Picture, sizes } from "../ui/picture.tsx";
import { LongDate } from "../ui/time.tsx";
import { headline } from "./headline.tsx";
import { OfferBand, OfferConditions, OfferFigure } from "./offer-parts.tsx";

interface OfferCardProps {
  offer: Partial<OfferFacts> & {
    title: string;
    description: string;
    imageUrl: string | null;
    picture?: Upload;
    isFeatured?: boolean;
    /** When the offer ends. */
    endsAt?: string | null;
    /** The URL, in one of two fields. */
    url?: string;
    link?: string;
  };
  /** The end date to show, if it differs from when the offer ends. */
  ends?: ReactNode;
  /** The link to the partner. */
  children: ReactNode;
  /** Content below the link. */
  foot?: ReactNode;
  /** `lead` is the first offer on a page, `row` one of several in a column. */
  look?: "card" | "lead" | "row";
  /** Whether the picture is above the fold. */
  first?: boolean;
  /** Whether it is currently highlighted. */
  highlighted?: boolean;
}

/** The classes of an offer by its look. If there is room, the two large looks have two columns. */
const wide = "md:grid md:grid-cols-[minmax(0,1.35fr)_minmax(0,1fr)] md:gap-x-[clamp(2rem,5vw,4rem)]";
const looks = {
  card: { offer: "h-full", parts: "flex flex-1 flex-col", title: "text-subheading leading-[1.18]" },
  lead: { offer: "mb-8 md:p-8", parts: wide, title: "text-heading leading-[1.15]" },
  row: { offer: "md:p-6", parts: wide, title: "text-heading leading-[1.15]" },
};

/** An offer in a list. Its fields are shown as plain text. */
export function OfferCard({ offer, ends, children, foot, look = "card", first, highlighted }: OfferCardProps) {
  const classes = looks[look];
  return (
    <article
      className={`flex min-w-0 flex-col rounded-large border border-line bg-surface p-4 data-highlighted:border-gold ${classes.offer}`}
      data-highlighted={highlighted || undefined}
    >
      <OfferBand target={offer.url ?? offer.link} />
      <div className={classes.parts}>
        <div>
          <div className="mt-4 flex items-start gap-4 max-brief:flex-wrap">
            <Picture
              src={offer.imageUrl}
              picture={offer.picture}
              sizes={sizes.small}
              first={first}
              className="aspect-3/2 w-24 flex-none rounded-small"
            />
            <div className="min-w-0">
              {offer.isFeatured && <FeaturedBadge />}
              {offer.partner && <p className="text-small text-muted">{curly(offer.partner)}</p>}
              <h2 className={`font-display ${classes.title}`}>{headline(offer.title)}</h2>
            </div>
          </div>
          <OfferFigure {...offer} />
          <p className="mt-3 max-w-[65ch] text-muted">{curly(offer.description)}</p>
        </div>
        <div className="flex flex-1 flex-col">
          <OfferConditions
            facts={offer}
            ends={ends || offer.ends || (offer.endsAt && <LongDate iso={offer.endsAt} />)}
          />
          <p className="mt-auto flex pt-5">{children}</p>
          {foot}
        </div>
      </div>
    </article>
  );
}
