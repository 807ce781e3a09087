import { type RefObject, useEffect, useRef } from "react";
import { useLocation, useNavigationType } from "react-router";
import { scrollToMainDelayMs } from "./constants.ts";

/**
 * Moves the focus to the new page's content after a navigation. Going back keeps the position, and so does a navigation
 * whose state says keepFocus, because it only changes the address. If an element of the new page already has the focus,
 * it keeps it.
 */
export function useMainAfterNavigation(main: RefObject<HTMLElement | null>): void {
  const { pathname, hash, state } = useLocation();
  const stays = state?.keepFocus === true;
  const navigationType = useNavigationType();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    if (stays) return;
    const before = document.activeElement;
    const timer = setTimeout(() => {
      const now = document.activeElement;
      if (now !== before && main.current?.contains(now)) return;
      if (navigationType !== "POP" && !hash) main.current?.scrollIntoView();
      main.current?.focus({ preventScroll: true });
    }, scrollToMainDelayMs);
    return () => clearTimeout(timer);
  }, [pathname, hash, stays, navigationType, main]);
}
