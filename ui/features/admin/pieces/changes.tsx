import { diffWordsWithSpace } from "diff";
import { useLayoutEffect, useMemo, useRef, useState } from "react";
import { RowButton } from "../parts/buttons.tsx";
import { ComparedText, Whose } from "../parts/compared.tsx";

/** A field whose text changed. */
export interface ChangedField {
  name: string;
  label: string;
  was: string;
  is: string;
}

/** Part of a text: common to both versions, or part of the change with this number. */
interface Part {
  was: string;
  is: string;
  change?: number;
}

/** Shows changes field by field, with buttons from one change to the next. It starts at the first. */
export function Changes({ fields }: { fields: ChangedField[] }) {
  const box = useRef<HTMLDivElement>(null);
  const compared = useMemo(() => compare(fields), [fields]);
  const count = compared.flatMap(({ parts }) => parts).filter(({ change }) => change !== undefined).length;
  const [at, setAt] = useState(0);
  useLayoutEffect(() => show(box.current, at), [at]);
  return (
    <div
      ref={box}
      className="grid gap-4 [&_[data-current]:not(:empty)]:outline-2 [&_[data-current]:not(:empty)]:outline-offset-1 [&_[data-current]:not(:empty)]:outline-gold"
    >
      <div className="sticky top-16.5 z-1 flex flex-wrap gap-x-2 gap-y-1 items-center py-1 border-b border-b-line bg-surface text-small [&>:disabled]:text-muted [&>:disabled]:cursor-default">
        <span role="status">{`Change ${at + 1} of ${count}`}</span>
        <RowButton aria-label="Previous change" disabled={at === 0} onClick={() => setAt(at - 1)}>
          Previous
        </RowButton>
        <RowButton aria-label="Next change" disabled={at + 1 >= count} onClick={() => setAt(at + 1)}>
          Next
        </RowButton>
      </div>
      {compared.map(({ name, label, parts }) => (
        <fieldset key={name} className="grid gap-2 sm:grid-cols-[1fr_1fr] [&>legend]:mb-1.5 [&>legend]:font-semibold">
          <legend>{label}</legend>
          <Side who="Then" label={label} parts={parts} of="was" current={at} />
          <Side who="Now" label={label} parts={parts} of="is" current={at} />
        </fieldset>
      ))}
    </div>
  );
}

interface SideProps {
  who: string;
  /** Of the field. */
  label: string;
  parts: Part[];
  of: "was" | "is";
  /** The number of the current change. */
  current: number;
}

function Side({ who, label, parts, of, current }: SideProps) {
  const Mark = of === "was" ? "del" : "ins";
  return (
    <section
      className="conflict-side grid max-h-72 content-start gap-2 overflow-y-auto rounded-small border border-line px-3.5 py-3"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: makes it scrollable by keyboard
      tabIndex={0}
      aria-label={`${label}: ${who}`}
    >
      <Whose>{who}</Whose>
      <ComparedText>
        {parts.map((part, place) => {
          const { change } = part;
          const said = { "data-change": change, "data-current": change === current || undefined, children: part[of] };
          const key = `${place} ${change}`;
          return change === undefined || part[of] === "" ? <span key={key} {...said} /> : <Mark key={key} {...said} />;
        })}
      </ComparedText>
    </section>
  );
}

/** Splits the fields into parts. A deletion and an insertion at the same place are one change. */
function compare(fields: ChangedField[]): (ChangedField & { parts: Part[] })[] {
  let number = 0;
  return fields.map((field) => {
    const { was, is } = field;
    const found = diffWordsWithSpace(was, is, { timeout: 200 }); // undefined if it takes longer than 200 ms
    if (!found) return { ...field, parts: [{ was, is, change: number++ }] };
    const parts: Part[] = [];
    for (const { value, added, removed } of found) {
      const last = parts.at(-1);
      const joins = value.trim() === "" && last?.change !== undefined; // whitespace between two changes
      if (!added && !removed && !joins) parts.push({ was: value, is: value });
      else if (last?.change !== undefined) {
        if (!added) last.was += value;
        if (!removed) last.is += value;
      } else parts.push({ was: added ? "" : value, is: added ? value : "", change: number++ });
    }
    return { ...field, parts };
  });
}

/** Scrolls both texts to a change, and the change into view. */
function show(box: HTMLElement | null, change: number) {
  const marks = [...(box?.querySelectorAll<HTMLElement>(`[data-change="${change}"]`) ?? [])];
  for (const mark of marks) {
    const side = mark.closest(".conflict-side");
    if (side)
      side.scrollTop += mark.getBoundingClientRect().top - side.getBoundingClientRect().top - side.clientHeight / 3;
  }
  marks.find(({ textContent }) => textContent)?.scrollIntoView({ block: "center" });
}
