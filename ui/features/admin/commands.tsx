import { type ReactNode, useEffect, useRef, useState } from "react";
import { type Action, ActionsContext } from "./actions.ts";
import { Dialog, openDialog } from "./dialog.tsx";
import { Palette } from "./palette.tsx";

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

const command = /Mac|iPhone|iPad/.test(navigator.userAgent) ? "⌘" : "Ctrl";

const shortcuts = [
  { keys: [command, "K"], does: "Search and commands" },
  { keys: ["?"], does: "Show this list" },
  { keys: [command, "S"], does: "Save" },
  { keys: [command, "K"], does: "In the editor: add a link" },
  { keys: [command, "B"], does: "In the editor: bold" },
  { keys: [command, "I"], does: "In the editor: italic" },
  { keys: [command, "Z"], does: "In the editor: undo" },
  { keys: ["Alt", "↑"], does: "In a guide’s step: move it up" },
  { keys: ["Alt", "↓"], does: "In a guide’s step: move it down" },
  { keys: ["F8"], does: "Go to notifications" },
];

/** The list of keyboard shortcuts. */
function Shortcuts({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="Keyboard shortcuts" onClose={onClose}>
      <dl className="pb-6">
        {shortcuts.map(({ keys, does }) => (
          <div
            key={does}
            className="grid min-h-9 grid-cols-[6rem_minmax(0,1fr)] items-center gap-4 border-t border-line"
          >
            <dt className="flex gap-1">
              {keys.map((key) => (
                <kbd
                  key={key}
                  className="rounded-small border border-b-2 border-line px-1.75 py-0.25 font-[inherit] text-small"
                >
                  {key}
                </kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
