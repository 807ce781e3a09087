import { type ReactNode, useEffect, useRef, useState } from "react";
import { type Action, ActionsContext } from "./actions.ts";
import { openDialog } from "./dialog.tsx";
import { Palette } from "./palette.tsx";
import { Shortcuts } from "./shortcuts.tsx";

interface CommandsProps {
  screens: { label: string; to: string }[];
  mayEdit: boolean;
  /** The area, given the button that opens the palette. */
  children: (button: ReactNode) => ReactNode;
}

/** The palette and the list of shortcuts, and the keys that open them. */
export function Commands({ screens, mayEdit, children }: CommandsProps) {
  const [open, setOpen] = useState<"palette" | "shortcuts" | null>(null);
  const offered = useRef<(() => Action[]) | null>(null);
  useEffect(() => {
    const byKey = (event: KeyboardEvent) => {
      if (document.querySelector(openDialog)) return;
      const typing =
        event.target instanceof Element && event.target.closest("input, textarea, select, [contenteditable]");
      if ((event.metaKey || event.ctrlKey) && event.key.toLowerCase() === "k") setOpen("palette");
      else if (event.key === "?" && !typing) setOpen("shortcuts");
      else return;
      event.preventDefault();
    };
    addEventListener("keydown", byKey);
    return () => removeEventListener("keydown", byKey);
  }, []);
  const close = () => setOpen(null);
  return (
    <ActionsContext value={offered}>
      {children(
        <button type="button" className="bar-find" aria-keyshortcuts="Control+K" onClick={() => setOpen("palette")}>
          <span className="bar-find-text">Go to, or do…</span>
          <span aria-hidden="true" className="bar-find-keys">
            Ctrl K
          </span>
        </button>,
      )}
      {open === "palette" && (
        <Palette
          screens={screens}
          actions={offered.current?.() ?? []}
          mayEdit={mayEdit}
          onHelp={() => setOpen("shortcuts")}
          onClose={close}
        />
      )}
      {open === "shortcuts" && <Shortcuts onClose={close} />}
    </ActionsContext>
  );
}
