import type { ReactNode } from "react";
import { Link, useLocation } from "react-router";
import { paths } from "../../paths.ts";
import { ButtonLink } from "../../shared/ui/button.tsx";
import { IconButton } from "../../shared/ui/icon-button.tsx";
import { CloseIcon, MenuIcon, SearchIcon } from "../../shared/ui/icons.tsx";
import { Brand } from "./brand.tsx";

interface NavLink {
  to: string;
  label: string;
}

const links: NavLink[] = [
  { to: paths.home, label: "Home" },
  { to: paths.articles, label: "Articles" },
  { to: paths.contact, label: "Contact" },
];

const panelLinks: NavLink[] = [
  ...links,
  { to: paths.guides, label: "Guides" },
  { to: paths.offers, label: "Offers" },
  { to: paths.about, label: "About" },
  { to: paths.howWeEarn, label: "How We Earn" },
  { to: paths.tools, label: "Calculators" },
  { to: paths.myList, label: "My List" },
];

const panelId = "nav-panel";

/** What other features have in the header. */
export interface HeaderParts {
  account: ReactNode;
  panelAccount: ReactNode;
  search: ReactNode;
}

/** The sticky header; on small screens its links move into a panel that opens and closes without JavaScript too. */
export function Header({ account, panelAccount, search }: HeaderParts) {
  return (
    <header className="masthead">
      <div className="wrap flex h-18 items-center gap-2 md:gap-6">
        <Link to={paths.home} className="brand">
          <Brand />
        </Link>
        <nav aria-label="Main" className="ml-auto hidden items-center gap-7 md:flex">
          <NavLinks links={links} />
        </nav>
        <div className="ml-auto flex items-center gap-1 md:ml-2 md:gap-3">
          <Link to={paths.search} aria-label="Search" className="icon-button hidden md:grid">
            <SearchIcon />
          </Link>
          <div className="account">{account}</div>
          <ButtonLink to={paths.subscribe} className="hidden md:inline-flex">
            Subscribe
          </ButtonLink>
          <IconButton label="Open menu" className="md:hidden" popoverTarget={panelId}>
            <MenuIcon />
          </IconButton>
        </div>
      </div>
      <Panel account={panelAccount} search={search} />
    </header>
  );
}

/** Home is the current page only at its own address, the others also at those below theirs. */
function NavLinks({ links: shown, onNavigate }: { links: NavLink[]; onNavigate?: () => void }) {
  const { pathname } = useLocation();
  return shown.map(({ to, label }) => {
    const current = pathname === to || (to !== paths.home && pathname.startsWith(`${to}/`));
    return (
      <Link key={to} to={to} aria-current={current ? "page" : undefined} className="nav-link" onClick={onNavigate}>
        {label}
      </Link>
    );
  });
}

function Panel({ account, search }: { account: ReactNode; search: ReactNode }) {
  const close = () => document.getElementById(panelId)?.hidePopover();
  return (
    <div id={panelId} popover="auto" role="dialog" aria-label="Menu" className="panel w-80">
      <div className="flex justify-end">
        <IconButton label="Close menu" popoverTarget={panelId} popoverTargetAction="hide">
          <CloseIcon />
        </IconButton>
      </div>
      {search}
      <nav aria-label="Pages" className="grid gap-1">
        <NavLinks links={panelLinks} onNavigate={close} />
      </nav>
      <ButtonLink to={paths.subscribe} className="mt-6 w-full" onClick={close}>
        Subscribe
      </ButtonLink>
      <div className="account account-panel">{account}</div>
    </div>
  );
}
