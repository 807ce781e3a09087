import { Link } from "react-router";

const navId = "admin-nav";

interface NavProps {
  groups: { label: string; links: { label: string; to: string }[] }[];
  current: string | undefined;
}

/** Links to the screens: a side bar, or on small screens a panel opened by the bar's button. */
export function Nav({ groups, current }: NavProps) {
  const close = () => document.getElementById(navId)?.hidePopover?.();
  return (
    <nav
      aria-label="Admin"
      id={navId}
      popover="auto"
      className="m-0 h-dvh max-h-none w-60 overflow-y-auto border-0 border-r border-line bg-surface px-3 py-4 text-inherit backdrop:bg-[rgb(8_20_16/55%)] lg:sticky lg:top-(--bar) lg:right-auto lg:bottom-auto lg:block lg:h-[calc(100dvh-var(--bar))] lg:w-auto lg:bg-sunken"
    >
      {groups.map(({ label, links }) => (
        <div key={label} className="not-first:mt-5">
          <p className="px-2.5 text-muted text-(length:--text-label)">{label}</p>
          {links.map(({ label, to }) => (
            <Link
              key={to}
              to={to}
              className="flex items-center min-h-9 px-2.5 rounded-small whitespace-nowrap max-lg:min-h-11 hover:bg-[color-mix(in_oklab,var(--line)_45%,transparent)] focus-visible:-outline-offset-3 aria-[current]:font-semibold aria-[current]:[box-shadow:inset_3px_0_0_var(--gold)]"
              aria-current={to === current ? "page" : undefined}
              preventScrollReset
              onClick={close}
            >
              {label}
            </Link>
          ))}
        </div>
      ))}
    </nav>
  );
}

/** Opens the panel on small screens. */
export function NavButton() {
  return (
    <button
      type="button"
      className="inline-grid place-items-center min-w-9 min-h-9 rounded-small cursor-pointer hover:bg-sunken -ml-2 text-[1.125rem] lg:hidden"
      popoverTarget={navId}
      aria-label="Open menu"
    >
      <span aria-hidden="true">☰</span>
    </button>
  );
}
