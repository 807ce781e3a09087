import type { ReactNode } from "react";

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

/** What an empty section is for. It is hidden until it is known to be empty. */
export function Empty({ known, children }: { known: boolean; children: ReactNode }) {
  return <div className={`max-w-[60ch] py-4 text-muted ${known ? "" : "invisible noscript:visible"}`}>{children}</div>;
}
