import { type ReactNode, useEffect, useRef, useState } from "react";
import { tooltipDelayMs } from "../constants.ts";

/**
 * A tooltip that repeats the name of a control, hidden from screen readers. It shows after a moment of hover or keyboard
 * focus and hides on Escape (WCAG 1.4.13).
 */
export function useTooltip(text: string): { anchor: object; tooltip: ReactNode } {
  const [shown, setShown] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const show = () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setShown(true), tooltipDelayMs);
  };
  const hide = () => {
    clearTimeout(timer.current);
    setShown(false);
  };
  return {
    anchor: {
      onPointerEnter: (event: React.PointerEvent) => event.pointerType === "mouse" && show(),
      onPointerLeave: hide,
      onFocus: (event: React.FocusEvent) => event.currentTarget.matches(":focus-visible") && show(),
      onBlur: hide,
      onClick: hide,
      onKeyDown: (event: React.KeyboardEvent) => event.key === "Escape" && hide(),
    },
    tooltip: shown && (
      <span
        className="absolute top-[calc(100%+0.375rem)] right-0 z-30 rounded-small bg-ink px-2.5 py-1 text-small whitespace-nowrap text-paper"
        aria-hidden="true"
      >
        {text}
      </span>
    ),
  };
}
