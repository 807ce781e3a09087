import { type ReactNode, useEffect, useRef } from "react";
import { Outlet, ScrollRestoration, useLocation, useNavigationType } from "react-router";
import { scrollToMainDelayMs } from "../../shared/constants.ts";
import { Footer } from "./footer.tsx";
import { Header } from "./header.tsx";

/** What stands around every page. The account areas are handed in by the route table. */
export function Layout({ account, panelAccount }: { account: ReactNode; panelAccount: ReactNode }) {
  const main = useRef<HTMLElement>(null);
  useMainAfterNavigation(main);
  return (
    <>
      <a href="#main" className="skip-link">
        Skip to main content
      </a>
      <Header account={account} panelAccount={panelAccount} />
      <main id="main" ref={main} tabIndex={-1}>
        <Outlet />
      </main>
      <Footer />
      <ScrollRestoration />
    </>
  );
}

/** A reader of the screen and the keyboard start at the new page's content; going back keeps where one was. */
function useMainAfterNavigation(main: React.RefObject<HTMLElement | null>) {
  const { pathname, hash } = useLocation();
  const navigationType = useNavigationType();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    const timer = setTimeout(() => {
      if (navigationType !== "POP" && !hash) main.current?.scrollIntoView();
      main.current?.focus({ preventScroll: true });
    }, scrollToMainDelayMs);
    return () => clearTimeout(timer);
  }, [pathname, hash, navigationType, main]);
}
