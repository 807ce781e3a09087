import { paths } from "../../paths.ts";
import type { Article } from "../../shared/api.gen.ts";
import { categoryLabel } from "../../shared/constants.ts";
import { curly } from "../../shared/curly.ts";
import { ArticleCard } from "../../shared/ui/article-card.tsx";
import { Badges, CategoryBadge, FeaturedBadge, SavingsBadge } from "../../shared/ui/badge.tsx";
import { Breadcrumbs } from "../../shared/ui/breadcrumbs.tsx";
import { Byline } from "../../shared/ui/byline.tsx";
import { Contents } from "../../shared/ui/contents.tsx";
import { Picture, sizes } from "../../shared/ui/picture.tsx";
import { KeepReading, PieceColumns, PieceHead } from "../../shared/ui/piece.tsx";
import { PieceMeta } from "../../shared/ui/piece-meta.tsx";
import { AuthorCard, CorrectionNote, MethodNote, PieceClaims, Sources } from "../../shared/ui/piece-notes.tsx";
import { Prose } from "../../shared/ui/prose.tsx";
import { ShareButton } from "../../shared/ui/share-button.tsx";
import { SubscribeCall } from "../../shared/ui/subscribe-call.tsx";

/** A complete article. A preview is not indexed by search engines. */
export function ArticlePage({ article, preview = false }: { article: Article; preview?: boolean }) {
  const trail = [
    { name: "Articles", path: paths.articles },
    { name: categoryLabel(article.category), path: paths.articlesBy({ category: article.category }) },
  ];
  return (
    <>
      <PieceMeta
        piece={article}
        path={paths.article(article.slug)}
        description={article.excerpt}
        published={article.createdAt}
        trail={trail}
        preview={preview}
      />
      <article>
        <PieceHead
          before={<Breadcrumbs trail={trail} />}
          intro={
            <>
              <Badges>
                <CategoryBadge category={article.category} />
                <SavingsBadge avgSavings={article.avgSavings} assumption={article.savingsAssumption} />
                {article.isFeatured && <FeaturedBadge />}
              </Badges>
              <h1 className="display mt-4">{curly(article.title)}</h1>
              <p className="lead mt-5 max-w-[44ch]">{curly(article.excerpt)}</p>
            </>
          }
          picture={
            <Picture
              src={article.imageUrl}
              alt={article.imageAlt}
              picture={article.picture}
              sizes={sizes.half}
              first
              className="aspect-3/2 w-full rounded-small print:max-w-[9cm]"
            />
          }
        >
          <Byline
            author={article.authorName}
            authorSlug={article.authorSlug}
            example={article.authorIsExample}
            publishedAt={article.createdAt}
            reviewedAt={article.reviewedAt}
            minutes={article.readTime}
          >
            <ShareButton title={article.title} text={article.excerpt} path={paths.article(article.slug)} />
          </Byline>
          <CorrectionNote correction={article.correction} />
        </PieceHead>
        <PieceColumns>
          <Contents toc={article.toc} />
          <div className="article-text">
            <Prose html={article.body} />
            <MethodNote avgSavings={article.avgSavings} assumption={article.savingsAssumption} />
            <PieceClaims claims={article.claims} />
            <Sources sources={article.sources} />
            <AuthorCard piece={article} />
          </div>
        </PieceColumns>
      </article>
      <Related article={article} />
      <SubscribeCall />
    </>
  );
}

function Related({ article }: { article: Article }) {
  if (article.related.length === 0) return null;
  const { category } = article;
  return (
    <KeepReading
      title="Keep reading"
      more={{ to: paths.articlesBy({ category }), label: `More on ${categoryLabel(category)}` }}
    >
      {article.related.map((card) => (
        <ArticleCard key={card.id} article={card} />
      ))}
    </KeepReading>
  );
}
