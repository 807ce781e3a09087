import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import { search } from "../../../paths.ts";
import { Group } from "../../../shared/form/fields.tsx";
import { useRead } from "../calls.ts";
import { listOf } from "../kind.ts";
import { RowButton } from "../parts/buttons.tsx";
import { articleDesk, guideDesk, type Piece } from "./piece.ts";
import { type PieceList, PieceSearch } from "./piece-search.tsx";
import { StatusBadge } from "./status.tsx";

interface RelatedFieldProps {
  label: string;
  hint?: string;
  error?: string;
  list: PieceList;
  /** Slugs, separated by commas. */
  value: string;
  /** Slug of the piece itself. */
  own?: string;
  /** Maximum number. */
  most?: number;
  /** Category to choose from. */
  category?: string;
  onChange: (value: string) => void;
}

/** Related articles or guides in order, found by title. */
export function RelatedField(props: RelatedFieldProps) {
  const { label, hint, error, list, value, own, most = Number.POSITIVE_INFINITY, category, onChange } = props;
  const [text, setText] = useState("");
  const box = useRef<HTMLDivElement>(null);
  const slugs = listOf(value);
  const put = (slugs: string[]) => flushSync(() => onChange(slugs.join(", ")));
  const focusOn = (at: number) => {
    const left = box.current?.querySelectorAll<HTMLElement>("[data-remove]") ?? [];
    (left[Math.min(at, left.length - 1)] ?? box.current?.querySelector("input"))?.focus();
  };
  const remove = (at: number) => {
    put(slugs.toSpliced(at, 1));
    focusOn(at);
  };
  const moveUp = (at: number) => {
    put(slugs.toSpliced(at - 1, 2, ...slugs.slice(at - 1, at + 1).reverse()));
    focusOn(at - 1);
  };
  return (
    <Group label={label} hint={hint} error={error}>
      <div ref={box} className="grid gap-3">
        {slugs.length > 0 && (
          <ol>
            {slugs.map((slug, at) => (
              <Chosen key={slug} {...{ list, slug, at }} onUp={() => moveUp(at)} onRemove={() => remove(at)} />
            ))}
          </ol>
        )}
        {slugs.length < most && (
          <PieceSearch
            label={list === "guides" ? "Add a guide" : "Add an article"}
            hint="Search by title"
            text={text}
            words={text}
            onText={setText}
            lists={[list]}
            category={category}
            except={({ slug }) => slug === own || slugs.includes(slug)}
            onChoose={({ slug }) => {
              setText("");
              put([...slugs, slug]);
              if (slugs.length + 1 === most) focusOn(slugs.length);
            }}
          />
        )}
      </div>
    </Group>
  );
}

interface ChosenProps {
  list: PieceList;
  slug: string;
  /** Its position. */
  at: number;
  onUp: () => void;
  onRemove: () => void;
}

/** A chosen piece, with its title if the slug exists. */
function Chosen({ list, slug, at, onUp, onRemove }: ChosenProps) {
  const { kind } = list === "guides" ? guideDesk : articleDesk;
  const { data } = useRead<Piece[]>(`${kind.path}${search({ q: slug, limit: 50 })}`); // also returns slugs that contain this one
  const piece = data?.find((found) => found.slug === slug);
  const name = piece?.title ?? slug;
  return (
    <li className="flex gap-1 items-center min-h-11 py-1 border-t border-t-line">
      <span className="flex flex-1 flex-wrap gap-x-2 gap-y-1 min-w-0 wrap-anywhere">
        {name}
        {piece && piece.status !== "published" && <StatusBadge status={piece.status} />}
        {data && !piece && <span className="text-muted"> (not found, so it won’t be shown)</span>}
      </span>
      {at > 0 && (
        <RowButton aria-label={`Move ${name} up`} onClick={onUp}>
          ↑
        </RowButton>
      )}
      <RowButton data-remove aria-label={`Remove ${name}`} onClick={onRemove}>
        ×
      </RowButton>
    </li>
  );
}
