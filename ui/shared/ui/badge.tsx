import { categoryLabel } from "../constants.ts";

/** A category in its color; one that has no color of its own is gray. */
export function CategoryBadge({ category }: { category: string }) {
  return (
    <span className="badge" data-category={category}>
      {categoryLabel(category)}
    </span>
  );
}

/** What a piece saves, where it derives the figure. */
export function SavingsBadge({ avgSavings }: { avgSavings: string | null }) {
  return avgSavings && <span className="badge badge-savings">Save {avgSavings}</span>;
}

export function FeaturedBadge() {
  return <span className="badge badge-featured">Featured</span>;
}
