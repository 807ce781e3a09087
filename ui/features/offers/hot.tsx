import { Suspense } from "react";
import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { paths } from "../../paths.ts";
import type { ContentPage, StaticOffer } from "../../shared/api.gen.ts";
import { apiContext, type Read, settled } from "../../shared/api.ts";
import { Head } from "../../shared/head.tsx";
import { AddToList } from "../../shared/my-list/add-to-list.tsx";
import { AboutOffers } from "../../shared/offers/about-offers.tsx";
import { MoreOffers, readOfferPages } from "../../shared/offers/more-offers.tsx";
import { OfferCard, OfferIndex } from "../../shared/offers/offer-card.tsx";
import { OfferLink } from "../../shared/offers/offer-link.tsx";
import { OffersHeader } from "../../shared/offers/offers-header.tsx";
import { track } from "../../shared/offers/track.ts";
import { useView } from "../../shared/offers/use-view.ts";
import { useVisitor } from "../../shared/offers/use-visitor.ts";
import { hrefFor } from "../../shared/offers/visitor.ts";
import { CardSkeletons } from "../../shared/ui/article-card.tsx";

const shownAtFirst = 5;

export function loader({ context }: LoaderFunctionArgs) {
  return {
    offers: context.get(apiContext).get<StaticOffer[]>("/api/hot-offers"),
    pages: readOfferPages(context),
  };
}

export function Component() {
  const { offers, pages } = useLoaderData<{ offers: Read<StaticOffer[]>; pages: Read<ContentPage[]> }>();
  return (
    <>
      <Head
        title="Five hot offers to compare"
        description="Five partner offers on car insurance, solar, life insurance, Medicare and cash back, plus what to ask before you sign."
        path={paths.hotOffers}
      />
      <div className="wrap section-offers">
        <OffersHeader
          title="Five Hot Offers"
          description="Compare prices on your bigger bills, and see what to ask before you sign."
        />
        <Suspense fallback={<CardSkeletons count={shownAtFirst} label="Loading offers" />}>
          <Offers offers={offers} />
        </Suspense>
        <MoreOffers pages={pages} />
        <AboutOffers order="Our staff set the order, or offers are ranked by clicks and what partners pay us." />
      </div>
    </>
  );
}

/** After hydration, each offer's URL is filled in from the visitor's. */
function Offers({ offers }: { offers: Read<StaticOffer[]> }) {
  const { data } = settled(offers);
  const visitor = useVisitor();
  useView(() => track("/api/hot-offers/track-view"));
  return (
    <>
      <OfferIndex offers={data} />
      <ul className="grid grid-cols-1 gap-6">
        {data.map((offer, i) => (
          <li key={offer.id}>
            <OfferCard
              offer={offer}
              look="across"
              among={data}
              first={i < 2}
              foot={<AddToList id={`static-offer-${offer.id}`} offer={offer} path={paths.hotOffers} />}
            >
              <OfferLink
                href={hrefFor(offer.link, offer, visitor, { sourceId: "hot-offers" })}
                title={offer.title}
                onOpen={(clickId) => track("/api/hot-offers/track-click", { offerId: offer.id, eventId: clickId })}
              >
                Get Deal
              </OfferLink>
            </OfferCard>
          </li>
        ))}
      </ul>
    </>
  );
}
