import { Link } from "react-router";
import { paths } from "../../paths.ts";
import type { ArticleCard as Card } from "../api.gen.ts";
import { curly } from "../curly.ts";
import { CategoryBadge, FeaturedBadge, SavingsBadge } from "./badge.tsx";
import { Picture, sizes } from "./picture.tsx";
import { Skeleton } from "./skeleton.tsx";
import { RelativeTime, Reviewed } from "./time.tsx";

interface ArticleCardProps {
  article: Card;
  /** Level of the title. */
  heading?: "h2" | "h3";
  /** `lead` is the first story of a page, `brief` one beside it. */
  look?: "card" | "lead" | "brief";
  first?: boolean;
}

/** The classes of a card's parts by its look. */
const looks = {
  card: { card: "card", picture: "", body: "card-body", title: "card-title", text: "card-text" },
  lead: {
    card: "relative grid content-start gap-x-[inherit] gap-y-4 lg:col-span-2 lg:col-start-1 lg:row-span-2 lg:row-start-1 lg:grid-cols-subgrid lg:grid-rows-subgrid",
    picture: "md:max-lg:aspect-2/1 lg:row-span-2",
    body: "grid content-start justify-items-start lg:border-b lg:border-line lg:pb-2",
    title: "mt-3 text-title leading-[1.06] tracking-[-0.022em] lg:text-[2.5rem]",
    text: "mt-3 text-muted",
  },
  brief: {
    card: "card grid grid-cols-[minmax(0,1fr)_6rem] items-start gap-x-4 sm:grid-cols-[minmax(0,1fr)_8rem] lg:grid-cols-[minmax(0,1fr)_7rem]",
    picture: "col-start-2 row-start-1",
    body: "col-start-1 row-start-1 grid justify-items-start",
    title: "card-title mt-1.5",
    text: "hidden",
  },
};

/** An article in a list. The whole card is clickable; for screen readers its title is the one link. */
export function ArticleCard({ article, heading: Heading = "h3", look = "card", first }: ArticleCardProps) {
  const classes = looks[look];
  return (
    <article className={classes.card}>
      <Picture
        src={article.imageUrl}
        picture={article.picture}
        sizes={look === "lead" ? sizes.half : look === "brief" ? sizes.small : sizes.card}
        first={first}
        className={classes.picture}
      />
      <div className={classes.body}>
        <div className="badges">
          <CategoryBadge category={article.category} />
          {article.isFeatured && <FeaturedBadge />}
          <SavingsBadge avgSavings={article.avgSavings} assumption={article.savingsAssumption} />
        </div>
        <Heading className={classes.title}>
          <Link to={paths.article(article.slug)} className="card-link">
            {curly(article.title)}
          </Link>
        </Heading>
        <p className={classes.text}>{curly(article.excerpt)}</p>
        <p className="card-foot">
          <span>
            {look === "lead" && `By ${article.authorName} · `}
            {article.readTime} min read · <RelativeTime iso={article.createdAt} />
            <Reviewed iso={article.reviewedAt} />
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
