import type { ReactNode } from "react";
import type { OfferFacts } from "../api.gen.ts";
import { curly } from "../curly.ts";
import { ExampleBadge, SponsoredBadge } from "../ui/badge.tsx";
import { LongDate } from "../ui/time.tsx";
import { isExample } from "./example.ts";

/** The line at the top of every offer: it is sponsored, and its other labels. */
export function OfferBand({ target, children }: { target: string | undefined; children?: ReactNode }) {
  return (
    <p className="flex flex-wrap items-baseline gap-x-3">
      <SponsoredBadge />
      {children}
      {isExample(target) && <ExampleBadge />}
    </p>
  );
}

/** The company behind an offer. */
export function OfferPartner({ partner }: { partner: string | undefined }) {
  return partner && <p className="mt-2 font-semibold">{curly(partner)}</p>;
}

/** A number, and its unit: "$15" and " a month". */
const measured = /^(\S*\d\S*)( \D+)$/;

/** What an offer is worth, in large type with a smaller unit, and what that is. It is hidden if staff entered no figure. */
export function OfferFigure({ figure, figureNote, className }: Partial<OfferFacts> & { className?: string }) {
  if (!figure) return null;
  const [, number = figure, unit] = figure.match(measured) ?? [];
  return (
    <p className={className}>
      <span className="block wrap-anywhere font-display text-[clamp(2.25rem,8vw,2.625rem)] leading-[1.1] font-medium tracking-tight [word-spacing:0.12em] figures-lining">
        {number}
        {unit && <span className="text-[0.6em] tracking-[0] [word-spacing:0.08em]">{unit}</span>}
      </span>
      {figureNote && <span className="mt-1 block text-[0.9375rem]">{curly(figureNote)}</span>}
    </p>
  );
}

interface OfferFootProps {
  checkedAt: string | null | undefined;
  children?: ReactNode;
}

/** The end of every offer: what else there is to do, and when staff last saved it. */
export function OfferFoot({ checkedAt, children }: OfferFootProps) {
  return (
    <div className="mt-3 text-small text-muted empty:hidden">
      {children}
      {checkedAt && (
        <p>
          Last updated <LongDate iso={checkedAt} />
        </p>
      )}
    </div>
  );
}

/** The disclaimer that the law requires for health plan offers, word for word. */
export function Disclaimer({ text }: { text: string | null | undefined }) {
  return text && <p className="mt-4 w-full text-small">{text}</p>;
}
