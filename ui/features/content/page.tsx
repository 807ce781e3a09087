import { type LoaderFunctionArgs, useLoaderData, useParams } from "react-router";
import { paths } from "../../paths.ts";
import type { ContentOffer } from "../../shared/api.gen.ts";
import { type Read, settled } from "../../shared/api.ts";
import { AddToList } from "../../shared/my-list/add-to-list.tsx";
import { OfferCard, OfferCards, OfferIndex } from "../../shared/offers/offer-card.tsx";
import { OfferLink } from "../../shared/offers/offer-link.tsx";
import { useView } from "../../shared/offers/use-view.ts";
import { useVisitor } from "../../shared/offers/use-visitor.ts";
import { hrefFor } from "../../shared/offers/visitor.ts";
import { type Content, readContent, trackClick, trackView } from "./content.ts";
import { ContentPage } from "./content-page.tsx";

export function loader({ params, context }: LoaderFunctionArgs) {
  return readContent(params.slug ?? "", context);
}

/** The hot offers, and every page that staff add. */
export function Component() {
  const { page, offers, pages } = useLoaderData<Content>();
  const { slug = "" } = useParams();
  return (
    <ContentPage
      page={page}
      pages={pages}
      order="Our staff set the order, or offers are ranked by clicks and what partners pay us."
    >
      <Offers key={slug} slug={slug} offers={offers} />
    </ContentPage>
  );
}

function Offers({ slug, offers }: { slug: string; offers: Read<ContentOffer[]> }) {
  const { data } = settled(offers);
  const [lead, ...others] = data;
  const pairs = others.length % 3 !== 0 && others.length % 2 === 0; // three columns would leave a gap
  useView(() => trackView(slug), slug);
  if (!lead) return <p className="empty">No offers available at the moment. Check back soon!</p>;
  return (
    <>
      <OfferIndex offers={data} />
      <div className="mb-6">
        <Offer slug={slug} offer={lead} look="across" />
      </div>
      <OfferCards pairs={pairs}>
        {others.map((offer) => (
          <Offer key={offer.id} slug={slug} offer={offer} look={pairs ? "pair" : "card"} among={others} />
        ))}
      </OfferCards>
    </>
  );
}

interface OfferProps {
  slug: string;
  offer: ContentOffer;
  look: "card" | "across" | "pair";
  among?: ContentOffer[];
}

/**
 * The first offer stands alone, the others in a grid. Partners get the visitor's query, under whatever names they use for
 * its fields.
 */
function Offer({ slug, offer, look, among }: OfferProps) {
  const visitor = useVisitor();
  const lead = look === "across";
  return (
    <OfferCard
      offer={offer}
      look={look}
      among={among}
      first={lead}
      foot={<AddToList id={`content-offer-${offer.id}`} offer={offer} path={paths.content(slug)} />}
    >
      <OfferLink
        href={hrefFor(offer.url, offer, visitor, { query: true, aliases: true, sourceId: `content-${slug}` })}
        title={offer.title}
        onOpen={(clickId) => trackClick(slug, offer.id, clickId)}
      >
        {lead ? "Claim This Offer Now!" : "Get Deal"}
      </OfferLink>
    </OfferCard>
  );
}
