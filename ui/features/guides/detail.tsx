import { Suspense } from "react";
import { Link, type LoaderFunctionArgs, useLoaderData, useLocation, useParams } from "react-router";
import { paths } from "../../paths.ts";
import type { Guide, GuideItem } from "../../shared/api.gen.ts";
import { apiContext, type Read, settled } from "../../shared/api.ts";
import { categoryLabel } from "../../shared/constants.ts";
import { count } from "../../shared/format.ts";
import { breadcrumbs, Head, shareImage } from "../../shared/head.tsx";
import { useSite } from "../../shared/site.ts";
import { ArticleCard } from "../../shared/ui/article-card.tsx";
import { CategoryBadge, FeaturedBadge } from "../../shared/ui/badge.tsx";
import { Breadcrumbs } from "../../shared/ui/breadcrumbs.tsx";
import { ButtonLink } from "../../shared/ui/button.tsx";
import { Byline } from "../../shared/ui/byline.tsx";
import { Contents } from "../../shared/ui/contents.tsx";
import { GuideCard, Tags } from "../../shared/ui/guide-card.tsx";
import { Notice } from "../../shared/ui/notice.tsx";
import { Picture } from "../../shared/ui/picture.tsx";
import { PieceSkeleton } from "../../shared/ui/piece-skeleton.tsx";
import { PlainText } from "../../shared/ui/prose.tsx";
import { SubscribeCall } from "../../shared/ui/subscribe-call.tsx";
import { ShareButton } from "./share.tsx";
import { inOrder, Steps, stepId } from "./steps.tsx";

export function loader({ params, context }: LoaderFunctionArgs) {
  return { guide: context.get(apiContext).get<Guide>(`/api/listicles/${encodeURIComponent(params.id ?? "")}`) };
}

export function Component() {
  const { guide } = useLoaderData<{ guide: Read<Guide> }>();
  const { id = "" } = useParams();
  return (
    <Suspense key={id} fallback={<PieceSkeleton label="Loading guide" path={paths.guide(id)} />}>
      <LoadedGuide guide={guide} />
    </Suspense>
  );
}

/** A guide that is not there and one that cannot be loaded read the same (specification section 8). */
export function ErrorBoundary() {
  const { pathname } = useLocation();
  return (
    <>
      <Head title="Guide Not Found" description="There is no guide at this address." path={pathname} noindex />
      <Notice
        picture="magnifier"
        title="Guide Not Found"
        text="The money-saving guide you're looking for doesn't exist or has been removed."
        links={[{ to: paths.guides, label: "Back to Guides" }]}
      />
    </>
  );
}

function LoadedGuide({ guide }: { guide: Read<Guide> }) {
  return <GuidePage guide={settled(guide).data} />;
}

function GuidePage({ guide }: { guide: Guide }) {
  const steps = inOrder(guide.items);
  const trail = [
    { name: "Home", path: paths.home },
    { name: "Guides", path: paths.guides },
    { name: categoryLabel(guide.category), path: paths.guidesBy({ category: guide.category }) },
  ];
  return (
    <>
      <GuideHead guide={guide} trail={trail} />
      <article className="piece">
        <header className="wrap piece-head">
          <Breadcrumbs trail={trail} />
          <div className="piece-intro">
            <div className="badges">
              <CategoryBadge category={guide.category} />
              {guide.featured && <FeaturedBadge />}
            </div>
            <h1 className="display">{guide.title}</h1>
            <p className="lead">{guide.subtitle}</p>
          </div>
          <Picture src={guide.imageUrl} first className="piece-picture" />
          <Byline
            author={guide.authorName}
            publishedAt={guide.publishedAt}
            reviewedAt={guide.reviewedAt}
            minutes={guide.estimatedReadTime}
            more={[count(guide.items.length, "step"), categoryLabel(guide.category)]}
          />
          <div className="piece-tools">
            <Tags tags={guide.tags} />
            <ShareButton title={guide.title} text={guide.subtitle} path={paths.guide(guide.slug)} />
          </div>
        </header>
        <div className="wrap piece-columns">
          <Contents toc={steps.map((step) => ({ id: stepId(step), title: step.title }))} numbered />
          <div className="guide-body">
            <PlainText text={guide.introduction} />
            {guide.items.some(leadsAway) && <Disclosure />}
            <Steps slug={guide.slug} steps={steps} />
            <section aria-labelledby="conclusion" className="conclusion">
              <h2 id="conclusion" className="heading">
                In the end
              </h2>
              <PlainText text={guide.conclusion} />
            </section>
            <p className="no-print mt-10 flex flex-wrap gap-4">
              <ButtonLink to={paths.subscribe}>Get tips like these by email</ButtonLink>
              <ButtonLink to={paths.guides} look="quiet">
                All guides
              </ButtonLink>
            </p>
          </div>
        </div>
      </article>
      <Related guide={guide} />
      <SubscribeCall />
    </>
  );
}

/** A step's link to a site that is not ours may be a partner's, now or once staff change it. */
function leadsAway({ ctaUrl }: GuideItem): boolean {
  return ctaUrl?.startsWith("http") ?? false;
}

function Disclosure() {
  return (
    <p className="disclosure">
      Some links in our guides lead to other sites. When one of them is a partner that pays us, it does not change what
      you pay or what we recommend. <Link to={paths.terms}>How we earn</Link>
    </p>
  );
}

function Related({ guide }: { guide: Guide }) {
  if (guide.related.length + guide.relatedArticles.length === 0) return null;
  return (
    <section className="wrap section no-print" aria-labelledby="related">
      <div className="section-head">
        <h2 id="related" className="heading">
          Where to go from here
        </h2>
        <Link to={paths.guides}>All guides</Link>
      </div>
      <div className="grid-cards">
        {guide.related.map((card) => (
          <GuideCard key={card.id} guide={card} />
        ))}
        {guide.relatedArticles.map((card) => (
          <ArticleCard key={card.id} article={card} />
        ))}
      </div>
    </section>
  );
}

function GuideHead({ guide, trail }: { guide: Guide; trail: { name: string; path: string }[] }) {
  const { baseUrl, siteName } = useSite();
  const path = paths.guide(guide.slug);
  return (
    <Head
      title={guide.title}
      description={guide.subtitle}
      path={path}
      image={guide.imageUrl}
      type="article"
      jsonLd={[
        {
          "@type": "HowTo",
          name: guide.title,
          description: guide.subtitle,
          datePublished: guide.publishedAt,
          dateModified: guide.reviewedAt ?? guide.publishedAt,
          author: { "@type": "Person", name: guide.authorName },
          publisher: { "@type": "Organization", name: siteName, url: baseUrl },
          image: shareImage(guide.imageUrl, baseUrl),
          step: inOrder(guide.items).map((step) => ({
            "@type": "HowToStep",
            name: step.title,
            url: `${baseUrl}${path}#${stepId(step)}`,
          })),
        },
        breadcrumbs(baseUrl, [...trail, { name: guide.title, path }]),
      ]}
    />
  );
}
