import { Suspense } from "react";
import { Link } from "react-router";
import { paths } from "../../paths.ts";
import type { ArticleCard as Card } from "../../shared/api.gen.ts";
import { type Read, settled } from "../../shared/api.ts";
import { homeArticles, latestShown } from "../../shared/constants.ts";
import { ArticleCard, CardSkeletons } from "../../shared/ui/article-card.tsx";
import { Skeleton } from "../../shared/ui/skeleton.tsx";
import { textLink } from "../../shared/ui/text-link.ts";

/** The featured articles, the newest one large and the others next to it. */
export function Stories({ articles }: { articles: Read<Card[]> }) {
  return (
    <section className="wrap pt-6 pb-8" aria-labelledby="featured">
      <div className="mb-4 flex flex-wrap items-baseline justify-between gap-x-8">
        <h2 id="featured" className="font-ui text-label uppercase text-muted">
          Featured articles
        </h2>
        <Link to={paths.articles} className={textLink}>
          View All Articles
        </Link>
      </div>
      <Suspense fallback={<CardSkeletons count={homeArticles} label="Loading articles" />}>
        <Featured articles={articles} />
      </Suspense>
    </section>
  );
}

function Featured({ articles }: { articles: Read<Card[]> }) {
  const [lead, ...others] = settled(articles).data.slice(0, homeArticles);
  if (!lead) return <p className="lead">Our first articles are on their way.</p>;
  return (
    <div className="grid gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,1.35fr)_minmax(0,1fr)] lg:grid-rows-[auto_1fr]">
      <ArticleCard article={lead} look="lead" first />
      <div className="grid content-start gap-x-8 gap-y-6 md:max-lg:grid-cols-2 lg:col-start-2 lg:row-start-2">
        {others.map((article) => (
          <ArticleCard key={article.id} article={article} look="brief" first />
        ))}
      </div>
    </div>
  );
}

/** The newest articles that are not featured above. */
export function Latest({ articles, featured }: { articles: Read<Card[]>; featured: Read<Card[]> }) {
  const above = settled(featured)
    .data.slice(0, homeArticles)
    .map(({ id }) => id);
  const latest = settled(articles)
    .data.filter(({ id }) => !above.includes(id))
    .slice(0, latestShown);
  if (latest.length === 0) return null;
  return (
    <section className="wrap pb-12 lg:pb-16" aria-labelledby="latest">
      <h2 id="latest" className="mb-6 border-t border-line pt-4 font-ui text-label uppercase text-muted">
        Latest articles
      </h2>
      <div className="grid gap-x-12 gap-y-8 md:grid-cols-3">
        {latest.map((article) => (
          <ArticleCard key={article.id} article={article} look="listed" />
        ))}
      </div>
    </section>
  );
}

/** Shown in place of the latest articles while they load. */
export function LatestSkeleton() {
  return (
    <div className="wrap pb-12 lg:pb-16" role="status" aria-label="Loading the latest articles">
      <div className="grid gap-x-12 gap-y-8 border-t border-line pt-14 md:grid-cols-3">
        {Array.from({ length: latestShown }, (_, i) => (
          <Skeleton key={i} className="h-40" />
        ))}
      </div>
    </div>
  );
}
