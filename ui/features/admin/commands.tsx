import { type ReactNode, useEffect, useRef, useState } from "react";
import { type Action, ActionsContext } from "./actions.ts";
import { openDialog } from "./dialog.tsx";
import { Palette } from "./palette.tsx";
import { Shortcuts } from "./shortcuts.tsx";

interface CommandsProps {
  screens: { label: string; to: string }[];
  mayEdit: boolean;
  /** Content, given the button that opens the palette. */
  children: (button: ReactNode) => ReactNode;
}

/** The palette, the list of shortcuts, and the keys that open them. */
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
        <button
          type="button"
          className="mx-auto flex min-h-8 w-[min(20rem,30vw)] cursor-pointer items-center justify-between gap-4 rounded-small border border-line bg-paper px-3 text-small text-muted hover:border-muted max-md:mr-0 max-md:w-auto"
          aria-keyshortcuts="Control+K"
          onClick={() => setOpen("palette")}
        >
          <span>Search or jump to…</span>
          <span aria-hidden="true" className="text-(length:--text-label) max-md:hidden">
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
