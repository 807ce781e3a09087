import { useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { Button } from "../../../shared/ui/button.tsx";
import { Subheading } from "../parts/texts.tsx";
import { type Importable, isOpen, useImports } from "./import.ts";
import { Importing } from "./importing.tsx";

/**
 * Whether the import is shown, and the button that shows it. Both take the focus when the focused element disappears.
 */
export function useImportSection(of: Importable, enabled = true) {
  const imports = useImports(of, enabled);
  const state = imports.data && (imports.newest?.state ?? "none");
  const open = imports.newest !== undefined && isOpen(imports.newest);
  const [shown, setShown] = useState(false); // the result stays on the screen
  if (open && !shown) setShown(true);
  const button = useRef<HTMLButtonElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const before = useRef(state);
  useEffect(() => {
    const lost = before.current !== undefined && before.current !== state && document.activeElement === document.body;
    if (lost) heading.current?.focus();
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
  return { of, imports, open, shown, button, heading, close, toggle: shown && !open ? close : show };
}

interface SectionProps {
  of: ReturnType<typeof useImportSection>;
  title: string;
}

/** Imports a file above a list, after a preview. */
export function ImportSection({ of: section, title }: SectionProps) {
  const { of, imports, open, shown, heading, close } = section;
  if (!shown) return null;
  return (
    <section className="grid gap-4 mb-8" aria-labelledby="import">
      <Subheading id="import" ref={heading} tabIndex={-1} className="w-fit">
        {title}
      </Subheading>
      <Importing of={of} imports={imports} />
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
