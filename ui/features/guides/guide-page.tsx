import { useLayoutEffect } from "react";
import { Link, useLocation, useNavigationType } from "react-router";
import { paths } from "../../paths.ts";
import type { Guide, GuideItem } from "../../shared/api.gen.ts";
import { categoryLabel } from "../../shared/constants.ts";
import { curly } from "../../shared/curly.ts";
import { count } from "../../shared/format.ts";
import { Head, shareImage } from "../../shared/head.tsx";
import { useSite } from "../../shared/site.ts";
import { article, breadcrumbs, type Crumb, steps as stepList } from "../../shared/structured-data.ts";
import { ArticleCard } from "../../shared/ui/article-card.tsx";
import { AuthorCard } from "../../shared/ui/author-card.tsx";
import { Badges, CategoryBadge, FeaturedBadge } from "../../shared/ui/badge.tsx";
import { Breadcrumbs } from "../../shared/ui/breadcrumbs.tsx";
import { Byline } from "../../shared/ui/byline.tsx";
import { Cards } from "../../shared/ui/cards.tsx";
import { Contents } from "../../shared/ui/contents.tsx";
import { CorrectionNote } from "../../shared/ui/correction-note.tsx";
import { GuideCard, Tags } from "../../shared/ui/guide-card.tsx";
import { Picture, sizes } from "../../shared/ui/picture.tsx";
import { PieceColumns, PieceHead } from "../../shared/ui/piece.tsx";
import { PieceClaims } from "../../shared/ui/piece-claims.tsx";
import { Prose } from "../../shared/ui/prose.tsx";
import { ShareButton } from "../../shared/ui/share-button.tsx";
import { Sources } from "../../shared/ui/sources.tsx";
import { SubscribeCall } from "../../shared/ui/subscribe-call.tsx";
import { textLink } from "../../shared/ui/text-link.ts";
import { useCurrent } from "./current-step.ts";
import { GuideNote } from "./note.tsx";
import { inOrder, Steps, stepId } from "./steps.tsx";
import { useTicked } from "./ticked.ts";

export { Steps }; // for the gallery

/** Scrolls to the step in the URL. The router looks for it before the guide is rendered. */
function useStepOfAddress() {
  const { hash } = useLocation();
  const type = useNavigationType();
  useLayoutEffect(() => {
    if (hash && type !== "POP") document.getElementById(hash.slice(1))?.scrollIntoView();
  }, [hash, type]);
}

/** A complete guide. A preview is not indexed by search engines. */
export function GuidePage({ guide, preview = false }: { guide: Guide; preview?: boolean }) {
  const steps = inOrder(guide.items);
  useStepOfAddress();
  const trail = [
    { name: "Home", path: paths.home },
    { name: "Guides", path: paths.guides },
    { name: categoryLabel(guide.category), path: paths.guidesBy({ category: guide.category }) },
  ];
  return (
    <>
      <GuideHead guide={guide} trail={trail} preview={preview} />
      <article>
        <PieceHead
          before={<Breadcrumbs trail={trail} />}
          intro={
            <>
              <Badges>
                <CategoryBadge category={guide.category} />
                {guide.featured && <FeaturedBadge />}
              </Badges>
              <h1 className="display mt-4">{curly(guide.title)}</h1>
              <p className="lead mt-5 max-w-[44ch]">{curly(guide.subtitle)}</p>
            </>
          }
          picture={
            <Picture
              src={guide.imageUrl}
              picture={guide.picture}
              sizes={sizes.half}
              first
              className="aspect-3/2 w-full rounded-small print:max-w-[9cm]"
            />
          }
        >
          <Byline
            author={guide.authorName}
            authorSlug={guide.authorSlug}
            example={guide.authorIsExample}
            publishedAt={guide.publishedAt}
            reviewedAt={guide.reviewedAt}
            minutes={guide.estimatedReadTime}
            more={[count(guide.items.length, "step")]}
          />
          <CorrectionNote correction={guide.correction} />
          <div className="mt-3 flex flex-wrap items-center justify-between gap-x-8 gap-y-3 print:hidden">
            <Tags tags={guide.tags} />
            <ShareButton title={guide.title} text={guide.subtitle} path={paths.guide(guide.slug)} />
          </div>
        </PieceHead>
        <PieceColumns>
          <StepContents slug={guide.slug} steps={steps} />
          <div className="max-w-[48rem] print:max-w-none">
            <Prose html={guide.introduction} />
            <Steps slug={guide.slug} steps={steps} />
            {!preview && <GuideNote guide={guide} />}
            {guide.conclusion && (
              <section aria-labelledby="conclusion" className="pt-[clamp(2.5rem,2rem+2vw,3.5rem)]">
                <h2 id="conclusion" className="heading mb-3">
                  The bottom line
                </h2>
                <Prose html={guide.conclusion} />
              </section>
            )}
            <PieceClaims claims={guide.claims} />
            <Sources sources={guide.sources} />
            <AuthorCard piece={guide} />
          </div>
        </PieceColumns>
      </article>
      <Related guide={guide} />
      <SubscribeCall />
    </>
  );
}

/** A guide's contents, with the current step and the steps checked off. */
function StepContents({ slug, steps }: { slug: string; steps: GuideItem[] }) {
  const { ticked } = useTicked(slug);
  const current = useCurrent(steps.map(stepId));
  const toc = steps.map((step) => ({
    id: stepId(step),
    title: curly(step.title),
    done: ticked.has(String(step.id)),
  }));
  return <Contents toc={toc} current={current} numbered />;
}

function Related({ guide }: { guide: Guide }) {
  if (guide.related.length + guide.relatedArticles.length === 0) return null;
  return (
    <section className="wrap section print:hidden" aria-labelledby="related">
      <div className="mb-8 flex flex-wrap items-baseline justify-between gap-x-8 gap-y-2 border-t border-rule pt-4">
        <h2 id="related" className="heading">
          What to read next
        </h2>
        <Link to={paths.guides} className={textLink}>
          All guides
        </Link>
      </div>
      <Cards whole>
        {guide.related.map((card) => (
          <GuideCard key={card.id} guide={card} />
        ))}
        {guide.relatedArticles.map((card) => (
          <ArticleCard key={card.id} article={card} />
        ))}
      </Cards>
    </section>
  );
}

interface GuideHeadProps {
  guide: Guide;
  trail: Crumb[];
  preview: boolean;
}

function GuideHead({ guide, trail, preview }: GuideHeadProps) {
  const site = useSite();
  const path = paths.guide(guide.slug);
  const { title, subtitle, imageUrl, publishedAt, revisedAt } = guide;
  return (
    <Head
      title={title}
      description={subtitle}
      path={path}
      image={imageUrl}
      picture={guide.picture}
      category={guide.category}
      type="article"
      published={publishedAt}
      modified={revisedAt}
      noindex={preview}
      markdown={`${path}.md`}
      jsonLd={[
        article(site, {
          path,
          title,
          description: subtitle,
          image: shareImage(site, { path, title, image: imageUrl, picture: guide.picture, category: guide.category }),
          category: guide.category,
          published: publishedAt,
          modified: revisedAt,
          author: { name: guide.authorName, slug: guide.authorSlug },
        }),
        stepList(
          site,
          path,
          inOrder(guide.items).map((step) => ({ id: stepId(step), title: step.title })),
        ),
        breadcrumbs(site.baseUrl, [...trail, { name: title, path }]),
      ]}
    />
  );
}
