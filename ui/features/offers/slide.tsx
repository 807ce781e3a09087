import { useLocation } from "react-router";
import { paths } from "../../paths.ts";
import type { Offer } from "../../shared/api.gen.ts";
import { curly } from "../../shared/curly.ts";
import { isExample } from "../../shared/offers/example.ts";
import { CheckIcon } from "../../shared/offers/icons.tsx";
import { OfferLink } from "../../shared/offers/offer-link.tsx";
import { useVisitor } from "../../shared/offers/use-visitor.ts";
import { partnerAddress } from "../../shared/offers/visitor.ts";
import { ExampleBadge, SponsoredBadge } from "../../shared/ui/badge.tsx";
import { Button } from "../../shared/ui/button.tsx";
import { Picture, sizes } from "../../shared/ui/picture.tsx";
import { currentVisit } from "../../shared/visit.ts";

/** What a visitor may count on, by the kind of offer. */
const benefits: Record<Offer["type"], string[]> = {
  phone: [
    "Talk to a person and ask your own questions",
    "Hear the price and the terms before you agree to anything",
    "Hang up whenever you like",
  ],
  coregistration: [
    "Sign up in a minute on the partner's own page",
    "You decide what you tell them",
    "Leave again at any time",
  ],
  linkout: [
    "Look around on the partner's own site",
    "Compare the price and the terms at your own pace",
    "Nothing is ordered by looking",
  ],
};

/** The server fills these as it sends the visitor on. */
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
  const previewed = useLocation().pathname.startsWith("/preview/"); // whose clicks the server must not count
  const target = partnerAddress(offer.targetUrl, visitor, previewed ? {} : { leave: filledByServer });
  return (
    <li className="slide">
      <Picture src={offer.imageUrl} picture={offer.picture} sizes={sizes.half} first={first} />
      <div className="slide-body">
        <div className="badges">
          <SponsoredBadge />
          <span className="badge badge-featured">{capitalized(offer.type)} Deal</span>
          {isExample(offer.targetUrl) && <ExampleBadge />}
        </div>
        <h2 tabIndex={-1} className="heading">
          {curly(offer.title)}
        </h2>
        <p className="mt-3 text-muted">{curly(offer.description)}</p>
        <ul className="benefits">
          {(benefits[offer.type] ?? []).map((benefit) => (
            <li key={benefit}>
              <CheckIcon />
              {benefit}
            </li>
          ))}
        </ul>
        <div className="slide-act">
          <OfferLink
            href={(clickId) =>
              target && !previewed
                ? paths.clickOut(offer.id, target, clickId && JSON.stringify(currentVisit()))
                : target
            }
            title={offer.title}
            onOpen={onTake}
          >
            Get This Deal
          </OfferLink>
          <Button look="quiet" className="needs-script" onClick={onDecline}>
            Not Interested
          </Button>
          <p className="slide-opened" role="status">
            {opened && "Opened in a new tab. The next offer follows in a moment."}
          </p>
        </div>
      </div>
    </li>
  );
}

function capitalized(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
