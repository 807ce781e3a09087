import { Command } from "cmdk";
import { useState } from "react";
import { useNavigate } from "react-router";
import { search } from "../../paths.ts";
import { adminPaths } from "../../shared/admin-paths.ts";
import { useSettled } from "../../shared/use-settled.ts";
import type { Action } from "./actions.ts";
import { useRead } from "./calls.ts";
import { Dialog } from "./dialog.tsx";
import { articleDesk, type Desk, guideDesk, type Piece, statusLabel } from "./pieces/piece.ts";

interface PaletteProps {
  screens: { label: string; to: string }[];
  /** Actions of the open screen. */
  actions: Action[];
  mayEdit: boolean;
  onHelp: () => void;
  onClose: () => void;
}

/** Finds screens, articles, guides and actions by typing. */
export function Palette({ screens, actions, mayEdit, onHelp, onClose }: PaletteProps) {
  const navigate = useNavigate();
  const [text, setText] = useState("");
  const go = (to: string) => () => navigate(to);
  const then = (run: () => void) => () => {
    onClose();
    run();
  };
  return (
    <Dialog title="Search and commands" onClose={onClose}>
      <Command label="Commands" loop className="grid gap-3 pb-5">
        <form onSubmit={(event) => event.preventDefault()}>
          <Command.Input
            value={text}
            onValueChange={setText}
            placeholder="Search screens, titles and actions"
            className="min-h-11 w-full rounded-small border-[1.5px] border-muted bg-paper px-3.5"
          />
        </form>
        <Command.List label="Commands" className="max-h-[min(26rem,60dvh)] overflow-y-auto overscroll-contain">
          <Command.Empty className="px-2.5 py-3 text-muted">No matches.</Command.Empty>
          {actions.length > 0 && (
            <Command.Group className={group} heading="On this screen">
              {actions.map(({ label, keys, run }) => (
                <Entry key={label} label={label} detail={keys} onSelect={then(run)} />
              ))}
            </Command.Group>
          )}
          {mayEdit && (
            <Command.Group className={group} heading="New">
              <Entry label="New article" onSelect={then(go(adminPaths.piece("articles", "new")))} />
              <Entry label="New guide" onSelect={then(go(adminPaths.piece("guides", "new")))} />
            </Command.Group>
          )}
          <Command.Group className={group} heading="Go to">
            {screens.map(({ label, to }) => (
              <Entry key={to} label={label} onSelect={then(go(to))} />
            ))}
            <Entry label="Keyboard shortcuts" detail="?" onSelect={then(onHelp)} />
          </Command.Group>
          <FoundPieces desk={articleDesk} text={text} onOpen={(to) => then(go(to))()} />
          <FoundPieces desk={guideDesk} text={text} onOpen={(to) => then(go(to))()} />
        </Command.List>
      </Command>
    </Dialog>
  );
}

const group =
  "[&>[cmdk-group-heading]]:px-2.5 [&>[cmdk-group-heading]]:pt-2.5 [&>[cmdk-group-heading]]:pb-1 [&>[cmdk-group-heading]]:text-(length:--text-label) [&>[cmdk-group-heading]]:text-muted";

interface EntryProps {
  label: string;
  detail?: string;
  /** The text to search; by default the label. */
  value?: string;
  onSelect: () => void;
}

function Entry({ label, detail, value = label, onSelect }: EntryProps) {
  return (
    <Command.Item
      value={value}
      onSelect={onSelect}
      className="flex min-h-10 cursor-pointer items-center justify-between gap-4 rounded-small px-2.5 py-1 data-[selected=true]:bg-sunken data-[selected=true]:[box-shadow:inset_3px_0_0_var(--gold)]"
    >
      <span>{label}</span>
      {detail && <span className="flex-none text-muted text-small">{detail}</span>}
    </Command.Item>
  );
}

const maxResults = 5;

interface FoundPiecesProps<T extends Piece> {
  desk: Desk<T>;
  text: string;
  onOpen: (to: string) => void;
}

/** Articles or guides found by the server. */
function FoundPieces<T extends Piece>({ desk, text, onOpen }: FoundPiecesProps<T>) {
  const q = useSettled(text.trim());
  const { data } = useRead<T[]>(q.length > 1 ? `${desk.kind.path}${search({ q, limit: maxResults })}` : null);
  if (!data?.length) return null;
  return (
    <Command.Group className={group} heading={desk.list === "articles" ? "Articles" : "Guides"}>
      {data.map((piece) => (
        <Entry
          key={piece.id}
          label={piece.title}
          value={`${q} ${piece.title} ${desk.list} ${piece.id}`}
          detail={statusLabel(piece.status)}
          onSelect={() => onOpen(adminPaths.piece(desk.list, piece.id))}
        />
      ))}
    </Command.Group>
  );
}
