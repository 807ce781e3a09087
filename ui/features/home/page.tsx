import { Suspense } from "react";
import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { paths } from "../../paths.ts";
import type { ArticleCard as Card, GuideCard, SiteSettings } from "../../shared/api.gen.ts";
import { apiContext, type Read } from "../../shared/api.ts";
import { homeArticles, latestShown } from "../../shared/constants.ts";
import { Head } from "../../shared/head.tsx";
import { useSite } from "../../shared/site.ts";
import { AdSlot } from "../../shared/ui/ad-slot.tsx";
import { SubscribeCall } from "../../shared/ui/subscribe-call.tsx";
import { GuideIndex } from "./guide-index.tsx";
import { Hero } from "./hero.tsx";
import { Figures, Values } from "./promises.tsx";
import { Latest, LatestSkeleton, Stories } from "./stories.tsx";

export { Figures, GuideIndex, Hero, Latest, Stories, Values }; // for the gallery

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
