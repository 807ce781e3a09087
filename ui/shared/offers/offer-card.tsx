import type { ReactNode } from "react";
import type { Picture as Upload } from "../api.gen.ts";
import { curly } from "../curly.ts";
import { ExampleBadge, FeaturedBadge, SponsoredBadge } from "../ui/badge.tsx";
import { Picture } from "../ui/picture.tsx";
import { isExample } from "./example.ts";

interface OfferCardProps {
  offer: {
    title: string;
    description: string;
    imageUrl: string | null;
    picture?: Upload;
    isFeatured?: boolean;
    /** Where it leads; one of both. */
    url?: string;
    link?: string;
  };
  /** The link to the partner. */
  children: ReactNode;
  /** `lead` is the first offer of a page, `row` one of a few below each other. */
  look?: "card" | "lead" | "row";
  /** The picture is on the first screen. */
  first?: boolean;
  /** What there is to know beside the description, in few words. */
  facts?: string[];
  /** Highlighted for now. */
  highlighted?: boolean;
}

/** An offer in a list. Its fields are shown as plain text. */
export function OfferCard({ offer, children, look = "card", first, facts = [], highlighted }: OfferCardProps) {
  return (
    <article className={`card offer offer-${look}`} data-highlighted={highlighted || undefined}>
      <Picture src={offer.imageUrl} picture={offer.picture} first={first} />
      <div className="card-body">
        <div className="badges">
          <SponsoredBadge />
          {offer.isFeatured && <FeaturedBadge />}
          {isExample(offer.url ?? offer.link) && <ExampleBadge />}
        </div>
        <h2 className="card-title">{curly(offer.title)}</h2>
        <p className="card-text">{curly(offer.description)}</p>
        {facts.length > 0 && <p className="offer-facts">{facts.join(" · ")}</p>}
        <p className="offer-act">{children}</p>
      </div>
    </article>
  );
}
