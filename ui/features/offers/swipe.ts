import { type PointerEvent, useRef } from "react";
import { carousel } from "../../shared/constants.ts";

/** Handlers for swiping left and right. The element needs `touch-action: pan-y`, so that it still scrolls. */
export function useSwipe({ left, right }: { left: () => void; right: () => void }) {
  const start = useRef<number | null>(null);
  return {
    onPointerDown: (event: PointerEvent) => {
      start.current = event.pointerType === "mouse" ? null : event.clientX;
    },
    onPointerUp: (event: PointerEvent) => {
      if (start.current === null) return;
      const by = event.clientX - start.current;
      start.current = null;
      if (by <= -carousel.swipeThresholdPx) left();
      if (by >= carousel.swipeThresholdPx) right();
    },
    onPointerCancel: () => {
      start.current = null;
    },
  };
}
