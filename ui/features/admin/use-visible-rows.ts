import { defaultRangeExtractor, type Range, useWindowVirtualizer } from "@tanstack/react-virtual";
import { type FocusEvent, useCallback, useLayoutEffect, useRef, useState, useSyncExternalStore } from "react";

/** Height of a row, and of a card that isn't measured yet. */
const rowHeight = 40;
const rowsBeyondTheWindow = 12;

/** Chooses the rows of a table to keep in the document: the visible ones, some beyond, and the focused one. */
export function useVisibleRows(items: { id: number | string }[]) {
  const body = useRef<HTMLTableSectionElement>(null);
  const focused = useRef(-1);
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    if (body.current) setTop(body.current.getBoundingClientRect().top + scrollY);
  }, []);
  // The virtualizer recomputes everything if one of these functions changes.
  const virtualizer = useWindowVirtualizer({
    count: items.length,
    estimateSize: useCallback(() => rowHeight, []),
    getItemKey: useCallback((i: number) => items[i]?.id ?? i, [items]),
    rangeExtractor: useCallback((range: Range) => {
      const rows = defaultRangeExtractor(range);
      const kept = focused.current;
      return kept < 0 || kept >= range.count || rows.includes(kept) ? rows : [...rows, kept].sort((a, b) => a - b);
    }, []),
    overscan: rowsBeyondTheWindow,
    scrollMargin: top,
  });
  const narrow = useSyncExternalStore(onNarrow, () => narrowScreen().matches);
  // biome-ignore lint/correctness/useExhaustiveDependencies: measurements are invalid at another width
  useLayoutEffect(() => virtualizer.measure(), [narrow, virtualizer]);
  const shown = virtualizer.getVirtualItems();
  return {
    body,
    shown,
    /** Space above each row for rows left out. */
    gaps: shown.map(({ start }, i) => start - (shown[i - 1]?.end ?? top)),
    /** Space below the last row. */
    rest: virtualizer.getTotalSize() + top - (shown.at(-1)?.end ?? top),
    /** Cards differ in height; rows don't. */
    measure: narrow ? virtualizer.measureElement : undefined,
    onFocus: ({ target }: FocusEvent) => {
      focused.current = Number(target.closest("tr")?.dataset.index ?? -1);
    },
    onBlur: () => {
      focused.current = -1;
    },
  };
}

/** Where rows are cards (record-cells.tsx). */
const narrowScreen = () => matchMedia("(width < 48rem)");

function onNarrow(changed: () => void): () => void {
  const query = narrowScreen();
  query.addEventListener("change", changed);
  return () => query.removeEventListener("change", changed);
}
