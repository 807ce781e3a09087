import type { ReactNode } from "react";
import { Link } from "react-router";
import { curly } from "../../shared/curly.ts";
import { TextButton } from "../../shared/my-list/text-button.tsx";
import { textLink } from "../../shared/ui/text-link.ts";

interface PartProps {
  id: string;
  title: string;
  /** Shown next to the title. */
  tool?: ReactNode;
  children: ReactNode;
}

/** A section of the list with its title. */
export function Part({ id, title, tool, children }: PartProps) {
  return (
    <section aria-labelledby={id} className="mt-12 first:mt-0">
      <div className="flex flex-wrap items-baseline justify-between gap-x-8 gap-y-2 border-t border-rule pt-4 pb-2">
        <h2 id={id} className="heading">
          {title}
        </h2>
        {tool}
      </div>
      {children}
    </section>
  );
}

interface EmptyProps {
  /** Whether the section is known to be empty; until then, this is hidden. */
  known: boolean;
  /** Where to find what belongs here. */
  to: string;
  link: string;
  children: ReactNode;
}

/** What an empty section is for. */
export function Empty({ known, to, link, children }: EmptyProps) {
  return (
    <div className={`max-w-[60ch] py-4 text-muted ${known ? "" : "invisible noscript:visible"}`}>
      <p>{children}</p>
      <p className="mt-3 text-ink">
        <Link to={to} className={textLink}>
          {link}
        </Link>
      </p>
    </div>
  );
}

/** The title of an entry, linked to its page. */
export function EntryTitle({ to, children }: { to: string; children: string }) {
  return (
    <h3 className="font-display text-subheading leading-tight wrap-anywhere">
      <Link to={to}>{curly(children)}</Link>
    </h3>
  );
}

/** Removes an entry. */
export function RemoveButton({ title, onRemove }: { title: string; onRemove: () => void }) {
  return (
    <TextButton className="print:hidden text-muted" onClick={onRemove}>
      Remove<span className="sr-only"> {title}</span>
    </TextButton>
  );
}
