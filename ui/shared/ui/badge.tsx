import type { ReactNode } from "react";
import { categoryLabel } from "../constants.ts";
import { curly } from "../curly.ts";

/** The line above a title. It is the same height with and without savings, so that titles side by side align. */
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

/** The savings in an article, and for whom: the household in its example, unless it says otherwise. */
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

/** Marks a fictional partner, case or author. */
export function ExampleBadge() {
  return <span className="badge">Example</span>;
}

/** Marks offers and a guide's partner links as sponsored. */
export function SponsoredBadge() {
  return <span className="badge badge-sponsored">Sponsored</span>;
}
