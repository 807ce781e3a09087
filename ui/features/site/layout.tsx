import { type ReactNode, useRef } from "react";
import { Outlet, ScrollRestoration } from "react-router";
import { useMainAfterNavigation } from "../../shared/main-after-navigation.ts";
import { Footer } from "./footer.tsx";
import { Header } from "./header.tsx";
import { StaffTools } from "./staff-tools.tsx";

/** What stands around every page of the public. The account areas are handed in by the route table. */
export function Layout({ account, panelAccount }: { account: ReactNode; panelAccount: ReactNode }) {
  const main = useRef<HTMLElement>(null);
  useMainAfterNavigation(main);
  return (
    <>
      <a href="#main" className="skip-link">
        Skip to main content
      </a>
      <Header account={account} panelAccount={panelAccount} />
      <StaffTools />
      <main id="main" ref={main} tabIndex={-1}>
        <Outlet />
      </main>
      <Footer />
      <ScrollRestoration />
    </>
  );
}
