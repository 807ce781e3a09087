import type { ReactNode } from "react";
import { curly } from "../curly.ts";
import { Disclosure } from "./about-offers.tsx";

interface OffersHeaderProps {
  title: string;
  description: string;
  /** Whether to keep it short on a phone, so that offers start higher. */
  brief?: boolean;
  /** Content below the disclosure. */
  children?: ReactNode;
}

/** The header of a page of offers. */
export function OffersHeader({ title, description, brief = false, children }: OffersHeaderProps) {
  return (
    <header className="mb-[clamp(1.5rem,1rem+1.5vw,2.25rem)]">
      <h1 className={`title ${brief ? "max-md:text-heading" : ""}`}>{curly(title)}</h1>
      {description && (
        <p className={`lead mt-3 max-md:text-[1.0625rem] ${brief ? "max-md:hidden" : ""}`}>{curly(description)}</p>
      )}
      <Disclosure />
      {children}
    </header>
  );
}
