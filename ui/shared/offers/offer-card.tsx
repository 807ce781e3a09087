import type { ReactNode } from "react";
import { FeaturedBadge } from "../ui/badge.tsx";
import { Picture } from "../ui/picture.tsx";

interface OfferCardProps {
  offer: { title: string; description: string; imageUrl: string | null; isFeatured?: boolean };
  /** The way to the partner. */
  children: ReactNode;
  /** `lead` is the offer that a page opens with, `row` one of a few that stand below each other. */
  look?: "card" | "lead" | "row";
  /** The picture is on the first screen. */
  first?: boolean;
  /** Set apart from the others for the time being. */
  highlighted?: boolean;
}

/** An offer among others. Whatever its fields hold is shown as text. */
export function OfferCard({ offer, children, look = "card", first, highlighted }: OfferCardProps) {
  return (
    <article className={`card offer offer-${look}`} data-highlighted={highlighted || undefined}>
      <Picture src={offer.imageUrl} first={first} />
      <div className="card-body">
        <div className="badges">
          <SponsoredBadge />
          {offer.isFeatured && <FeaturedBadge />}
        </div>
        <h2 className="card-title">{offer.title}</h2>
        <p className="card-text">{offer.description}</p>
        <p className="offer-act">{children}</p>
      </div>
    </article>
  );
}

/** Said at every offer: somebody pays for it. */
export function SponsoredBadge() {
  return <span className="badge badge-sponsored">Sponsored</span>;
}
