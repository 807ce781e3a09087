import { useLocation } from "react-router";
import { paths } from "../../paths.ts";
import type { Offer } from "../../shared/api.gen.ts";
import { clickIdMark } from "../../shared/constants.ts";
import { curly } from "../../shared/curly.ts";
import { AddToList } from "../../shared/my-list/add-to-list.tsx";
import { headline } from "../../shared/offers/headline.tsx";
import { OfferLink } from "../../shared/offers/offer-link.tsx";
import { OfferBand, OfferConditions, OfferFigure } from "../../shared/offers/offer-parts.tsx";
import { useVisitor } from "../../shared/offers/use-visitor.ts";
import { partnerAddress } from "../../shared/offers/visitor.ts";
import { Button } from "../../shared/ui/button.tsx";
import { Picture, sizes } from "../../shared/ui/picture.tsx";
import { currentVisit } from "../../shared/visit.ts";

/** What a visitor can expect, by kind of offer. */
const benefits: Record<Offer["type"], string[]> = {
  phone: [
    "Talk to a person and ask your own questions",
    "Hear the price and the terms before you agree to anything",
    "Hang up whenever you like",
  ],
  coregistration: ["Sign up in a minute on the partner’s own page", "You decide what to share", "Leave at any time"],
  linkout: [
    "Look around on the partner’s own site",
    "Compare the price and the terms at your own pace",
    "Looking doesn’t commit you to anything",
  ],
};

/** The server fills these in when it redirects the visitor. */
const filledByServer = ["subid", "clickid"];

interface SlideProps {
  offer: Offer;
  first: boolean;
  opened: boolean;
  onTake: () => void;
  onDecline: () => void;
}

/** One offer of the carousel. */
export function Slide({ offer, first, opened, onTake, onDecline }: SlideProps) {
  const visitor = useVisitor();
  const previewed = useLocation().pathname.startsWith("/preview/"); // the server must not count its clicks
  const target = partnerAddress(offer.targetUrl, visitor, {
    category: offer.category,
    leave: previewed ? undefined : filledByServer,
  });
  return (
    <li className="pt-3 pb-[clamp(0.75rem,2vw,2rem)] not-first:[@media(scripting:enabled)]:hidden">
      <OfferBand target={offer.targetUrl} />
      <h2 tabIndex={-1} className="heading mt-4">
        {headline(offer.title)}
      </h2>
      <p className="mt-1 text-small text-muted">
        {offer.partner && `${curly(offer.partner)} · `}
        {capitalized(offer.type)} Deal
      </p>
      <div className="mt-4 grid grid-cols-[6rem_minmax(0,1fr)] items-center gap-x-5 md:grid-cols-[16rem_minmax(0,1fr)]">
        <Picture
          src={offer.imageUrl}
          picture={offer.picture}
          sizes={sizes.half}
          first={first}
          className="aspect-3/2 w-full rounded-small md:row-span-2"
        />
        <OfferFigure {...offer} />
        <p className="text-muted max-md:col-span-2 max-md:mt-3">{curly(offer.description)}</p>
      </div>
      <div className="grid gap-x-12 md:grid-cols-2">
        <OfferConditions facts={offer} />
        <ul className="mt-5 grid content-start gap-2">
          {(benefits[offer.type] ?? []).map((benefit) => (
            <li key={benefit} className="flex gap-2.5">
              <span className="flex-none text-brand">
                <CheckIcon />
              </span>
              {benefit}
            </li>
          ))}
        </ul>
      </div>
      <AddToList id={`offer-${offer.id}`} offer={offer} path={paths.offers} />
      <div className="sticky bottom-0 mt-6 bg-paper pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] md:static print:static">
        <div className="flex flex-wrap items-stretch gap-3 *:max-md:flex-[1_1_8rem] *:max-md:px-2">
          <OfferLink
            href={(clickId) =>
              target && !previewed
                ? paths.clickOut(
                    offer.id,
                    target,
                    clickId && clickId !== clickIdMark ? JSON.stringify(currentVisit()) : undefined,
                  )
                : target
            }
            title={offer.title}
            className="md:w-auto"
            onOpen={onTake}
          >
            Get This Deal
          </OfferLink>
          <Button look="quiet" className="noscript:hidden" onClick={onDecline}>
            Not Interested
          </Button>
        </div>
        <p className="text-small text-muted md:min-h-6" role="status">
          {opened && "Opened in a new tab. The next offer is coming up."}
        </p>
      </div>
    </li>
  );
}

function capitalized(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** A check mark in front of a benefit. */
function CheckIcon() {
  return (
    <svg
      viewBox="0 0 24 24"
      width="20"
      height="20"
      aria-hidden="true"
      fill="none"
      stroke="currentColor"
      strokeWidth="2.25"
    >
      <path d="M5 12.5l4.5 4.5L19 7.5" strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  );
}
