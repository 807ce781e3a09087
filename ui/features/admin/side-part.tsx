import type { ReactNode } from "react";
import { Subheading } from "./parts/texts.tsx";

/** A section of an editor's side column. */
export function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid gap-3.5 border-t border-t-line pt-3.5 [&_.field-hint]:text-(length:--text-label) lg:first-of-type:pt-0 lg:first-of-type:border-t-0">
      <Subheading>{title}</Subheading>
      {children}
    </section>
  );
}
