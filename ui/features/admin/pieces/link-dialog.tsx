import { useState } from "react";
import { paths, search } from "../../../paths.ts";
import { adminPaths } from "../../../shared/admin-paths.ts";
import type { FoundOffer } from "../../../shared/api.gen.ts";
import { CheckField, Field } from "../../../shared/form/fields.tsx";
import { Button } from "../../../shared/ui/button.tsx";
import { useRead } from "../calls.ts";
import { Dialog, DialogForm } from "../dialog.tsx";
import { textButtonLook } from "../parts/buttons.tsx";
import { offerKinds } from "../reports/dimensions.ts";
import { cardTitle, payerOf, titleOfPaid } from "./paid-link.ts";
import { PieceSearch } from "./piece-search.tsx";

interface LinkDialogProps {
  /** Address of the link at the cursor; empty for none. */
  href: string;
  /** Its title, which tells who pays for it and whether it is a card. */
  title: string;
  onClose: () => void;
  /** An empty address removes the link. The name is that of our own page, or of an offer. */
  onChoose: (href: string, name: string, title?: string) => void;
}

/**
 * Chooses a link's destination: an address, an article or a guide found by title, published or not, or an offer found
 * by title, advertiser or address.
 */
export function LinkDialog({ href, title, onClose, onChoose }: LinkDialogProps) {
  const [text, setText] = useState(href);
  const [payer, setPayer] = useState(payerOf(title));
  const [card, setCard] = useState(title === cardTitle);
  const [offer, setOffer] = useState<FoundOffer>();
  const [error, setError] = useState<string>();
  const address = addressOf(text.trim());
  const isOffer = address.startsWith(paths.offerLink(""));
  const submit = () => {
    const paid = payer === undefined ? undefined : titleOfPaid(payer);
    if (isOffer) onChoose(address, offer?.title ?? "", card ? cardTitle : undefined);
    else if (address || text.trim() === "") onChoose(address, "", paid);
    else setError("Choose an article, a guide or an offer, or enter an address.");
  };
  return (
    <Dialog title="Link" onClose={onClose}>
      <DialogForm
        submit="Set link"
        acts={
          href && (
            <Button look="quiet" onClick={() => onChoose("", "")}>
              Remove link
            </Button>
          )
        }
        onSubmit={submit}
      >
        <PieceSearch
          label="Address or title"
          hint="https://…, /offers, or part of the title of an article, guide or offer"
          text={text}
          error={error}
          onText={(text) => {
            setText(text);
            setOffer(undefined);
            setError(undefined);
          }}
          words={address ? "" : text}
          none="No articles or guides match."
          lists={["guides", "articles"]}
          onChoose={({ href, title }) => onChoose(href, title)}
        />
        <OfferChoice
          words={address ? "" : text}
          address={/^https?:/.test(address) ? address : ""}
          onChoose={(offer) => {
            setText(paths.offerLink(`${offer.kind}/${offer.id}`));
            setOffer(offer);
            setError(undefined);
          }}
        />
        {isOffer ? (
          <CheckField
            label="Show as a card"
            hint={`A box of its own with the offer’s key facts${offer ? `: ${offer.title}` : ""}`}
            checked={card}
            onChange={(event) => setCard(event.currentTarget.checked)}
          />
        ) : (
          <CheckField
            label="A partner pays for this link"
            hint="A note above the first paid link tells readers."
            checked={payer !== undefined}
            onChange={(event) => setPayer(event.currentTarget.checked ? "" : undefined)}
          />
        )}
        {!isOffer && payer !== undefined && (
          <Field
            label="Paid by"
            hint="Shown to readers"
            value={payer}
            autoComplete="off"
            onChange={(event) => setPayer(event.currentTarget.value.replaceAll('"', ""))}
          />
        )}
      </DialogForm>
    </Dialog>
  );
}

/** Completes a typed address with https:// and removes spaces; empty if it is just words. */
function addressOf(text: string): string {
  if (text.startsWith(location.origin + paths.offerLink(""))) return text.slice(location.origin.length);
  if (/^(\/|#|https?:|mailto:|tel:)/.test(text)) return text.replaceAll(/\s/g, "%20");
  return /^[\w-]+(\.[\w-]+)*\.[a-z]{2,}([/?#]\S*)?$/i.test(text) ? `https://${text}` : "";
}

interface OfferChoiceProps {
  /** Searches titles, partners and advertisers; empty for no search. */
  words: string;
  /** An advertiser's address; empty for none. */
  address: string;
  onChoose: (offer: FoundOffer) => void;
}

/** Offers found by words, or those that link to an address, and the button to add one. */
function OfferChoice({ words, address, onChoose }: OfferChoiceProps) {
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
          href={adminPaths.content({ view: "carousel", edit: "new", address })}
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
