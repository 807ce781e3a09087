import { useEffect, useEffectEvent } from "react";

/** Counts the view of the offers a page shows, and again when the browser restores the page from its cache. */
export function useView(count: () => void, shown?: unknown): void {
  const counted = useEffectEvent(count);
  // biome-ignore lint/correctness/useExhaustiveDependencies: showing other offers is another view
  useEffect(() => {
    counted();
    const onReturn = ({ persisted }: PageTransitionEvent) => persisted && counted();
    addEventListener("pageshow", onReturn);
    return () => removeEventListener("pageshow", onReturn);
  }, [shown]);
}
