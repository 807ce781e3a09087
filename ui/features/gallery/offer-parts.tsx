import { Disclosure } from "../../shared/offers/about-offers.tsx";
import { OfferCard } from "../../shared/offers/offer-card.tsx";
import { OfferLink } from "../../shared/offers/offer-link.tsx";
import { Part } from "./part.tsx";
import { offer } from "./samples.ts";

/** What the pages of offers are made of. */
export function OfferParts() {
  return (
    <Part title="Offers">
      <Disclosure />
      <div className="grid gap-6 md:grid-cols-2">
        <OfferCard offer={offer}>
          <OfferLink href={() => offer.url} title={offer.title} onOpen={() => {}}>
            Get This Deal
          </OfferLink>
        </OfferCard>
        <OfferCard offer={{ ...offer, isFeatured: true }} look="row" highlighted>
          <OfferLink href={() => null} title={offer.title} look="quiet" onOpen={() => {}}>
            Get This Deal
          </OfferLink>
        </OfferCard>
      </div>
    </Part>
  );
}
