import { useEffect, useState, useSyncExternalStore } from "react";

/** Content that advances by itself and can be paused. */
export interface Rotation {
  /** How many times it has advanced. */
  turns: number;
  /** It is paused, by the visitor or because they prefer reduced motion. */
  paused: boolean;
  /** It must not advance: it is paused, hovered or focused. */
  still: boolean;
  toggle: () => void;
  /** Props for the element that advances. Hovering or focusing it stops it. */
  hold: object;
}

/** Advances every `everyMs` unless the visitor paused it (WCAG 2.2.2). */
export function useRotation(everyMs: number): Rotation {
  const [turns, setTurns] = useState(0);
  const [choice, setChoice] = useState<boolean | null>(null);
  const [pointed, setPointed] = useState(false);
  const [focused, setFocused] = useState(false);
  const reduced = useReducedMotion();
  const paused = choice ?? reduced;
  const still = paused || pointed || focused;
  useEffect(() => {
    if (still) return;
    const timer = setInterval(() => setTurns((n) => n + 1), everyMs);
    return () => clearInterval(timer);
  }, [still, everyMs]);
  return {
    turns,
    paused,
    still,
    toggle: () => setChoice(!paused),
    hold: {
      onPointerEnter: () => setPointed(true),
      onPointerLeave: () => setPointed(false),
      onFocus: () => setFocused(true),
      onBlur: () => setFocused(false),
    },
  };
}

/** Says that the offers advance, and pauses or resumes them. */
export function RotationControl({ rotation, children }: { rotation: Rotation; children: string }) {
  return (
    <p className="mb-5 flex min-h-11 flex-wrap items-center gap-x-4 text-small text-muted figures-tabular noscript:hidden">
      <span>{children}</span>
      <button type="button" className="link-button min-w-11 text-ink" onClick={rotation.toggle}>
        {rotation.paused ? "Resume" : "Pause"}
      </button>
    </p>
  );
}

const lessMotion = "(prefers-reduced-motion: reduce)";

function useReducedMotion(): boolean {
  return useSyncExternalStore(
    (listener) => {
      const query = matchMedia(lessMotion);
      query.addEventListener("change", listener);
      return () => query.removeEventListener("change", listener);
    },
    () => matchMedia(lessMotion).matches,
    () => false,
  );
}
