import type { MouseEvent, ReactNode } from "react";
import { clickIdMark } from "../constants.ts";
import { eventId } from "../event-id.ts";
import { partnerHost } from "./example.ts";

interface OfferLinkProps {
  /**
   * Returns the URL, with the click ID once the link is opened and without it before. Null if there is no valid URL; a
   * sentence is shown instead.
   */
  href: (clickId?: string) => string | null;
  /** The offer's title, for screen readers that list links. */
  title: string;
  /** What is below its text, instead of the partner's host. */
  note?: string;
  className?: string;
  /** Called when the link is opened with any button. The click ID is the ID of its event. */
  onOpen: (clickId: string, event: MouseEvent<HTMLAnchorElement>) => void;
  children: ReactNode;
}

/** The link to a partner: a plain link that opens in a new tab, marked as sponsored. */
export function OfferLink({ href, title, note, className = "", onOpen, children }: OfferLinkProps) {
  const address = href();
  if (address === null) return <span className="text-small text-muted">We can’t open this offer right now.</span>;
  const marked = href(clickIdMark);
  const open = (event: MouseEvent<HTMLAnchorElement>) => {
    const { dataset } = event.currentTarget;
    const clickId = dataset.clickId ?? eventId(Date.now());
    delete dataset.clickId; // from a click before hydration
    event.currentTarget.href = href(clickId) ?? address;
    onOpen(clickId, event);
  };
  return (
    <a
      href={address}
      data-marked={marked === address ? undefined : marked}
      target="_blank"
      rel="sponsored noopener"
      className={`button button-partner w-full flex-col gap-0 ${className}`}
      onClick={open}
      onAuxClick={(event) => event.button === middleButton && open(event)}
    >
      <span>{children}</span>
      <span className="text-[0.75rem] font-normal whitespace-normal wrap-anywhere">{note ?? partnerHost(address)}</span>
      <span className="sr-only">: {title} (opens in a new tab)</span>
    </a>
  );
}

const middleButton = 1;
