import { Suspense } from "react";
import { Link, type LoaderFunctionArgs, useLoaderData } from "react-router";
import { paths } from "../../paths.ts";
import type { ArticleCard as Card, GuideCard, SiteSettings } from "../../shared/api.gen.ts";
import { apiContext, type Read, settled } from "../../shared/api.ts";
import { categories, featuredGuidesShown, homeArticles, latestShown } from "../../shared/constants.ts";
import { curly } from "../../shared/curly.ts";
import { count } from "../../shared/format.ts";
import { Head } from "../../shared/head.tsx";
import { useSite } from "../../shared/site.ts";
import { AdSlot } from "../../shared/ui/ad-slot.tsx";
import { ArticleCard, CardSkeletons } from "../../shared/ui/article-card.tsx";
import { ButtonLink } from "../../shared/ui/button.tsx";
import { Motif } from "../../shared/ui/picture.tsx";
import { Skeleton } from "../../shared/ui/skeleton.tsx";
import { SubscribeCall } from "../../shared/ui/subscribe-call.tsx";
import { textLink } from "../../shared/ui/text-link.ts";

interface Data {
  articles: Read<Card[]>;
  latest: Read<Card[]>;
  guides: Read<GuideCard[]>;
  settings: Read<SiteSettings>;
}

export function loader({ context }: LoaderFunctionArgs) {
  const api = context.get(apiContext);
  return {
    articles: api.get<Card[]>("/api/articles?featured=true"),
    latest: api.get<Card[]>(`/api/articles?limit=${homeArticles + latestShown}`), // these may include the featured ones
    guides: api.get<GuideCard[]>("/api/listicles/featured"),
    settings: api.get<SiteSettings>("/api/site"),
  };
}

export function Component() {
  const { articles, latest, guides, settings } = useLoaderData<Data>();
  const { tagline } = useSite();
  return (
    <>
      <Head
        title={tagline}
        description="Money-saving articles and step-by-step guides for American households: insurance, utilities, cashback, shopping, banking, phone and internet."
        path={paths.home}
      />
      <Hero />
      <Stories articles={articles} />
      <Suspense fallback={<LatestSkeleton />}>
        <Latest articles={latest} featured={articles} />
      </Suspense>
      <Suspense>
        <Figures settings={settings} />
      </Suspense>
      <div className="wrap">
        <AdSlot />
      </div>
      <GuideIndex guides={guides} />
      <Suspense>
        <Values settings={settings} />
      </Suspense>
      <SubscribeCall />
    </>
  );
}

