import { defaultRangeExtractor, type Range, useWindowVirtualizer } from "@tanstack/react-virtual";
import { type FocusEvent, useCallback, useLayoutEffect, useRef, useState, useSyncExternalStore } from "react";

/** Of a row, and of a card that is not measured yet. */
const rowHeight = 40;
const rowsBeyondTheWindow = 12;

/** Which rows of a table to have in the document: those in sight, some beyond, and the one that has the focus. */
export function useVisibleRows(items: { id: number | string }[]) {
  const body = useRef<HTMLTableSectionElement>(null);
  const focused = useRef(-1);
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    if (body.current) setTop(body.current.getBoundingClientRect().top + scrollY);
  }, []);
  // The virtualizer computes everything anew when one of these functions is another one.
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was measured was measured at another width
  useLayoutEffect(() => virtualizer.measure(), [narrow, virtualizer]);
  const shown = virtualizer.getVirtualItems();
  return {
    body,
    shown,
    /** Above each row, the room of those that are left out. */
    gaps: shown.map(({ start }, i) => start - (shown[i - 1]?.end ?? top)),
    /** Below the last row. */
    rest: virtualizer.getTotalSize() + top - (shown.at(-1)?.end ?? top),
    /** Cards differ in height; rows do not. */
    measure: narrow ? virtualizer.measureElement : undefined,
    onFocus: ({ target }: FocusEvent) => {
      focused.current = Number(target.closest("tr")?.dataset.index ?? -1);
    },
    onBlur: () => {
      focused.current = -1;
    },
  };
}

/** Where each row is a card (record-cells.tsx). */
const narrowScreen = () => matchMedia("(width < 48rem)");

function onNarrow(changed: () => void): () => void {
  const query = narrowScreen();
  query.addEventListener("change", changed);
  return () => query.removeEventListener("change", changed);
}
