import { Suspense } from "react";
import { Link, type LoaderFunctionArgs, useLoaderData, useParams } from "react-router";
import { paths } from "../../paths.ts";
import type { Article } from "../../shared/api.gen.ts";
import { apiContext, type Read, settled } from "../../shared/api.ts";
import { categoryLabel } from "../../shared/constants.ts";
import { breadcrumbs, Head, shareImage } from "../../shared/head.tsx";
import { useSite } from "../../shared/site.ts";
import { ArticleCard } from "../../shared/ui/article-card.tsx";
import { CategoryBadge, FeaturedBadge, SavingsBadge } from "../../shared/ui/badge.tsx";
import { Breadcrumbs } from "../../shared/ui/breadcrumbs.tsx";
import { Byline } from "../../shared/ui/byline.tsx";
import { Contents } from "../../shared/ui/contents.tsx";
import { Picture } from "../../shared/ui/picture.tsx";
import { PieceSkeleton } from "../../shared/ui/piece-skeleton.tsx";
import { Prose } from "../../shared/ui/prose.tsx";
import { SubscribeCall } from "../../shared/ui/subscribe-call.tsx";

export function loader({ params, context }: LoaderFunctionArgs) {
  return { article: context.get(apiContext).get<Article>(`/api/articles/${encodeURIComponent(params.slug ?? "")}`) };
}

export function Component() {
  const { article } = useLoaderData<{ article: Read<Article> }>();
  const { slug = "" } = useParams();
  return (
    <Suspense key={slug} fallback={<PieceSkeleton label="Loading article" path={paths.article(slug)} />}>
      <LoadedArticle article={article} />
    </Suspense>
  );
}

function LoadedArticle({ article }: { article: Read<Article> }) {
  return <ArticlePage article={settled(article).data} />;
}

function ArticlePage({ article }: { article: Article }) {
  const trail = [
    { name: "Home", path: paths.home },
    { name: "Articles", path: paths.articles },
    { name: categoryLabel(article.category), path: paths.articlesBy({ category: article.category }) },
  ];
  return (
    <>
      <ArticleHead article={article} trail={trail} />
      <article className="piece">
        <header className="wrap piece-head">
          <Breadcrumbs trail={trail} />
          <div className="piece-intro">
            <div className="badges">
              <CategoryBadge category={article.category} />
              <SavingsBadge avgSavings={article.avgSavings} />
              {article.isFeatured && <FeaturedBadge />}
            </div>
            <h1 className="display">{article.title}</h1>
            <p className="lead">{article.excerpt}</p>
          </div>
          <Picture src={article.imageUrl} alt={article.imageAlt} first className="piece-picture" />
          <Byline
            author={article.authorName}
            publishedAt={article.createdAt}
            reviewedAt={article.reviewedAt}
            minutes={article.readTime}
          />
        </header>
        <div className="wrap piece-columns">
          <Contents toc={article.toc} />
          <Prose html={article.body} />
        </div>
      </article>
      <Related article={article} />
      <SubscribeCall />
    </>
  );
}

function Related({ article }: { article: Article }) {
  if (article.related.length === 0) return null;
  return (
    <section className="wrap section no-print" aria-labelledby="related">
      <div className="section-head">
        <h2 id="related" className="heading">
          Keep reading
        </h2>
        <Link to={paths.articlesBy({ category: article.category })}>More on {categoryLabel(article.category)}</Link>
      </div>
      <div className="grid-cards">
        {article.related.map((card) => (
          <ArticleCard key={card.id} article={card} />
        ))}
      </div>
    </section>
  );
}

function ArticleHead({ article, trail }: { article: Article; trail: { name: string; path: string }[] }) {
  const { baseUrl, siteName } = useSite();
  const path = paths.article(article.slug);
  return (
    <Head
      title={article.title}
      description={article.excerpt}
      path={path}
      image={article.imageUrl}
      type="article"
      jsonLd={[
        {
          "@type": "Article",
          headline: article.title,
          description: article.excerpt,
          datePublished: article.createdAt,
          dateModified: article.reviewedAt ?? article.createdAt,
          author: { "@type": "Person", name: article.authorName },
          publisher: { "@type": "Organization", name: siteName, url: baseUrl },
          mainEntityOfPage: baseUrl + path,
          image: shareImage(article.imageUrl, baseUrl),
        },
        breadcrumbs(baseUrl, [...trail, { name: article.title, path }]),
      ]}
    />
  );
}
