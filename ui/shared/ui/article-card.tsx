import { Link } from "react-router";
import { paths } from "../../paths.ts";
import type { ArticleCard as Card } from "../api.gen.ts";
import { curly } from "../curly.ts";
import { CategoryBadge, FeaturedBadge, SavingsBadge } from "./badge.tsx";
import { Picture } from "./picture.tsx";
import { Skeleton } from "./skeleton.tsx";
import { RelativeTime } from "./time.tsx";

interface ArticleCardProps {
  article: Card;
  /** Level of the title. */
  heading?: "h2" | "h3";
  first?: boolean;
}

/** An article in a list. The whole card is clickable; for screen readers its title is the one link. */
export function ArticleCard({ article, heading: Heading = "h3", first }: ArticleCardProps) {
  return (
    <article className="card">
      <Picture src={article.imageUrl} picture={article.picture} first={first} />
      <div className="card-body">
        <div className="badges">
          <CategoryBadge category={article.category} />
          <SavingsBadge avgSavings={article.avgSavings} />
          {article.isFeatured && <FeaturedBadge />}
        </div>
        <Heading className="card-title">
          <Link to={paths.article(article.slug)} className="card-link">
            {curly(article.title)}
          </Link>
        </Heading>
        <p className="card-text">{curly(article.excerpt)}</p>
        <p className="card-foot">
          <span>
            <RelativeTime iso={article.createdAt} /> · {article.readTime} min read
          </span>
          <span className="read-more" aria-hidden="true">
            Read More
          </span>
        </p>
      </div>
    </article>
  );
}

/** The skeleton of a card. */
export function CardSkeleton() {
  return (
    <div className="card">
      <Skeleton className="picture" />
      <div className="card-body">
        <Skeleton className="h-5 w-24" />
        <Skeleton className="mt-3 h-7 w-11/12" />
        <Skeleton className="mt-2 h-7 w-2/3" />
        <Skeleton className="mt-4 h-4 w-full" />
        <Skeleton className="mt-2 h-4 w-10/12" />
        <Skeleton className="mt-6 h-4 w-40" />
      </div>
    </div>
  );
}

/** A grid of `count` skeletons. */
export function CardSkeletons({ count, label }: { count: number; label: string }) {
  return (
    <div className="grid-cards" role="status" aria-label={label}>
      {Array.from({ length: count }, (_, i) => (
        <CardSkeleton key={i} />
      ))}
    </div>
  );
}
