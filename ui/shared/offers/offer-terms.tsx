import type { ReactNode } from "react";
import type { OfferFacts } from "../api.gen.ts";
import { curly } from "../curly.ts";
import { LongDate } from "../ui/time.tsx";

/** What staff gave of an offer, and when it leaves the site. */
export type Facts = Partial<OfferFacts> & { endsAt?: string | null };

/** What is offered: most things, a case that pays claims, or a policy whose price depends on the reader. */
export type OfferKind = "offer" | "case" | "policy";

/** A term of an offer; one that the partner doesn't state has no text. */
export type Term = [label: string, text: ReactNode];

/** What a reader judges an offer of a kind by, a line each. */
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

/** The terms that an offer states, in order; also those that only others of `among` state, as they stand in one table. */
export function termsOf(facts: Facts, kind: OfferKind = "offer", among: Facts[] = []): Term[] {
  const others = among.map(terms[kind]);
  return terms[kind](facts).filter(([, text], i) => text || others.some((other) => other[i]?.[1]));
}

/** The terms of an offer as rows, a line or two high each. */
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
