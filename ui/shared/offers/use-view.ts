import { useEffect, useEffectEvent } from "react";

/** Counts the view of what offers a page shows, and again when the browser brings back the page as it kept it. */
export function useView(count: () => void, shown?: unknown): void {
  const counted = useEffectEvent(count);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is shown anew is another view
  useEffect(() => {
    counted();
    const onReturn = ({ persisted }: PageTransitionEvent) => persisted && counted();
    addEventListener("pageshow", onReturn);
    return () => removeEventListener("pageshow", onReturn);
  }, [shown]);
}
