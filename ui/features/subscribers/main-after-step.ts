import { useEffect, useRef } from "react";
import { scrollToMainDelayMs } from "../../shared/constants.ts";

/** Like after a navigation, scrolls to and focuses main when a new step is shown, unless a field has the focus. */
export function useMainAfterStep(step: string | number): void {
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    const timer = setTimeout(() => {
      const main = document.getElementById("main");
      if (!main || main.contains(document.activeElement)) return;
      main.scrollIntoView();
      main.focus({ preventScroll: true });
    }, scrollToMainDelayMs);
    return () => clearTimeout(timer);
  }, [step]);
}
