import { type FormEvent, useState } from "react";
import { createPortal } from "react-dom";
import { paths } from "../../../paths.ts";
import type { FoundOffer } from "../../../shared/api.gen.ts";
import { CheckField, Field } from "../../../shared/form/fields.tsx";
import { Button } from "../../../shared/ui/button.tsx";
import { Dialog, DialogFooter } from "../dialog.tsx";
import { OfferChoice } from "./offer-choice.tsx";
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
  const submit = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation(); // the dialog is inside the editor
    const paid = payer === undefined ? undefined : titleOfPaid(payer);
    if (isOffer) onChoose(address, offer?.title ?? "", card ? cardTitle : undefined);
    else if (address || text.trim() === "") onChoose(address, "", paid);
    else setError("Choose an article, a guide or an offer, or enter an address.");
  };
  return createPortal(
    <Dialog title="Link" onClose={onClose}>
      <form className="form" onSubmit={submit}>
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
        <DialogFooter>
          {href && (
            <Button look="quiet" onClick={() => onChoose("", "")}>
              Remove link
            </Button>
          )}
          <Button type="submit">Set link</Button>
        </DialogFooter>
      </form>
    </Dialog>,
    document.body,
  );
}

/** Completes a typed address with https:// and removes spaces; empty if it is just words. */
function addressOf(text: string): string {
  if (text.startsWith(location.origin + paths.offerLink(""))) return text.slice(location.origin.length);
  if (/^(\/|#|https?:|mailto:|tel:)/.test(text)) return text.replaceAll(/\s/g, "%20");
  return /^[\w-]+(\.[\w-]+)*\.[a-z]{2,}([/?#]\S*)?$/i.test(text) ? `https://${text}` : "";
}
