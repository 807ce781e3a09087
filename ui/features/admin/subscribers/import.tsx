import { useState } from "react";
import { count } from "../../../shared/format.ts";
import { Button } from "../../../shared/ui/button.tsx";
import { type Importable, isOpen, useImports } from "../archive/import.ts";
import { Importing } from "../archive/importing.tsx";

const subscribers: Importable = {
  what: "subscribers",
  label: "List as CSV",
  hint: "Its first line names the columns: email, emailConsent and consentAt, and if you like firstName, lastName, consentSource, phone, smsConsent, smsConsentAt, topics and frequency. Exports of Mailchimp come in as they are; from listmonk export confirmed subscribers only, for its file does not say who left a list. It is checked first. Nobody is mailed, nobody who left is brought back, and the same list twice changes nothing.",
  accept: ".csv,text/csv,text/plain",
  mostBytes: 256 * 1024 * 1024,
  tooLarge: "This file is larger than 256 MB. Please split it, and import the parts one after another.",
  entry: "Line",
  entries: "lines",
  same: "subscribed already",
  start: (number) => `Import ${count(number, "subscriber")}`,
};

interface SubscriberImportProps {
  /** Whether it is shown though nothing is under way. */
  wanted: boolean;
  onClose: () => void;
}

/** Takes a list of subscribers: first it is shown what it would do. */
export function SubscriberImport({ wanted, onClose }: SubscriberImportProps) {
  const imports = useImports(subscribers);
  const open = imports.newest !== undefined && isOpen(imports.newest);
  const [seen, setSeen] = useState(false); // what became of it stays on the screen
  if (open && !seen) setSeen(true);
  if (!wanted && !seen) return null;
  const close = () => {
    setSeen(false);
    onClose();
  };
  return (
    <section className="grid gap-4 mb-8" aria-labelledby="import">
      <h2 id="import" className="subheading">
        Import subscribers
      </h2>
      <Importing of={subscribers} imports={imports} />
      {!open && (
        <p className="form-act">
          <Button look="quiet" onClick={close}>
            Close
          </Button>
        </p>
      )}
    </section>
  );
}
