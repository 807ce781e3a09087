import type { ReactNode } from "react";

/** A decorative 24-pixel line icon. */
function Icon({ strokeWidth = 1.75, children }: { strokeWidth?: number; children: ReactNode }) {
  return (
    <svg
      viewBox="0 0 24 24"
      width="20"
      height="20"
      aria-hidden="true"
      fill="none"
      stroke="currentColor"
      strokeWidth={strokeWidth}
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      {children}
    </svg>
  );
}

export const MenuIcon = () => (
  <Icon>
    <path d="M4 7h16M4 12h16M4 17h16" />
  </Icon>
);
export const CloseIcon = () => (
  <Icon>
    <path d="M6 6l12 12M18 6L6 18" />
  </Icon>
);
export const SearchIcon = () => (
  <Icon>
    <circle cx="11" cy="11" r="6.5" />
    <path d="M16 16l4 4" />
  </Icon>
);
export const ShareIcon = () => (
  <Icon>
    <path d="M12 15V4M8 7.5L12 3.5l4 4M6 11H5v9.5h14V11h-1" />
  </Icon>
);
export const ArrowIcon = () => (
  <Icon>
    <path d="M5 12h14M13 6l6 6-6 6" />
  </Icon>
);

export const CheckIcon = () => (
  <Icon strokeWidth={2.25}>
    <path d="M5 12.5l4.5 4.5L19 7.5" />
  </Icon>
);

/** A social network's logo, loaded from its own file because it is at the bottom of the page. */
export function NetworkIcon({ name }: { name: string }) {
  return (
    <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
      <use href={`/images/networks.svg#${name.toLowerCase()}`} />
    </svg>
  );
}

/** California's opt-out icon (11 CCR §7015), in its own shape and colors. */
export function OptOutIcon() {
  return (
    <img
      src="/images/opt-out.svg"
      alt=""
      width="30"
      height="14"
      loading="lazy"
      className="ml-2 inline-block align-middle"
    />
  );
}
