import type { ReactNode } from "react";
import type { OfferFacts } from "../api.gen.ts";
import { curly } from "../curly.ts";
import { ExampleBadge, SponsoredBadge } from "../ui/badge.tsx";
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

/** `stacked` has the note below the figure, `strip` is colored. */
export type OfferFigureLook = "stacked" | "strip";

/** The strip's text is trimmed to its capitals and digits, so that those are in the middle. */
const looks: Record<OfferFigureLook, string> = {
  stacked: "flex-col",
  strip: "h-full content-center gap-y-3 bg-(--facts-ground) *:[text-box:trim-both_cap_alphabetic]",
};

interface OfferFigureProps extends Partial<OfferFacts> {
  look?: OfferFigureLook;
  className?: string;
}

/** What an offer is worth, in large type. It is hidden if staff entered no figure. */
export function OfferFigure({ figure, figureNote, look, className = "" }: OfferFigureProps) {
  if (!figure) return null;
  return (
    <p className={`flex flex-wrap items-baseline gap-x-2.5 ${look ? looks[look] : ""} ${className}`}>
      <span className="min-w-0 max-w-full wrap-anywhere font-display text-[clamp(2rem,8vw,2.5rem)] leading-[1.1] font-medium tracking-tight [word-spacing:0.12em] figures-lining">
        {figure}
      </span>
      {figureNote && <span className="text-[0.9375rem] opacity-85">{curly(figureNote)}</span>}
    </p>
  );
}

/** The disclaimer that the law requires for health plan offers, word for word. */
export function Disclaimer({ text }: { text: string | null | undefined }) {
  return text && <p className="mt-4 w-full text-small">{text}</p>;
}
