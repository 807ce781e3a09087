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

/** What other features put in the header. */
export interface HeaderParts {
  account: ReactNode;
  panelAccount: ReactNode;
  search: ReactNode;
}

/** The sticky header. On small screens its links move into a panel, which also works without JavaScript. */
export function Header({ account, panelAccount, search }: HeaderParts) {
  return (
    <header className="sticky top-0 z-20 border-b-4 border-double border-rule bg-paper print:static">
      <div className="wrap flex h-18 items-center gap-2 lg:gap-6">
        <Link
          to={paths.home}
          className="flex min-w-0 items-center gap-2.5 self-stretch leading-[1.1] whitespace-nowrap"
        >
          <Brand />
        </Link>
        <nav aria-label="Main" className="ml-auto hidden items-center gap-5 md:flex lg:gap-7 print:hidden">
          <NavLinks links={links} look="bar" />
        </nav>
        <div className="ml-auto flex flex-none items-center gap-1 md:ml-2 lg:gap-3 print:hidden">
          <Link
            to={paths.search}
            aria-label="Search"
            className="inline-grid size-11 cursor-pointer place-items-center rounded-small hover:bg-sunken max-md:hidden"
          >
            <SearchIcon />
          </Link>
          {/* As wide as its widest state, so that nothing moves when it is known who is there. Without room, it is in the panel only. */}
          <div className="flex min-h-11 w-18 items-center justify-end max-brief:hidden">{account}</div>
          <ButtonLink to={paths.subscribe} className="max-md:hidden">
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

interface NavLinksProps {
  links: NavLink[];
  look: keyof typeof looks;
  onNavigate?: () => void;
}

/** The classes of the links by position. */
const looks = {
  bar: "min-w-11 py-2.5 text-center aria-[current]:[box-shadow:inset_0_-3px_0_var(--gold)]",
  panel: "border-b border-line p-3 font-display text-[1.5rem] aria-[current]:[box-shadow:inset_4px_0_0_var(--gold)]",
};

/** Home is current only at its exact address; other links also at addresses below theirs. */
function NavLinks({ links: shown, look, onNavigate }: NavLinksProps) {
  const { pathname } = useLocation();
  return shown.map(({ to, label }) => {
    const current = pathname === to || (to !== paths.home && pathname.startsWith(`${to}/`));
    return (
      <Link
        key={to}
        to={to}
        aria-current={current ? "page" : undefined}
        className={`font-medium transition-[box-shadow] duration-(--quick) ease-(--ease) hover:[box-shadow:inset_0_-2px_0_var(--line)] ${looks[look]}`}
        onClick={onNavigate}
      >
        {label}
      </Link>
    );
  });
}

function Panel({ account, search }: { account: ReactNode; search: ReactNode }) {
  const close = () => document.getElementById(panelId)?.hidePopover();
  return (
    <div
      id={panelId}
      popover="auto"
      role="dialog"
      aria-label="Menu"
      className="fixed inset-y-0 right-0 left-auto h-dvh w-80 max-w-[85vw] overflow-y-auto bg-paper p-5 text-inherit [box-shadow:var(--lifted)] [transition:translate_240ms_var(--ease),overlay_240ms_allow-discrete,display_240ms_allow-discrete] [translate:100%_0] backdrop:bg-[rgb(8_20_16/55%)] open:[translate:0] starting:open:[translate:100%_0]"
    >
      <div className="flex justify-end">
        <IconButton label="Close menu" popoverTarget={panelId} popoverTargetAction="hide">
          <CloseIcon />
        </IconButton>
      </div>
      <div className="mt-3 mb-4">{search}</div>
      <nav aria-label="Pages" className="grid gap-1">
        <NavLinks links={panelLinks} look="panel" onNavigate={close} />
      </nav>
      <ButtonLink to={paths.subscribe} className="mt-6 w-full" onClick={close}>
        Subscribe
      </ButtonLink>
      <div className="mt-6 flex min-h-11 w-full items-center border-t border-line pt-6">{account}</div>
    </div>
  );
}
