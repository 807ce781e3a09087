import { Link } from "react-router";
import { paths } from "../../paths.ts";
import type { ArticleCard as Card } from "../api.gen.ts";
import { curly } from "../curly.ts";
import { Badges, CategoryBadge, FeaturedBadge, SavingsBadge } from "./badge.tsx";
import { Cards, cardLook, footLook } from "./cards.tsx";
import { Picture, sizes } from "./picture.tsx";
import { Skeleton } from "./skeleton.tsx";
import { RelativeTime, Reviewed } from "./time.tsx";

interface ArticleCardProps {
  article: Card;
  /** The heading level of the title. */
  heading?: "h2" | "h3";
  /** `across` starts a list, `lead` is a page's first story, `brief` is next to it, `listed` is one of many. */
  look?: keyof typeof looks;
  first?: boolean;
}

/** A short text with a small picture next to it. */
const small = {
  card: "group relative grid grid-cols-[minmax(0,1fr)_6rem] items-start gap-4 sm:grid-cols-[minmax(0,1fr)_8rem] md:max-lg:grid-cols-1 lg:grid-cols-[minmax(0,1fr)_7rem]",
  picture: "col-start-2 row-start-1 aspect-3/2 w-full rounded-small md:max-lg:col-start-1",
  body: "col-start-1 row-start-1 grid grid-cols-[minmax(0,1fr)] justify-items-start *:max-w-full md:max-lg:row-start-2",
  title: "card-title mt-1.5",
  text: "hidden",
};

/** The classes of a card's parts by its look. */
const looks = {
  card: { ...cardLook, text: "mt-2 leading-[1.5] text-muted" },
  across: {
    ...cardLook,
    card: `${cardLook.card} md:col-span-full md:grid-cols-[55%_minmax(0,1fr)] md:grid-rows-none md:items-center md:gap-x-[clamp(2rem,4vw,3.5rem)]`,
    title: "card-title mt-3 md:text-heading",
    text: "mt-2 leading-[1.5] text-muted",
  },
  lead: {
    card: "group relative grid grid-cols-[minmax(0,1fr)] content-start gap-x-[inherit] gap-y-4 lg:col-span-2 lg:col-start-1 lg:row-span-2 lg:row-start-1 lg:grid-cols-subgrid lg:grid-rows-subgrid",
    picture: "aspect-3/2 w-full rounded-small md:max-lg:aspect-2/1 lg:row-span-2 lg:aspect-5/4",
    body: "grid grid-cols-[minmax(0,1fr)] content-start justify-items-start *:max-w-full lg:border-b lg:border-line lg:pb-2",
    title: "mt-3 text-title leading-[1.06] tracking-[-0.022em] lg:text-[2.5rem]",
    text: "mt-3 text-muted",
  },
  brief: { ...small, body: `${small.body} max-lg:[&_[aria-hidden]]:hidden` },
  listed: { ...small, body: `${small.body} [&_[aria-hidden]]:hidden` },
};

/** An article in a list. The whole card is clickable; for screen readers only the title is a link. */
export function ArticleCard({ article, heading: Heading = "h3", look = "card", first }: ArticleCardProps) {
  const classes = looks[look];
  return (
    <article className={classes.card}>
      <Picture
        src={article.imageUrl}
        picture={article.picture}
        sizes={look === "lead" ? sizes.half : look === "brief" || look === "listed" ? sizes.small : sizes.card}
        first={first}
        className={classes.picture}
      />
      <div className={classes.body}>
        <Badges>
          <CategoryBadge category={article.category} />
          {article.isFeatured && <FeaturedBadge />}
          <SavingsBadge avgSavings={article.avgSavings} assumption={article.savingsAssumption} />
        </Badges>
        <Heading className={classes.title}>
          <Link to={paths.article(article.slug)} className="card-link group-hover:decoration-gold">
            {curly(article.title)}
          </Link>
        </Heading>
        <p className={classes.text}>{curly(article.excerpt)}</p>
        <p className={footLook}>
          <span>
            {`${look === "lead" ? `By ${article.authorName} · ` : ""}${article.readTime} min read · `}
            <RelativeTime iso={article.createdAt} />
            <Reviewed iso={article.reviewedAt} />
          </span>
          <span className="flex-none border-b-2 border-gold font-semibold text-ink" aria-hidden="true">
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
    <div className={cardLook.card}>
      <Skeleton className="aspect-3/2 w-full" />
      <div className={cardLook.body}>
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
    <Cards role="status" aria-label={label}>
      {Array.from({ length: count }, (_, i) => (
        <CardSkeleton key={i} />
      ))}
    </Cards>
  );
}
