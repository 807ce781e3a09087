import { type RefObject, useEffect, useRef } from "react";
import { useLocation, useNavigationType } from "react-router";
import { scrollToMainDelayMs } from "./constants.ts";

/**
 * A reader of the screen and the keyboard start at the new page's content; going back keeps where one was, and so does
 * a navigation whose state says keepFocus: it gives another address to what one is at. Who is somewhere in the new page
 * before its turn comes is left there.
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
