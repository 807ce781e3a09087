import type { ReactNode } from "react";
import type { OfferFacts } from "../api.gen.ts";
import { curly } from "../curly.ts";
import { ExampleBadge, SponsoredBadge } from "../ui/badge.tsx";
import { isExample, partnerHost } from "./example.ts";

/** The line at the top of every offer: it is sponsored, and where it leads. */
export function OfferBand({ target }: { target: string | undefined }) {
  const host = partnerHost(target);
  return (
    <p className="flex items-baseline justify-between gap-x-3 border-b border-line pb-2 text-small text-muted">
      <span className="min-w-0 wrap-anywhere">
        <SponsoredBadge />
        {host && ` · goes to ${host}`}
      </span>
      {isExample(target) && <ExampleBadge />}
    </p>
  );
}

/** What an offer is worth, in large type. It is hidden if staff entered no figure. */
export function OfferFigure({ figure, figureNote }: Partial<OfferFacts>) {
  if (!figure) return null;
  return (
    <p className="mt-4 flex flex-wrap items-baseline gap-x-3">
      <span className="min-w-0 wrap-anywhere font-display text-[clamp(1.75rem,8vw,2.5rem)] leading-none font-medium tracking-tight figures-lining">
        {figure}
      </span>
      <span className="text-small text-muted">{figureNote && curly(figureNote)}</span>
    </p>
  );
}

const rows = { who: "For", minimum: "Minimum", fee: "Fee", ends: "Ends", proof: "Proof" } as const;
const names = Object.keys(rows) as (keyof typeof rows)[];

interface OfferConditionsProps {
  facts: Partial<OfferFacts>;
  /** The end date, if it is not plain text. */
  ends?: ReactNode;
}

/** The conditions of an offer, as far as staff have entered them. */
export function OfferConditions({ facts, ends }: OfferConditionsProps) {
  const conditions = { ...facts, ends: ends || facts.ends };
  const given = names.filter((name) => conditions[name]);
  return (
    <>
      {given.length > 0 && <Rows given={given} conditions={conditions} />}
      <Disclaimer text={facts.disclaimer} />
    </>
  );
}

/** The disclaimer that the law requires for health plan offers, word for word. */
export function Disclaimer({ text }: { text: string | null | undefined }) {
  return text && <p className="mt-4 w-full text-small">{text}</p>;
}

function Rows({
  given,
  conditions,
}: {
  given: typeof names;
  conditions: Partial<Record<keyof typeof rows, ReactNode>>;
}) {
  return (
    <dl className="mt-4 grid w-full grid-cols-[auto_minmax(0,1fr)] gap-x-4 border-t border-line text-small">
      {given.map((name) => (
        <div key={name} className="col-span-2 grid grid-cols-subgrid border-b border-line py-1.5">
          <dt className="text-muted">{rows[name]}</dt>
          <dd>{typographic(conditions[name])}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Text with curly quotes; anything else unchanged. */
function typographic(condition: ReactNode) {
  return typeof condition === "string" ? curly(condition) : condition;
}
