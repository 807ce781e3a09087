import { paths, search } from "../../../paths.ts";
import type { FoundOffer } from "../../../shared/api.gen.ts";
import { useRead } from "../calls.ts";
import { textButtonLook } from "../parts/buttons.tsx";
import { offerKinds } from "../reports/dimensions.ts";

interface OfferChoiceProps {
  /** Searches titles, partners and advertisers; empty for no search. */
  words: string;
  /** An advertiser's address; empty for none. */
  address: string;
  onChoose: (offer: FoundOffer) => void;
}

/** Offers found by words, or those that link to an address, and the button to add one. */
export function OfferChoice({ words, address, onChoose }: OfferChoiceProps) {
  const asked = address || words.trim().length > 1;
  const { data: offers } = useRead<FoundOffer[]>(
    asked ? `/api/admin/find-offers${search(address ? { address } : { q: words.trim() })}` : null,
  );
  if (!asked || !offers) return null;
  if (offers.length === 0)
    return address ? (
      <p className="text-small">
        Is this a partner’s address? No offer leads there yet, so clicks earn nothing.{" "}
        <a
          href={paths.admin({ view: "carousel", edit: "new", address })}
          target="_blank"
          rel="noopener"
          className={textButtonLook}
        >
          Add an offer
        </a>
      </p>
    ) : null;
  return (
    <section className="grid gap-1.5" aria-label="Offers">
      <p className="font-semibold text-small">
        {address ? "This address belongs to an offer. Use it to count clicks and revenue:" : "Offers"}
      </p>
      <ul className="max-h-56 overflow-y-auto border border-line rounded-small">
        {offers.map((offer) => (
          <li key={`${offer.kind}:${offer.id}`} className="not-first:border-t not-first:border-line">
            <button
              type="button"
              className="flex w-full min-h-10 cursor-pointer items-center justify-between gap-4 px-2.5 py-1.5 text-left hover:bg-sunken focus-visible:-outline-offset-3"
              onClick={() => onChoose(offer)}
            >
              <span className="wrap-anywhere">{offer.title}</span>
              <span className="max-w-1/2 text-right text-muted text-small">{detailOf(offer)}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function detailOf({ kind, partner, advertiser, isActive, hold }: FoundOffer): string {
  const state = isActive ? hold && "On hold" : "Inactive";
  return [advertiser || partner, offerKinds[kind], state].filter(Boolean).join(" · ");
}
