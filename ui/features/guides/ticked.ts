import { useCallback } from "react";
import { readTicked, tickedKey } from "../../shared/my-list/guides.ts";
import { keep, useKept } from "../../shared/my-list/kept.ts";

/** The steps of a guide that were checked off in this browser; none until hydration. */
export function useTicked(guide: string): { ticked: Set<string>; toggle: (step: string) => void } {
  const key = tickedKey(guide);
  const ticked = new Set(readTicked(useKept(() => localStorage.getItem(key))));
  const toggle = useCallback(
    (step: string) => {
      const next = new Set(readTicked(localStorage.getItem(key)));
      if (!next.delete(step)) next.add(step);
      keep(key, next.size === 0 ? null : [...next].join(" "));
    },
    [key],
  );
  return { ticked, toggle };
}
