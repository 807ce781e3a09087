import type { ReactNode } from "react";

/** A part of what stands beside a text that is written. */
export function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="side-part">
      <h2 className="subheading">{title}</h2>
      {children}
    </section>
  );
}
