import { type ReactNode, useRef } from "react";
import { Link, ScrollRestoration } from "react-router";
import { paths } from "../../paths.ts";
import { adminPaths } from "../../shared/admin-paths.ts";
import { useMainAfterNavigation } from "../../shared/main-after-navigation.ts";
import { useSite } from "../../shared/site.ts";

interface FrameProps {
  /** At the start of the bar, such as the menu button on small screens. */
  before?: ReactNode;
  /** In the middle of the bar. */
  find?: ReactNode;
  /** At the end of the bar. */
  after?: ReactNode;
  /** Links to the screens. */
  nav?: ReactNode;
  children: ReactNode;
}

/** The frame of every staff screen. */
export function Frame({ before, find, after, nav, children }: FrameProps) {
  const { siteName } = useSite();
  const main = useRef<HTMLElement>(null);
  useMainAfterNavigation(main);
  return (
    <div className="frame min-h-dvh leading-[1.45] [--bar:3rem] lg:grid lg:grid-cols-[12.5rem_minmax(0,1fr)] lg:grid-rows-[auto_1fr]">
      <a
        href="#main"
        className="fixed top-3 left-3 z-50 bg-brand px-5 py-3 font-semibold text-on-brand [translate:0_-6rem] focus:[translate:0] print:hidden"
      >
        Skip to main content
      </a>
      <header className="sticky top-0 z-20 col-span-full flex h-(--bar) items-center gap-3 border-b border-line bg-surface px-4 lg:ps-5 lg:pe-6">
        {before}
        <Link
          to={adminPaths.home}
          className="flex gap-2 items-center font-display text-[1.25rem] font-semibold tracking-[-0.02em]"
        >
          <img src="/images/logo.svg" alt="" width="24" height="24" />
          <span className={find ? "max-sm:sr-only" : ""}>{siteName}</span>
        </Link>
        {find}
        <div className={`flex flex-row-reverse items-center gap-3 ${find ? "" : "ml-auto"}`}>
          {after}
          <a
            href={paths.home}
            className={`px-1.5 py-1 text-small text-muted hover:text-ink ${find ? "max-md:hidden" : ""}`}
          >
            View site
          </a>
        </div>
      </header>
      {nav}
      {/* Room to scroll the end of a list above a toast. */}
      <main
        id="main"
        ref={main}
        tabIndex={-1}
        className={`min-w-0 scroll-mt-[calc(var(--bar)+1rem)] px-4 pt-5 pb-32 lg:px-8 lg:pt-6 lg:pb-16 ${nav ? "lg:col-start-2" : "lg:col-span-full"}`}
      >
        {children}
      </main>
      <ScrollRestoration />
    </div>
  );
}
