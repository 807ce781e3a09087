import { Suspense } from "react";
import { Link, type LoaderFunctionArgs, useLoaderData } from "react-router";
import { paths } from "../../paths.ts";
import type { ArticleCard as Card, GuideCard } from "../../shared/api.gen.ts";
import { apiContext, type Read, settled } from "../../shared/api.ts";
import { homeArticles } from "../../shared/constants.ts";
import { Head } from "../../shared/head.tsx";
import { useSite } from "../../shared/site.ts";
import { AdSlot } from "../../shared/ui/ad-slot.tsx";
import { ArticleCard, CardSkeletons } from "../../shared/ui/article-card.tsx";
import { SubscribeCall } from "../../shared/ui/subscribe-call.tsx";
import { GuideIndex } from "./guide-index.tsx";
import { Hero } from "./hero.tsx";
import { Figures, Values } from "./promises.tsx";

interface Data {
  articles: Read<Card[]>;
  guides: Read<GuideCard[]>;
}

export function loader({ context }: LoaderFunctionArgs) {
  const api = context.get(apiContext);
  return {
    articles: api.get<Card[]>("/api/articles?featured=true"),
    guides: api.get<GuideCard[]>("/api/listicles/featured"),
  };
}

export function Component() {
  const { articles, guides } = useLoaderData<Data>();
  const { tagline } = useSite();
  return (
    <>
      <Head
        title={tagline}
        description="Money-saving articles and step-by-step guides for American households: insurance, utilities, cashback, shopping, banking, phone and internet."
        path={paths.home}
      />
      <Hero />
      <Figures />
      <section className="wrap section" aria-labelledby="featured">
        <div className="section-head">
          <h2 id="featured" className="heading">
            Featured articles
          </h2>
          <Link to={paths.articles}>View All Articles</Link>
        </div>
        <Suspense fallback={<CardSkeletons count={homeArticles} label="Loading articles" />}>
          <Featured articles={articles} />
        </Suspense>
      </section>
      <GuideIndex guides={guides} />
      <Values />
      <div className="wrap">
        <AdSlot />
      </div>
      <SubscribeCall />
    </>
  );
}

function Featured({ articles }: { articles: Read<Card[]> }) {
  const shown = settled(articles).data.slice(0, homeArticles);
  return (
    <div className="grid-cards grid-three">
      {shown.map((article) => (
        <ArticleCard key={article.id} article={article} />
      ))}
    </div>
  );
}
