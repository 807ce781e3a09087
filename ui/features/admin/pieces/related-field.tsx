import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import { search } from "../../../paths.ts";
import { Group } from "../../../shared/form/fields.tsx";
import { useRead } from "../calls.ts";
import { listOf } from "../kind.ts";
import { RowButton } from "../parts/buttons.tsx";
import { articleDesk, guideDesk, type Piece } from "./piece.ts";
import { type FoundPiece, type PieceList, PieceSearch } from "./piece-search.tsx";
import { StatusBadge } from "./status.tsx";

interface RelatedFieldProps {
  label: string;
  hint?: string;
  error?: string;
  /** Articles or guides, named by their slugs; without it, both, named by their addresses. */
  list?: PieceList;
  /** Their names, separated by commas. */
  value: string;
  /** Name of the piece itself. */
  own?: string;
  /** Maximum number. */
  most?: number;
  /** Category to choose from. */
  category?: string;
  onChange: (value: string) => void;
}

/** Articles or guides in order, found by title. */
export function RelatedField(props: RelatedFieldProps) {
  const { label, hint, error, list, value, own, most = Number.POSITIVE_INFINITY, category, onChange } = props;
  const [text, setText] = useState("");
  const box = useRef<HTMLDivElement>(null);
  const names = listOf(value);
  const put = (names: string[]) => flushSync(() => onChange(names.join(", ")));
  const nameOf = (piece: FoundPiece) => (list ? piece.slug : piece.href);
  const focusOn = (at: number) => {
    const left = box.current?.querySelectorAll<HTMLElement>("[data-remove]") ?? [];
    (left[Math.min(at, left.length - 1)] ?? box.current?.querySelector("input"))?.focus();
  };
  const remove = (at: number) => {
    put(names.toSpliced(at, 1));
    focusOn(at);
  };
  const moveUp = (at: number) => {
    put(names.toSpliced(at - 1, 2, ...names.slice(at - 1, at + 1).reverse()));
    focusOn(at - 1);
  };
  return (
    <Group label={label} hint={hint} error={error}>
      <div ref={box} className="grid gap-3">
        {names.length > 0 && (
          <ol>
            {names.map((name, at) => (
              <Chosen key={name} {...{ list, name, at }} onUp={() => moveUp(at)} onRemove={() => remove(at)} />
            ))}
          </ol>
        )}
        {names.length < most && (
          <PieceSearch
            label={list ? { articles: "Add an article", guides: "Add a guide" }[list] : "Add an article or a guide"}
            hint="Search by title"
            text={text}
            words={text}
            onText={setText}
            lists={list ? [list] : ["articles", "guides"]}
            category={category}
            except={(piece) => nameOf(piece) === own || names.includes(nameOf(piece))}
            onChoose={(piece) => {
              setText("");
              put([...names, nameOf(piece)]);
              if (names.length + 1 === most) focusOn(names.length);
            }}
          />
        )}
      </div>
    </Group>
  );
}

interface ChosenProps {
  list: PieceList | undefined;
  name: string;
  /** Its position. */
  at: number;
  onUp: () => void;
  onRemove: () => void;
}

/** A chosen piece, with its title if there is one of that name. */
function Chosen({ list, name, at, onUp, onRemove }: ChosenProps) {
  const isGuide = list ? list === "guides" : name.startsWith(`${guideDesk.section}/`);
  const { kind, section } = isGuide ? guideDesk : articleDesk;
  const slug = list ? name : name.slice(section.length + 1);
  const { data } = useRead<Piece[]>(`${kind.path}${search({ q: slug, limit: 50 })}`); // also returns slugs that contain this one
  const piece = data?.find((found) => found.slug === slug);
  const title = piece?.title ?? name;
  return (
    <li className="flex gap-1 items-center min-h-11 py-1 border-t border-t-line">
      <span className="flex flex-1 flex-wrap gap-x-2 gap-y-1 min-w-0 wrap-anywhere">
        {title}
        {piece && piece.status !== "published" && <StatusBadge status={piece.status} />}
        {data && !piece && (
          <span className="text-muted">{` (not found, so it won’t be ${list ? "shown" : "included"})`}</span>
        )}
      </span>
      {at > 0 && (
        <RowButton aria-label={`Move ${title} up`} onClick={onUp}>
          ↑
        </RowButton>
      )}
      <RowButton data-remove aria-label={`Remove ${title}`} onClick={onRemove}>
        ×
      </RowButton>
    </li>
  );
}
