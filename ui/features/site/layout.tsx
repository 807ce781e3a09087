import { useRef } from "react";
import { Outlet, ScrollRestoration } from "react-router";
import { useMainAfterNavigation } from "../../shared/main-after-navigation.ts";
import { Footer } from "./footer.tsx";
import { Header, type HeaderParts } from "./header.tsx";
import { StaffTools } from "./staff-tools.tsx";

/** What surrounds every public page. The route table passes in the account areas and the search. */
export function Layout(parts: HeaderParts) {
  const main = useRef<HTMLElement>(null);
  useMainAfterNavigation(main);
  return (
    <>
      <a
        href="#main"
        className="fixed top-3 left-3 z-50 bg-brand px-5 py-3 font-semibold text-on-brand [translate:0_-6rem] focus:[translate:0] print:hidden"
      >
        Skip to main content
      </a>
      <Header {...parts} />
      <StaffTools />
      <main id="main" ref={main} tabIndex={-1}>
        <Outlet />
      </main>
      <Footer />
      <ScrollRestoration />
    </>
  );
}
