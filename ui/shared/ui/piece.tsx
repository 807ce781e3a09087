import type { ReactNode } from "react";
import { Link } from "react-router";
import { Cards } from "./cards.tsx";
import { textLink } from "./text-link.ts";

interface PieceHeadProps {
  /** Content above both columns. */
  before: ReactNode;
  /** Content next to the picture. */
  intro: ReactNode;
  picture: ReactNode;
  /** Content below both columns. */
  children?: ReactNode;
}

/** The header of an article or a guide: its introduction next to its picture. */
export function PieceHead({ before, intro, picture, children }: PieceHeadProps) {
  return (
    <header className="wrap grid grid-cols-[minmax(0,1fr)] items-center gap-x-[clamp(2.5rem,5vw,4.5rem)] pt-[clamp(1.25rem,1rem+1vw,2rem)] lg:grid-cols-[minmax(0,1.08fr)_minmax(0,1fr)]">
      <div className="lg:col-span-full">{before}</div>
      <div className="py-[clamp(1.75rem,1rem+2.5vw,3.5rem)]">{intro}</div>
      {picture}
      <div className="lg:col-span-full">{children}</div>
    </header>
  );
}

/** The text of a piece, with its table of contents next to it. */
export function PieceColumns({ className = "", children }: { className?: string; children: ReactNode }) {
  return (
    <div
      className={`wrap grid grid-cols-[minmax(0,1fr)] gap-x-16 gap-y-10 py-[clamp(2.5rem,2rem+3vw,4.5rem)] lg:grid-cols-[15rem_minmax(0,48rem)] lg:*:only:col-start-2 print:block ${className}`}
    >
      {children}
    </div>
  );
}

interface KeepReadingProps {
  title: string;
  /** The link to more like these. */
  more: { to: string; label: string };
  /** Cards. */
  children: ReactNode;
}

/** What to read after a piece. */
export function KeepReading({ title, more, children }: KeepReadingProps) {
  return (
    <section className="wrap section print:hidden" aria-labelledby="related">
      <div className="mb-8 flex flex-wrap items-baseline justify-between gap-x-8 gap-y-2 border-t border-rule pt-4">
        <h2 id="related" className="heading">
          {title}
        </h2>
        <Link to={more.to} className={textLink}>
          {more.label}
        </Link>
      </div>
      <Cards whole>{children}</Cards>
    </section>
  );
}
