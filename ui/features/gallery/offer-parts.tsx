import { useRef } from "react";
import { AddToList } from "../../shared/my-list/add-to-list.tsx";
import { AboutOffers } from "../../shared/offers/about-offers.tsx";
import { OfferCard, OfferCards } from "../../shared/offers/offer-card.tsx";
import { OfferLink } from "../../shared/offers/offer-link.tsx";
import { OffersHeader } from "../../shared/offers/offers-header.tsx";
import { PreviewNote } from "../../shared/offers/preview-note.tsx";
import { Part } from "./parts.tsx";
import { carouselOffer, deadlines, offer, plainOffer, question, settlement } from "./samples.ts";

// As in form-parts.tsx.
const { Slide } = await import("../offers/carousel.tsx");
const { Asked, Complete, Progress, frame } = await import("../questionnaire/page.tsx");
const { Deadlines } = await import("../my-list/page.tsx");

/** What the pages of offers are made of. */
export function OfferParts() {
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <>
      <Part title="Offers">
        <OffersHeader title="Offers" description="What there is, in a line." />
        <PreviewNote />
        <OfferCard offer={{ ...offer, isFeatured: true }} look="across" first>
          <OfferLink href={() => offer.url} title={offer.title} onOpen={ignore}>
            Claim This Offer Now!
          </OfferLink>
        </OfferCard>
        <OfferCards>
          <OfferCard offer={offer} among={among}>
            <OfferLink href={() => offer.url} title={offer.title} onOpen={ignore}>
              Get Deal
            </OfferLink>
          </OfferCard>
          <OfferCard
            offer={settlement}
            kind="case"
            among={among}
            figureFirst
            highlighted
            foot={<AddToList id="content-offer-1" offer={settlement} path="/content/settlements" />}
          >
            <OfferLink href={() => settlement.url} title={settlement.title} onOpen={ignore}>
              Check Your Eligibility
            </OfferLink>
          </OfferCard>
          <OfferCard offer={plainOffer} kind="policy" among={among}>
            <OfferLink href={() => null} title={plainOffer.title} onOpen={ignore}>
              Get Protection Now
            </OfferLink>
          </OfferCard>
        </OfferCards>
        <OfferCard offer={offer} look="across">
          <OfferLink href={() => offer.url} title={offer.title} onOpen={ignore}>
            Get Deal
          </OfferLink>
        </OfferCard>
        <AboutOffers order="Our staff set the order, or offers are ranked by clicks and what partners pay us." />
      </Part>
      <Part title="Carousel">
        {(["phone", "coregistration", "linkout"] as const).map((type) => (
          <ol key={type}>
            <Slide
              offer={{ ...carouselOffer, type }}
              among={[]}
              first={false}
              opened={type === "linkout"}
              onTake={ignore}
              onDecline={ignore}
            />
          </ol>
        ))}
      </Part>
      <Part title="Questionnaire">
        {[question, { ...question, targetUrl: null }].map((asked, i) => (
          <div key={asked.targetUrl} className={frame}>
            <Progress done={i} of={2} />
            <Asked question={asked} heading={heading} onAnswer={(event) => event.preventDefault()} />
          </div>
        ))}
        <div className={frame}>
          <Progress done={2} of={2} />
          <Complete
            questions={[question, question]}
            answers={[
              { questionId: 1, answer: "yes" },
              { questionId: 2, answer: "no" },
            ]}
            heading={heading}
          />
        </div>
      </Part>
      <Part title="Deadlines">
        <Deadlines deadlines={deadlines} today="2026-12-01" />
      </Part>
    </>
  );
}

const among = [offer, settlement];

/** Nothing of the gallery is counted. */
function ignore() {}
