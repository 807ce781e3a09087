import type { ReactNode } from "react";
import { categoryLabel } from "../constants.ts";
import { curly } from "../curly.ts";

/** The small print above a title, as high with savings as without: titles beside each other begin on one line. */
export function Badges({ className = "", children }: { className?: string; children: ReactNode }) {
  return <div className={`flex min-h-[1.55rem] flex-wrap items-baseline gap-x-3 ${className}`}>{children}</div>;
}

/** A category in its color; gray if it has none. */
export function CategoryBadge({ category }: { category: string }) {
  return (
    <span className="badge" data-category={category}>
      {categoryLabel(category)}
    </span>
  );
}

/** The savings that an article works out, and for whom: a household of its example, unless it says more. */
export function SavingsBadge({ avgSavings, assumption }: { avgSavings: string | null; assumption?: string | null }) {
  return (
    avgSavings && (
      <span>
        <span
          className="badge rounded-[3px] bg-(--savings-ground) px-1.5 text-[0.75rem] tracking-[0.02em] text-(--savings-ink) normal-case"
          data-savings
        >
          Save {avgSavings}
        </span>
        <span className="ml-1.5 text-[0.8125rem] text-muted">
          {assumption ? curly(assumption) : "example household"}
        </span>
      </span>
    )
  );
}

export function FeaturedBadge() {
  return <span className="badge">Featured</span>;
}

/** Said where a partner, a case or an author is invented. */
export function ExampleBadge() {
  return <span className="badge">Example</span>;
}

/** Said at every offer and at a guide's link to a partner: somebody pays for it. */
export function SponsoredBadge() {
  return <span className="badge badge-sponsored">Sponsored</span>;
}
