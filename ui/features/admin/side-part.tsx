import type { ReactNode } from "react";

/** A part of what stands beside a text that is written. */
export function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="side-part grid gap-3.5 pt-3.5 border-t border-t-line lg:first-of-type:pt-0 lg:first-of-type:border-t-0">
      <h2 className="subheading">{title}</h2>
      {children}
    </section>
  );
}
