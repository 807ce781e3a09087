import { type ReactNode, useRef } from "react";
import { Link, ScrollRestoration } from "react-router";
import { paths } from "../../paths.ts";
import { useMainAfterNavigation } from "../../shared/main-after-navigation.ts";
import { useSite } from "../../shared/site.ts";
import staffSheet from "../../styles/staff.css";
import frameSheet from "./frame.css";

interface FrameProps {
  /** At the start of the bar, such as the menu of a small screen. */
  before?: ReactNode;
  /** In the middle of the bar. */
  find?: ReactNode;
  /** At the end of the bar. */
  after?: ReactNode;
  /** The ways to the other screens. */
  nav?: ReactNode;
  children: ReactNode;
}

/** What stands around every screen of the staff. Nothing of the public pages is here, nor their style. */
export function Frame({ before, find, after, nav, children }: FrameProps) {
  const { siteName } = useSite();
  const main = useRef<HTMLElement>(null);
  useMainAfterNavigation(main);
  return (
    <div className="frame">
      <link rel="stylesheet" href={staffSheet} precedence="base" />
      <link rel="stylesheet" href={frameSheet} precedence="feature" />
      <a
        href="#main"
        className="fixed top-3 left-3 z-50 bg-brand px-5 py-3 font-semibold text-on-brand [translate:0_-6rem] focus:[translate:0] print:hidden"
      >
        Skip to main content
      </a>
      <header className="bar">
        {before}
        <Link to={paths.adminHome} className="bar-brand">
          <img src="/images/logo.svg" alt="" width="24" height="24" />
          <span>{siteName}</span>
        </Link>
        {find}
        <div className="bar-end">
          {after}
          <a href={paths.home} className="bar-link">
            View site
          </a>
        </div>
      </header>
      {nav}
      <main id="main" ref={main} tabIndex={-1} className="frame-main">
        {children}
      </main>
      <ScrollRestoration />
    </div>
  );
}
