import type { ReactNode } from "react";

/** A group of the gallery. */
export function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="mt-12 grid grid-cols-1 gap-6 border-t border-line pt-4" aria-label={title}>
      <h2 className="font-ui text-label uppercase">{title}</h2>
      {children}
    </section>
  );
}
