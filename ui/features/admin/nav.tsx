import { Link } from "react-router";

const navId = "admin-nav";

interface NavProps {
  groups: { label: string; links: { label: string; to: string }[] }[];
  current: string | undefined;
}

/** The ways to the screens: beside them where there is room, else in a panel that the bar's button opens. */
export function Nav({ groups, current }: NavProps) {
  const close = () => document.getElementById(navId)?.hidePopover?.();
  return (
    <nav aria-label="Admin" id={navId} popover="auto" className="admin-nav">
      {groups.map(({ label, links }) => (
        <div key={label} className="admin-nav-group">
          <p className="admin-nav-label">{label}</p>
          {links.map(({ label, to }) => (
            <Link
              key={to}
              to={to}
              className="admin-link"
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

/** Opens the panel on a small screen. */
export function NavButton() {
  return (
    <button type="button" className="bar-button bar-nav" popoverTarget={navId} aria-label="Open menu">
      <span aria-hidden="true">☰</span>
    </button>
  );
}
