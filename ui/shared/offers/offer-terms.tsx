import type { ReactNode } from "react";
import type { OfferFacts } from "../api.gen.ts";
import { curly } from "../curly.ts";
import { LongDate } from "../ui/time.tsx";

/** The facts that staff entered about an offer, and when it ends. */
export type Facts = Partial<OfferFacts> & { endsAt?: string | null };

/** The kind of offer: a settlement is a case, insurance is a policy. */
export type OfferKind = "offer" | "case" | "policy";

/** A term of an offer. Its text is empty if staff entered none. */
export type Term = [label: string, text: ReactNode];

/** The terms of each kind of offer, in order. */
const terms: Record<OfferKind, (facts: Facts) => Term[]> = {
  offer: ({ who, minimum, fee, proof, ...facts }) => [
    ["Who it’s for", who],
    ["The catch", minimum || fee],
    ["Fee", minimum && fee],
    ["Ends", ending(facts)],
    ["Proof", proof],
  ],
  case: ({ who, minimum, fee, proof, ...facts }) => [
    ["Who’s included", who],
    ["Proof", proof],
    ["The catch", minimum],
    ["Cost to file", fee],
    ["Ends", ending(facts)],
  ],
  policy: ({ who, minimum, fee, proof, ...facts }) => [
    ["Who it’s for", who],
    ["Your price", fee],
    ["The catch", minimum],
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

/** The terms of an offer as rows of equal height, each one or two lines. */
export function OfferTerms({ terms, className = "" }: { terms: Term[]; className?: string }) {
  if (terms.length === 0) return null;
  return (
    <dl className={`text-[0.9375rem] leading-[1.35] ${className}`}>
      {terms.map(([label, text]) => (
        <div
          key={label}
          className="grid min-h-13 grid-cols-[6.25rem_minmax(0,1fr)] items-center gap-x-3 border-t border-line py-1.5 max-brief:grid-cols-1"
        >
          <dt className="text-small text-muted">{label}</dt>
          <dd className={text ? "font-medium" : "text-muted"}>
            {typeof text === "string" ? curly(text || notStated) : (text ?? notStated)}
          </dd>
        </div>
      ))}
    </dl>
  );
}

const notStated = "Not stated";
