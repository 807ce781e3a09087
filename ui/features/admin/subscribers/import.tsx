import { useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { count } from "../../../shared/format.ts";
import { Button } from "../../../shared/ui/button.tsx";
import { type Importable, isOpen, useImports } from "../archive/import.ts";
import { Importing } from "../archive/importing.tsx";
import { Subheading } from "../parts/texts.tsx";

const subscribers: Importable = {
  what: "subscribers",
  label: "List (CSV)",
  hint: "An export from Beehiiv, Substack, Kit, Klaviyo, MailerLite or any other system; you tell us what its columns are. Our own export and Mailchimp’s work as they are. From listmonk, export confirmed subscribers only, because its file doesn’t say who left a list. We check the file first. A million lines take a few minutes, because readers come first. An import emails no one and brings back no one who left, and importing the same list twice changes nothing.",
  accept: ".csv,text/csv,text/plain",
  mostBytes: 256 * 1024 * 1024,
  tooLarge: "This file is larger than 256 MB. Split it and import the parts one at a time.",
  entry: "Line",
  entries: "lines",
  same: "already subscribed",
  start: (number) => `Import ${count(number, "subscriber")}`,
};

/**
 * Whether the import is shown, and the button that shows it. Both take the focus when the focused element disappears.
 */
export function useSubscriberImport() {
  const imports = useImports(subscribers);
  const state = imports.data && (imports.newest?.state ?? "none");
  const open = imports.newest !== undefined && isOpen(imports.newest);
  const [shown, setShown] = useState(false); // the result stays on the screen
  if (open && !shown) setShown(true);
  const button = useRef<HTMLButtonElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const before = useRef(state);
  useEffect(() => {
    const lost = before.current !== undefined && before.current !== state && document.activeElement === document.body;
    if (lost) heading.current?.focus({ preventScroll: true });
    before.current = state;
  }, [state]);
  const show = () => {
    flushSync(() => setShown(true));
    heading.current?.focus();
  };
  const close = () => {
    button.current?.focus();
    setShown(false);
  };
  return { imports, open, shown, button, heading, close, toggle: shown && !open ? close : show };
}

/** Imports a file of subscribers, after a preview. */
export function SubscriberImport({ of }: { of: ReturnType<typeof useSubscriberImport> }) {
  const { imports, open, shown, heading, close } = of;
  if (!shown) return null;
  return (
    <section className="grid gap-4 mb-8" aria-labelledby="import">
      <Subheading id="import" ref={heading} tabIndex={-1} className="w-fit">
        Import subscribers
      </Subheading>
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
