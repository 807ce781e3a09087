import { type ComponentProps, useEffect, useRef, useState, useSyncExternalStore } from "react";

/** Content that advances by itself and can be paused. */
export interface Rotation {
  /** How many times it has advanced. */
  turns: number;
  /** It is paused, by the visitor or because they prefer reduced motion. */
  paused: boolean;
  /** It must not advance: it is hovered, focused, or was touched last. */
  held: boolean;
  toggle: () => void;
  /** Props for the element that advances. Hovering, focusing or touching it stops it. */
  hold: ComponentProps<"div">;
}

/** Advances every `everyMs` unless the visitor paused it (WCAG 2.2.2). */
export function useRotation(everyMs: number): Rotation {
  const [turns, setTurns] = useState(0);
  const [choice, setChoice] = useState<boolean | null>(null);
  const [pointed, setPointed] = useState(false);
  const [focused, setFocused] = useState(false);
  const moving = useRef<HTMLDivElement>(null);
  const reduced = useReducedMotion();
  const paused = choice ?? reduced;
  const held = pointed || focused;
  useEffect(() => {
    if (paused || held) return;
    const timer = setInterval(() => setTurns((n) => n + 1), everyMs);
    return () => clearInterval(timer);
  }, [paused, held, everyMs]);
  useEffect(() => {
    // A visitor who touched it is reading it until they touch something else.
    const onTouch = ({ pointerType, target }: PointerEvent) =>
      pointerType !== "mouse" && setPointed(target instanceof Node && Boolean(moving.current?.contains(target)));
    addEventListener("pointerdown", onTouch);
    setPointed(Boolean(moving.current?.matches(":hover"))); // the mouse may be there before this code is
    return () => removeEventListener("pointerdown", onTouch);
  }, []);
  return {
    turns,
    paused,
    held,
    toggle: () => setChoice(!paused),
    hold: {
      ref: moving,
      onPointerEnter: () => setPointed(true),
      onPointerLeave: ({ pointerType }) => pointerType === "mouse" && setPointed(false),
      onFocus: () => setFocused(true),
      onBlur: () => setFocused(false),
    },
  };
}

interface RotationControlProps {
  rotation: Rotation;
  /** Says that the offers advance. */
  children: string;
}

/**
 * Pauses or resumes the offers, and says that they advance. Its button is wide enough for either label, because with
 * reduced motion that changes on hydration.
 */
export function RotationControl({ rotation, children }: RotationControlProps) {
  return (
    <p className="flex min-h-11 items-center gap-x-4 text-small text-muted figures-tabular noscript:hidden">
      <button type="button" className="link-button min-w-14 text-left text-ink" onClick={rotation.toggle}>
        {rotation.paused ? "Resume" : "Pause"}
      </button>
      <span>{rotation.paused ? "Paused" : children}</span>
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
