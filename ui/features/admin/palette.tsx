import { Command } from "cmdk";
import { useState } from "react";
import { useNavigate } from "react-router";
import { paths, search } from "../../paths.ts";
import type { Action } from "./actions.ts";
import { useRead } from "./calls.ts";
import { Dialog } from "./dialog.tsx";
import { articleDesk, type Desk, guideDesk, type Piece, statusLabel } from "./pieces/piece.ts";

interface PaletteProps {
  screens: { label: string; to: string }[];
  /** What can be done on the screen that is open. */
  actions: Action[];
  mayEdit: boolean;
  onHelp: () => void;
  onClose: () => void;
}

/** Every screen, every piece and everything that can be done, by typing. */
export function Palette({ screens, actions, mayEdit, onHelp, onClose }: PaletteProps) {
  const navigate = useNavigate();
  const [text, setText] = useState("");
  const go = (to: string) => () => navigate(to);
  const then = (run: () => void) => () => {
    onClose();
    run();
  };
  return (
    <Dialog title="Go to, or do" onClose={onClose}>
      <Command label="Commands" loop className="palette">
        <form onSubmit={(event) => event.preventDefault()}>
          <Command.Input value={text} onValueChange={setText} placeholder="Type a screen, a title or an action" />
        </form>
        <Command.List label="Commands">
          <Command.Empty>Nothing found.</Command.Empty>
          {actions.length > 0 && (
            <Command.Group heading="On this screen">
              {actions.map(({ label, keys, run }) => (
                <Entry key={label} label={label} detail={keys} onSelect={then(run)} />
              ))}
            </Command.Group>
          )}
          {mayEdit && (
            <Command.Group heading="New">
              <Entry label="New article" onSelect={then(go(paths.adminPiece("articles", "new")))} />
              <Entry label="New guide" onSelect={then(go(paths.adminPiece("guides", "new")))} />
            </Command.Group>
          )}
          <Command.Group heading="Go to">
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

interface EntryProps {
  label: string;
  detail?: string;
  /** What the typed text is looked for in; the label if left out. */
  value?: string;
  onSelect: () => void;
}

function Entry({ label, detail, value = label, onSelect }: EntryProps) {
  return (
    <Command.Item value={value} onSelect={onSelect}>
      <span>{label}</span>
      {detail && <span className="palette-detail">{detail}</span>}
    </Command.Item>
  );
}

const foundOfEach = 5;

interface FoundPiecesProps<T extends Piece> {
  desk: Desk<T>;
  text: string;
  onOpen: (to: string) => void;
}

/** The pieces that the server finds by the text. */
function FoundPieces<T extends Piece>({ desk, text, onOpen }: FoundPiecesProps<T>) {
  const q = text.trim();
  const { data } = useRead<T[]>(q.length > 1 ? `${desk.kind.path}${search({ q, limit: foundOfEach })}` : null);
  if (!data?.length) return null;
  return (
    <Command.Group heading={desk.list === "articles" ? "Articles" : "Guides"}>
      {data.map((piece) => (
        <Entry
          key={piece.id}
          label={piece.title}
          value={`${q} ${piece.title} ${desk.list} ${piece.id}`}
          detail={statusLabel(piece.status)}
          onSelect={() => onOpen(paths.adminPiece(desk.list, piece.id))}
        />
      ))}
    </Command.Group>
  );
}
