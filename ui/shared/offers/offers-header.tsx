import type { ReactNode } from "react";
import { curly } from "../curly.ts";
import { Disclosure } from "./about-offers.tsx";

interface OffersHeaderProps {
  title: string;
  description: string;
  /** Whether to leave out the description on a phone, so that offers start higher. */
  brief?: boolean;
  /** Content below the disclosure. */
  children?: ReactNode;
}

/** The header of a page of offers. */
export function OffersHeader({ title, description, brief = false, children }: OffersHeaderProps) {
  return (
    <header className="mb-[clamp(1rem,0.5rem+2vw,2.25rem)]">
      <h1 className="title max-md:text-name">{curly(title)}</h1>
      {description && (
        <p className={`lead mt-2 max-md:text-base md:mt-3 ${brief ? "max-md:hidden" : ""}`}>{curly(description)}</p>
      )}
      <Disclosure />
      {children}
    </header>
  );
}
