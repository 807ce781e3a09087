import { type KeyboardEvent, useId, useState } from "react";
import { search } from "../../../paths.ts";
import type { StaffArticle, StaffGuide } from "../../../shared/api.gen.ts";
import { Field } from "../../../shared/form/fields.tsx";
import { useRead } from "../calls.ts";
import { articleDesk, type Desk, guideDesk, type Piece } from "./piece.ts";
import { StatusBadge } from "./status.tsx";

/** Articles or guides. */
export type PieceList = Desk<Piece>["list"];

/** An article or a guide found by title. */
export interface FoundPiece extends Pick<Piece, "slug" | "title" | "status"> {
  list: PieceList;
  /** Its public page, which may not exist yet. */
  href: string;
}

interface PieceSearchProps {
  name?: string;
  label: string;
  hint?: string;
  error?: string;
  text: string;
  onText: (text: string) => void;
  /** The search text; empty for no search. */
  words: string;
  /** Shown if nothing is found. */
  none?: string;
  lists: PieceList[];
  /** Category to search in. */
  category?: string;
  /** Pieces to leave out. */
  except?: (piece: FoundPiece) => boolean;
  onChoose: (piece: FoundPiece) => void;
}

/** How many are loaded and shown. */
const most = { read: 30, shown: 10 };

/**
 * A field that finds articles and guides of any status by title. The arrow keys move through the results, and Enter
 * selects one.
 */
export function PieceSearch(props: PieceSearchProps) {
  const {
    name,
    label,
    hint,
    error,
    text,
    onText,
    words,
    none = "No matches.",
    lists,
    category,
    except,
    onChoose,
  } = props;
  const id = useId();
  const { pieces, known } = useFound(words.trim(), lists, category);
  const found = pieces.filter((piece) => !except?.(piece)).slice(0, most.shown);
  const [at, setAt] = useState(0);
  const [closedAt, setClosedAt] = useState<string | null>(null); // the text for which Escape closed the list
  const open = found.length > 0 && closedAt !== text;
  const active = open ? found[Math.min(at, found.length - 1)] : undefined;
  const optionId = (piece: FoundPiece) => `${id}-${piece.list}-${piece.slug}`;
  const byKey = (event: KeyboardEvent) => {
    if (!open || !active || event.nativeEvent.isComposing) return;
    const place = found.indexOf(active);
    const to = { ArrowDown: place + 1, ArrowUp: place - 1 }[event.key];
    if (to !== undefined) {
      const next = (to + found.length) % found.length;
      setAt(next);
      if (found[next]) document.getElementById(optionId(found[next]))?.scrollIntoView({ block: "nearest" });
    } else if (event.key === "Enter") onChoose(active);
    else if (event.key === "Escape") {
      event.stopPropagation(); // the dialog around it stays open
      setClosedAt(text);
    } else return;
    event.preventDefault();
  };
  return (
    <div className="grid gap-1.5">
      <Field
        name={name}
        label={label}
        hint={hint}
        error={error}
        value={text}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={open}
        aria-controls={`${id}-list`}
        aria-activedescendant={active && optionId(active)}
        autoComplete="off"
        spellCheck={false}
        onKeyDown={byKey}
        onChange={(event) => {
          setAt(0);
          onText(event.currentTarget.value);
        }}
      />
      <div
        role="listbox"
        id={`${id}-list`}
        aria-label="Articles and guides"
        className="max-h-72 overflow-y-auto border border-line rounded-small"
        hidden={!open}
      >
        {open &&
          found.map((piece) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the focus and handles the keys
            <div
              key={optionId(piece)}
              id={optionId(piece)}
              role="option"
              tabIndex={-1}
              aria-selected={piece === active}
              className="flex min-h-10 cursor-pointer items-center justify-between gap-4 px-2.5 py-1.5 not-first:border-t not-first:border-line hover:bg-sunken aria-selected:bg-sunken aria-selected:[box-shadow:inset_3px_0_0_var(--gold)]"
              onMouseDown={(event) => event.preventDefault()} // the field keeps the focus
              onClick={() => onChoose(piece)}
            >
              <span>{piece.title}</span>
              <span className="flex flex-none gap-2 items-center text-muted text-small">
                {lists.length > 1 && (piece.list === "guides" ? "Guide" : "Article")}
                {piece.status !== "published" && <StatusBadge status={piece.status} />}
              </span>
            </div>
          ))}
      </div>
      <p role="status" className="text-muted">
        {words.trim().length > 1 && known && found.length === 0 && none}
      </p>
    </div>
  );
}

/** Articles and guides found by words, matches in the title first. */
function useFound(words: string, lists: PieceList[], category?: string): { pieces: FoundPiece[]; known: boolean } {
  const filter = { q: words, category };
  const guides = useList<StaffGuide>(guideDesk, lists, filter);
  const articles = useList<StaffArticle>(articleDesk, lists, filter);
  const pieces = [...(guides ?? []), ...(articles ?? [])];
  const titled = ({ title }: FoundPiece) => title.toLowerCase().includes(words.toLowerCase());
  return {
    pieces: [...pieces.filter(titled), ...pieces.filter((piece) => !titled(piece))],
    known: guides !== undefined && articles !== undefined,
  };
}

/** The matches of one list, without archived ones; undefined until loaded. */
function useList<T extends Piece>(desk: Desk<T>, lists: PieceList[], filter: { q: string; category?: string }) {
  const wanted = filter.q.length > 1 && lists.includes(desk.list);
  const { data } = useRead<T[]>(wanted ? `${desk.kind.path}${search({ ...filter, limit: most.read })}` : null);
  if (!wanted) return [];
  return data
    ?.filter(({ status }) => status !== "archived")
    .map(({ slug, title, status }): FoundPiece => ({ slug, title, status, list: desk.list, href: desk.page(slug) }));
}
