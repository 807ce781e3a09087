import type { MouseEvent, ReactNode } from "react";

interface OfferLinkProps {
  /** Null when there is no address that may be a link; then that is said in its place. */
  href: string | null;
  /** What the offer is called, for those who hear links without what stands around them. */
  title: string;
  look?: "main" | "quiet";
  className?: string;
  /** The link is being opened, in whatever way. */
  onOpen: (event: MouseEvent<HTMLAnchorElement>) => void;
  children: ReactNode;
}

/** The way to a partner: a plain link that opens a tab of its own, marked as paid for. */
export function OfferLink({ href, title, look = "main", className = "", onOpen, children }: OfferLinkProps) {
  if (href === null) return <span className="offer-gone">This offer can't be opened right now.</span>;
  return (
    <a
      href={href}
      target="_blank"
      rel="sponsored noopener"
      className={`button ${look === "quiet" ? "button-quiet" : ""} ${className}`}
      onClick={onOpen}
      onAuxClick={(event) => event.button === middleButton && onOpen(event)}
    >
      <span>{children}</span>
      <span className="sr-only">: {title} (opens in a new tab)</span>
    </a>
  );
}

const middleButton = 1;
