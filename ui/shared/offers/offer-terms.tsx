import type { ReactNode } from "react";
import type { OfferFacts } from "../api.gen.ts";
import { curly } from "../curly.ts";
import { LongDate } from "../ui/time.tsx";

/** The facts that staff entered about an offer, when it ends, and whether a claim needs proof of purchase. */
export type Facts = Partial<OfferFacts> & { endsAt?: string | null; proofNeeded?: boolean };

/** The kind of offer: a settlement is a case, insurance is a policy. */
export type OfferKind = "offer" | "case" | "policy";

/** A term of an offer. Its text is empty if staff entered none. */
export type Term = [label: string, text: ReactNode];

const theCatch = "The catch";

/** The terms of each kind of offer, in order. */
const terms: Record<OfferKind, (facts: Facts) => Term[]> = {
  offer: ({ who, minimum, fee, proof, ...facts }) => [
    ["Who it’s for", who],
    [theCatch, minimum || fee],
    ["Fee", minimum && fee],
    ["Ends", ending(facts)],
    ["Proof", proof],
  ],
  case: ({ who, minimum, fee, proof, proofNeeded, ...facts }) => [
    ["Who’s included", who],
    [theCatch, minimum],
    ["Cost to file", fee],
    ["Ends", ending(facts)],
    ["Proof", proof || (proofNeeded && "Proof of purchase needed")],
  ],
  policy: ({ who, minimum, fee, proof, ...facts }) => [
    ["Who it’s for", who],
    [theCatch, minimum],
    ["Depends on", fee],
    ["Ends", ending(facts)],
    ["Proof", proof],
  ],
};

function ending({ ends, endsAt }: Facts): ReactNode {
  return ends || (endsAt && <LongDate iso={endsAt} />);
}

/** The terms of an offer, in order: its own, and empty ones that other offers of `among` have. */
export function termsOf(facts: Facts, kind: OfferKind = "offer", among: Facts[] = []): Term[] {
  const others = among.map(terms[kind]);
  return terms[kind](facts).filter(([, text], i) => text || others.some((other) => other[i]?.[1]));
}

/** The terms of an offer as rows of equal height, each one or two lines. The ground of the catch reaches the edges of what clips it. */
export function OfferTerms({ terms, className = "" }: { terms: Term[]; className?: string }) {
  if (terms.length === 0) return null;
  return (
    <dl
      className={`grid grid-cols-[minmax(5.5rem,max-content)_minmax(0,1fr)] sm:grid-cols-[minmax(6.25rem,max-content)_minmax(0,1fr)] gap-x-4 border-(--facts-line) text-[0.9375rem] leading-[1.3] max-brief:grid-cols-1 ${className}`}
    >
      {terms.map(([label, text]) => (
        <div
          key={label}
          data-catch={(label === theCatch && Boolean(text)) || undefined}
          className="col-span-full grid min-h-10.5 grid-cols-subgrid content-center items-baseline border-(--facts-line) py-1.5 not-first:border-t data-catch:border-transparent data-catch:bg-(--catch-ground) data-catch:font-semibold [[data-catch]+&]:border-transparent data-catch:shadow-[-2rem_0_var(--catch-ground),2rem_0_var(--catch-ground)]"
        >
          <dt className="text-small whitespace-nowrap text-muted in-data-catch:text-ink dark:in-data-catch:text-gold max-brief:whitespace-normal">
            {label}
          </dt>
          <dd className={text ? "font-medium in-data-catch:font-semibold" : "text-muted"}>
            {typeof text === "string" ? curly(text || notStated) : (text ?? notStated)}
          </dd>
        </div>
      ))}
    </dl>
  );
}

const notStated = "Not stated";
