import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import { search } from "../../../paths.ts";
import { Group } from "../../../shared/form/fields.tsx";
import { useRead } from "../calls.ts";
import { listOf } from "../kind.ts";
import { RowButton } from "../parts/buttons.tsx";
import { articleDesk, guideDesk, type Piece } from "../pieces/piece.ts";
import { PieceSearch } from "../pieces/piece-search.tsx";
import { StatusBadge } from "../pieces/status.tsx";

interface PickedFieldProps {
  label: string;
  error?: string;
  /** The addresses, separated by commas. */
  value: string;
  onChange: (value: string) => void;
}

/** The articles and guides in an email, in order. */
export function PickedField({ label, error, value, onChange }: PickedFieldProps) {
  const [text, setText] = useState("");
  const box = useRef<HTMLDivElement>(null);
  const addresses = listOf(value);
  const put = (list: string[]) => flushSync(() => onChange(list.join(", ")));
  const focusOn = (at: number) => {
    const left = box.current?.querySelectorAll<HTMLElement>("[data-remove]") ?? [];
    (left[Math.min(at, left.length - 1)] ?? box.current?.querySelector("input"))?.focus();
  };
  const remove = (at: number) => {
    put(addresses.toSpliced(at, 1));
    focusOn(at);
  };
  const moveUp = (at: number) => {
    put(addresses.toSpliced(at - 1, 2, ...addresses.slice(at - 1, at + 1).reverse()));
    focusOn(at - 1);
  };
  return (
    <Group label={label} error={error}>
      <div ref={box} className="grid gap-3">
        {addresses.length > 0 && (
          <ol>
            {addresses.map((address, at) => (
              <Chosen
                key={address}
                address={address}
                first={at === 0}
                onUp={() => moveUp(at)}
                onRemove={() => remove(at)}
              />
            ))}
          </ol>
        )}
        <PieceSearch
          label="Add an article or a guide"
          hint="Search by title"
          text={text}
          words={text}
          onText={setText}
          lists={["articles", "guides"]}
          except={({ href }) => addresses.includes(href)}
          onChoose={({ href }) => {
            setText("");
            put([...addresses, href]);
          }}
        />
      </div>
    </Group>
  );
}

interface ChosenProps {
  address: string;
  first: boolean;
  onUp: () => void;
  onRemove: () => void;
}

/** A selected article or guide: its title, if there is one at the address. */
function Chosen({ address, first, onUp, onRemove }: ChosenProps) {
  const desk = address.startsWith(`${guideDesk.section}/`) ? guideDesk : articleDesk;
  const slug = address.slice(desk.section.length + 1);
  const { data } = useRead<Piece[]>(`${desk.kind.path}${search({ q: slug, limit: 50 })}`); // slugs that hold this one too
  const piece = data?.find((found) => found.slug === slug);
  const name = piece?.title ?? address;
  return (
    <li className="flex gap-1 items-center min-h-11 py-1 border-t border-t-line">
      <span className="flex flex-1 flex-wrap gap-x-2 gap-y-1 min-w-0 wrap-anywhere">
        {name}
        {piece && piece.status !== "published" && <StatusBadge status={piece.status} />}
        {data && !piece && <span className="text-muted"> (not found, so it won’t be included)</span>}
      </span>
      {!first && (
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
