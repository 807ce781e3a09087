import { useEffect, useRef } from "react";
import { scrollToMainDelayMs } from "../../shared/constants.ts";

/** As after a navigation: main is scrolled to and focused once a new step stands, unless somebody is in a field already. */
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
