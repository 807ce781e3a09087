import { Suspense } from "react";
import { Link, type LoaderFunctionArgs, useLoaderData } from "react-router";
import { paths } from "../../paths.ts";
import { apiContext, type Read, useRead } from "../../shared/api.ts";
import { homeArticles, marketing } from "../../shared/constants.ts";
import { Head } from "../../shared/head.tsx";
import type { ArticleCard as Card } from "../../shared/pieces.ts";
import { useSite } from "../../shared/site.ts";
import { AdSlot } from "../../shared/ui/ad-slot.tsx";
import { ArticleCard, CardSkeletons } from "../../shared/ui/article-card.tsx";
import { ButtonLink } from "../../shared/ui/button.tsx";
import { SubscribeCall } from "../../shared/ui/subscribe-call.tsx";

export function loader({ context }: LoaderFunctionArgs) {
  return { featured: context.get(apiContext).get<Card[]>("/api/articles?featured=true") };
}

const figures = [
  { value: marketing.subscribers, label: "Subscribers" },
  { value: marketing.totalSaved, label: "Total saved" },
  { value: marketing.tips, label: "Tips" },
  { value: marketing.averageAnnualSavings, label: "Average annual savings" },
];

export function Component() {
  const { featured } = useLoaderData<{ featured: Read<Card[]> }>();
  const site = useSite();
  return (
    <>
      <Head
        title={site.tagline}
        description="Money-saving articles and step-by-step guides for American households: insurance, utilities, cashback, shopping, banking, phone and internet."
        path={paths.home}
        jsonLd={[{ "@type": "WebSite", name: site.siteName, url: site.baseUrl }]}
      />
      <section className="wrap section">
        <h1 className="display">{site.tagline}</h1>
        <p className="mt-8 flex flex-wrap gap-4">
          <ButtonLink to={paths.subscribe}>Get the weekly tips</ButtonLink>
          <ButtonLink to={paths.articles} look="quiet">
            Browse articles
          </ButtonLink>
        </p>
      </section>
      <dl className="wrap figures-strip">
        {figures.map(({ value, label }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <section className="wrap section" aria-labelledby="featured">
        <div className="section-head">
          <h2 id="featured" className="heading">
            Featured articles
          </h2>
          <Link to={paths.articles}>View All Articles</Link>
        </div>
        <Suspense fallback={<CardSkeletons count={homeArticles} label="Loading articles" />}>
          <Featured articles={featured} />
        </Suspense>
      </section>
      <div className="wrap">
        <AdSlot />
      </div>
      <SubscribeCall />
    </>
  );
}

function Featured({ articles }: { articles: Read<Card[]> }) {
  return (
    <div className="grid-cards">
      {useRead(articles)
        .data.slice(0, homeArticles)
        .map((article) => (
          <ArticleCard key={article.id} article={article} />
        ))}
    </div>
  );
}
