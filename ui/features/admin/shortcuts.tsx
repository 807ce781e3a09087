import { Dialog } from "./dialog.tsx";

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
export function Shortcuts({ onClose }: { onClose: () => void }) {
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
