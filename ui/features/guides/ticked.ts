import { useCallback, useSyncExternalStore } from "react";

const changed = "ticked-steps";

/** The steps of a guide that were ticked off in this browser; none until the page has been taken over. */
export function useTicked(guide: string): { ticked: Set<string>; toggle: (step: string) => void } {
  const key = `guide-steps:${guide}`;
  const stored = useSyncExternalStore(
    subscribe,
    () => localStorage.getItem(key) ?? "",
    () => "",
  );
  const ticked = new Set(stored.split(" ").filter(Boolean));
  const toggle = useCallback(
    (step: string) => {
      const next = new Set((localStorage.getItem(key) ?? "").split(" ").filter(Boolean));
      if (!next.delete(step)) next.add(step);
      if (next.size === 0) localStorage.removeItem(key);
      else localStorage.setItem(key, [...next].join(" "));
      dispatchEvent(new Event(changed));
    },
    [key],
  );
  return { ticked, toggle };
}

/** Also hears of a tick in another tab. */
function subscribe(listener: () => void): () => void {
  addEventListener(changed, listener);
  addEventListener("storage", listener);
  return () => {
    removeEventListener(changed, listener);
    removeEventListener("storage", listener);
  };
}
