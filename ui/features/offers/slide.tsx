import { useLocation } from "react-router";
import { paths } from "../../paths.ts";
import type { Offer } from "../../shared/api.gen.ts";
import { clickIdMark } from "../../shared/constants.ts";
import { curly } from "../../shared/curly.ts";
import { AddToList } from "../../shared/my-list/add-to-list.tsx";
import { headline } from "../../shared/offers/headline.tsx";
import { OfferLink } from "../../shared/offers/offer-link.tsx";
import { Disclaimer, OfferBand, OfferFigure, OfferFoot, OfferPartner } from "../../shared/offers/offer-parts.tsx";
import { OfferTerms, termsOf } from "../../shared/offers/offer-terms.tsx";
import { useVisitor } from "../../shared/offers/use-visitor.ts";
import { partnerAddress } from "../../shared/offers/visitor.ts";
import { Button } from "../../shared/ui/button.tsx";
import { Icon } from "../../shared/ui/icons.tsx";
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
  /** All offers of the carousel, which have the same rows of terms. */
  among: Offer[];
  first: boolean;
  opened: boolean;
  onTake: () => void;
  onDecline: () => void;
}

/** The shape of the picture of every offer of the carousel. */
export const pictureShape = "aspect-2/1 w-full max-sm:aspect-9/4 md:absolute md:inset-0 md:aspect-auto md:h-full";

/** One offer of the carousel. */
export function Slide({ offer, among, first, opened, onTake, onDecline }: SlideProps) {
  const visitor = useVisitor();
  const previewed = useLocation().pathname.startsWith("/preview/"); // the server must not count its clicks
  const target = partnerAddress(offer.targetUrl, visitor, {
    category: offer.category,
    leave: previewed ? undefined : filledByServer,
  });
  return (
    <li className="relative overflow-clip rounded-large border border-line bg-surface not-first:mt-6 not-first:[@media(scripting:enabled)]:hidden md:grid md:min-h-[34rem] md:grid-cols-[minmax(0,1fr)_minmax(0,1fr)] md:grid-rows-[1fr_auto]">
      <div className="md:relative">
        <Picture
          src={offer.imageUrl}
          picture={offer.picture}
          sizes={sizes.half}
          first={first}
          className={pictureShape}
        />
      </div>
      <div className="flex flex-col px-4 pt-4 md:col-start-2 md:row-span-2 md:row-start-1 md:p-8 md:pb-6">
        <OfferBand target={offer.targetUrl}>
          <span className="badge">{capitalized(offer.type)} Deal</span>
        </OfferBand>
        <OfferPartner partner={offer.partner} />
        <h2 tabIndex={-1} className="heading mt-1 max-md:text-[1.5rem] md:min-h-[2.3em] md:text-[2rem]">
          {headline(offer.title)}
        </h2>
        <OfferFigure {...offer} className="mt-4" />
        <OfferTerms terms={termsOf(offer, "offer", among)} className="mt-4 border-y" />
        <Disclaimer text={offer.disclaimer} />
        <div className="mt-auto flex flex-wrap items-stretch gap-2 pt-5 *:max-md:flex-[1_1_7.5rem] *:max-md:px-3 [&>a]:max-md:px-1 md:gap-3">
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
            className="md:w-auto md:flex-1"
            onOpen={onTake}
          >
            Get This Deal
          </OfferLink>
          <Button look="quiet" className="min-[22.5rem]:whitespace-nowrap noscript:hidden" onClick={onDecline}>
            Not Interested
          </Button>
        </div>
        <OfferFoot checkedAt={offer.checkedAt}>
          <AddToList id={`offer-${offer.id}`} offer={offer} path={paths.offers} />
          <p role="status">{opened && "Opened in a new tab. The next offer is coming up."}</p>
        </OfferFoot>
      </div>
      <div className="px-4 pt-4 pb-5 text-[0.9375rem] md:bg-(--facts-ground) md:px-8 md:py-6">
        <p className="max-w-[65ch] max-md:text-muted">{curly(offer.description)}</p>
        <ul className="mt-4 grid gap-2.5">
          {(benefits[offer.type] ?? []).map((benefit) => (
            <li key={benefit} className="flex gap-2.5">
              <span className="flex-none text-brand">
                <Icon strokeWidth={2.25}>
                  <path d="M5 12.5l4.5 4.5L19 7.5" />
                </Icon>
              </span>
              {benefit}
            </li>
          ))}
        </ul>
      </div>
    </li>
  );
}

function capitalized(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
