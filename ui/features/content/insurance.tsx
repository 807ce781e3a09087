import type { MouseEvent } from "react";
import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import type { ContentOffer } from "../../shared/api.gen.ts";
import { type Read, settled } from "../../shared/api.ts";
import { insurance } from "../../shared/constants.ts";
import { OfferCard, OfferCards, OfferIndex } from "../../shared/offers/offer-card.tsx";
import { OfferLink } from "../../shared/offers/offer-link.tsx";
import { useView } from "../../shared/offers/use-view.ts";
import { useVisitor } from "../../shared/offers/use-visitor.ts";
import { hrefFor } from "../../shared/offers/visitor.ts";
import { type Content, readContent, trackClick, trackView } from "./content.ts";
import { ContentPage } from "./content-page.tsx";
import { RotationControl, useRotation } from "./rotation.tsx";

const slug = "insuranceprotection";

export function loader({ context }: LoaderFunctionArgs) {
  return readContent(slug, context);
}

export function Component() {
  const { page, offers, pages } = useLoaderData<Content>();
  return (
    <ContentPage
      page={page}
      pages={pages}
      order={`Our staff set the order, or offers are ranked by clicks and what partners pay us. Each offer is highlighted in turn for ${insurance.rotationMs / 1000} seconds.`}
    >
      <Offers offers={offers} />
    </ContentPage>
  );
}

function Offers({ offers }: { offers: Read<ContentOffer[]> }) {
  const { data } = settled(offers);
  const rotation = useRotation(insurance.rotationMs);
  const visitor = useVisitor();
  useView(() => trackView(slug));
  if (data.length === 0) return <p className="empty">No Insurance Options Available</p>;
  const highlighted = data.length > 1 ? rotation.turns % data.length : -1;
  return (
    <>
      <OfferIndex offers={data} />
      {data.length > 1 && (
        <div className="mb-1.5">
          <RotationControl rotation={rotation}>Each offer is highlighted in turn</RotationControl>
        </div>
      )}
      <OfferCards {...rotation.hold}>
        {data.map((offer, i) => (
          <OfferCard
            key={offer.id}
            offer={offer}
            kind="policy"
            among={data}
            first={i < 3}
            highlighted={i === highlighted}
          >
            <OfferLink
              href={hrefFor(offer.url, offer, visitor)}
              title={offer.title}
              onOpen={(clickId, event) => {
                trackClick(slug, offer.id, clickId);
                openInAMoment(event);
              }}
            >
              Get Protection Now
            </OfferLink>
          </OfferCard>
        ))}
      </OfferCards>
      <Price />
    </>
  );
}

/** What decides the price of any policy, and which of it the reader can change. */
const factors = [
  { what: "You", text: "Your age, health, driving record or past claims, depending on the policy." },
  { what: "What you insure", text: "A cheaper car to fix, a newer roof or a shorter term costs less to cover." },
  { what: "Where you live", text: "Rates are set by state and often by ZIP code. Get new quotes when you move." },
  { what: "Limits and deductible", text: "A higher deductible lowers the price. Compare quotes with the same limits." },
];

function Price() {
  return (
    <section className="mt-8" aria-labelledby="price">
      <h2 id="price" className="heading">
        What decides your price
      </h2>
      <dl className="mt-4 grid gap-x-8 gap-y-4 border-t border-rule pt-4 sm:grid-cols-2 lg:grid-cols-4">
        {factors.map(({ what, text }) => (
          <div key={what}>
            <dt className="font-semibold">{what}</dt>
            <dd className="mt-1 text-[0.9375rem] text-muted">{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** A plain click opens after a moment (specification, section 7). Other ways of opening are left to the browser. */
function openInAMoment(event: MouseEvent<HTMLAnchorElement>) {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  const { href } = event.currentTarget;
  setTimeout(() => window.open(href, "_blank", "noopener"), insurance.clickDelayMs);
}
