import { type FormEvent, useState } from "react";
import { createPortal } from "react-dom";
import { CheckField, Field } from "../../../shared/form/fields.tsx";
import { Button } from "../../../shared/ui/button.tsx";
import { Dialog, DialogFooter } from "../dialog.tsx";
import { PieceSearch } from "./piece-search.tsx";

interface LinkDialogProps {
  /** Where the link at the cursor leads; empty for none. */
  href: string;
  /** Paid by for it: a name, or nothing known of who; undefined if nobody does. */
  payer: string | undefined;
  onClose: () => void;
  /** An empty address takes the link away. The title is that of a piece of ours. */
  onChoose: (href: string, title: string, payer?: string) => void;
}

/** Where a link leads: an address, or a piece of ours found by words of its title, also one that is not out yet. */
export function LinkDialog({ href, payer: paying, onClose, onChoose }: LinkDialogProps) {
  const [text, setText] = useState(href);
  const [payer, setPayer] = useState(paying);
  const [error, setError] = useState<string>();
  const address = addressOf(text.trim());
  const submit = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation(); // the dialog stands inside the editor
    if (address || text.trim() === "") onChoose(address, "", payer);
    else setError("Choose an article or guide, or enter an address.");
  };
  return createPortal(
    <Dialog title="Link" onClose={onClose}>
      <form className="form" onSubmit={submit}>
        <PieceSearch
          label="Address or title"
          hint="https://…, /offers, or part of an article or guide’s title"
          text={text}
          error={error}
          onText={(text) => {
            setText(text);
            setError(undefined);
          }}
          words={address ? "" : text}
          lists={["guides", "articles"]}
          onChoose={({ href, title }) => onChoose(href, title)}
        />
        <CheckField
          label="A partner pays for this link"
          hint="A note above the first paid link tells readers."
          checked={payer !== undefined}
          onChange={(event) => setPayer(event.currentTarget.checked ? "" : undefined)}
        />
        {payer !== undefined && (
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

/** The address that a text is, with the https:// that people leave out and without blanks; empty for words. */
function addressOf(text: string): string {
  if (/^(\/|#|https?:|mailto:|tel:)/.test(text)) return text.replaceAll(/\s/g, "%20");
  return /^[\w-]+(\.[\w-]+)*\.[a-z]{2,}([/?#]\S*)?$/i.test(text) ? `https://${text}` : "";
}