/** The top of the home page: what the site is for, and the six bills it covers. */
export function Hero() {
  const { tagline } = useSite();
  return (
    <section className="wrap pt-6 lg:pt-8">
      <div className="grid gap-y-3">
        <h1 className="heading lg:text-[2.75rem] lg:leading-none lg:tracking-tight">{tagline}</h1>
        <div className="grid gap-4 md:flex md:items-center md:justify-between md:gap-6">
          <p className="text-muted">Cut your bills with advice that shows its math.</p>
          <p className="flex flex-none gap-3 max-brief:flex-wrap">
            <ButtonLink to={paths.subscribe} className="max-sm:px-4 max-sm:text-small">
              Get the weekly tips
            </ButtonLink>
            <ButtonLink to={paths.articles} look="quiet" className="max-sm:px-4 max-sm:text-small">
              Browse articles
            </ButtonLink>
          </p>
        </div>
      </div>
      <ul
        aria-label="Topics"
        className="mt-5 flex gap-x-7 overflow-x-auto border-y border-line whitespace-nowrap md:justify-between"
      >
        {categories.map(({ id, label }) => (
          <li key={id}>
            <Link
              to={paths.articlesBy({ category: id })}
              className="inline-flex min-h-11 items-center font-semibold underline decoration-transparent decoration-2 underline-offset-4 hover:decoration-gold"
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

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
function LatestSkeleton() {
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

/** The statistics strip. It is hidden unless staff have entered figures. */
export function Figures({ settings }: { settings: Read<SiteSettings> }) {
  const { subscribers, totalSaved, tips, averageAnnualSavings } = settled(settings).data.figures;
  const figures = [
    { value: subscribers, label: "Subscribers" },
    { value: totalSaved, label: "Total saved" },
    { value: tips, label: "Money-saving tips" },
    { value: averageAnnualSavings, label: "Average annual savings" },
  ].filter(({ value }) => value);
  if (figures.length === 0) return null;
  return (
    <dl className="wrap grid grid-cols-2 max-brief:grid-cols-1 border-t border-b-4 border-t-rule border-b-rule [border-bottom-style:double] md:grid-cols-4">
      {figures.map(({ value, label }) => (
        <div
          key={label}
          className="flex flex-col-reverse justify-end py-5 pr-4 md:not-first:border-l md:not-first:border-line md:not-first:pl-6"
        >
          <dt className="text-small text-muted">{label}</dt>
          <dd className="font-display text-[clamp(1.75rem,1.25rem+2vw,3.25rem)] leading-[1.1] font-medium tracking-tight whitespace-nowrap figures-ledger">
            {value}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Why readers can trust the site, as written by staff. */
export function Values({ settings }: { settings: Read<SiteSettings> }) {
  const { expertResearch, communityVerified, weeklyUpdates } = settled(settings).data.cards;
  const values = [
    { title: "Expert Research", text: expertResearch, picture: "magnifier" },
    { title: "Community Verified", text: communityVerified, picture: "handshake" },
    { title: "Weekly Updates", text: weeklyUpdates, picture: "envelope" },
  ].filter(({ text }) => text);
  if (values.length === 0) return null;
  return (
    <section className="wrap section" aria-labelledby="values">
      <div className="mb-8 flex flex-wrap items-baseline justify-between gap-x-8 gap-y-2 border-t border-rule pt-4">
        <h2 id="values" className="heading">
          How we earn your trust
        </h2>
      </div>
      <ul className="grid gap-10 md:grid-cols-3">
        {values.map(({ title, text, picture }) => (
          <li key={title}>
            <Motif name={picture} lazy className="mb-5 aspect-4/3 w-30" />
            <h3 className="card-title mt-3">{title}</h3>
            <p className="mt-2 max-w-[34ch] leading-[1.5] text-muted">{text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The featured guides as a table of contents: the job, the number of steps, the time. */
export function GuideIndex({ guides }: { guides: Read<GuideCard[]> }) {
  return (
    <section className="border-y border-line bg-sunken" aria-labelledby="guides">
      <div className="wrap grid gap-x-[clamp(3rem,8vw,7rem)] gap-y-12 py-[clamp(3.5rem,2rem+5vw,6rem)] lg:grid-cols-[minmax(0,1fr)_minmax(0,1.25fr)]">
        <div>
          <h2 id="guides" className="title">
            Step-by-step guides
          </h2>
          <p className="lead mt-4">
            Each guide takes you through one job, from the first phone call to the last form, in steps you can check
            off.
          </p>
          <p className="mt-8">
            <ButtonLink to={paths.guides} look="quiet">
              See all guides
            </ButtonLink>
          </p>
        </div>
        <ol className="border-t border-b-4 border-t-rule border-b-rule [border-bottom-style:double]">
          <Suspense fallback={<Rows />}>
            <Guides guides={guides} />
          </Suspense>
        </ol>
      </div>
    </section>
  );
}

const row = "group relative py-5.5 not-first:border-t not-first:border-line";

function Guides({ guides }: { guides: Read<GuideCard[]> }) {
  const featured = settled(guides).data.slice(0, featuredGuidesShown);
  if (featured.length === 0) return <li className={`${row} lead`}>Our first guides are on their way.</li>;
  return featured.map((guide) => (
    <li key={guide.id} className={row}>
      <Link
        to={paths.guide(guide.slug)}
        className="card-link font-display text-[clamp(1.375rem,1.2rem+0.7vw,1.75rem)] leading-[1.18] font-medium tracking-[-0.012em] group-hover:decoration-gold"
      >
        {curly(guide.title)}
      </Link>
      <p className="mt-1.5 text-muted">{curly(guide.subtitle)}</p>
      <p className="mt-1.5 text-small text-muted">
        {count(guide.itemCount, "step")} · {guide.estimatedReadTime} min read
      </p>
    </li>
  ));
}

function Rows() {
  return Array.from({ length: featuredGuidesShown }, (_, i) => (
    <li key={i} className={row}>
      <Skeleton className="h-7 w-11/12" />
      <Skeleton className="mt-3 h-4 w-2/3" />
      <Skeleton className="mt-3 h-4 w-40" />
    </li>
  ));
}
