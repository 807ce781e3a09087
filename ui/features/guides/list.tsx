import { Suspense } from "react";
import { type LoaderFunctionArgs, useLoaderData, useSearchParams } from "react-router";
import { type GuideFilter, paths } from "../../paths.ts";
import type { GuideCard as Card } from "../../shared/api.gen.ts";
import { ApiError, apiContext, type Read, settled } from "../../shared/api.ts";
import { articlesPerPage, categoryLabel, featuredGuidesShown, isCategory } from "../../shared/constants.ts";
import { straight } from "../../shared/curly.ts";
import { count } from "../../shared/format.ts";
import { Head } from "../../shared/head.tsx";
import { readParam } from "../../shared/params.ts";
import { useSite } from "../../shared/site.ts";
import { breadcrumbs } from "../../shared/structured-data.ts";
import { CardSkeletons } from "../../shared/ui/article-card.tsx";
import { Cards } from "../../shared/ui/cards.tsx";
import { GuideCard } from "../../shared/ui/guide-card.tsx";
import { FilterLinks, Matches, NothingFound, readMatches, SearchForm, useSearchText } from "../../shared/ui/search.tsx";
import { SubscribeCall } from "../../shared/ui/subscribe-call.tsx";

interface Data {
  guides: Read<Card[]>;
  featured: Read<Card[]>;
  articles: Read<number>;
}

/** A category must be one of the site's or have guides; any other is a 404. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const api = context.get(apiContext);
  const guides = api.get<Card[]>("/api/listicles");
  const params = new URL(request.url).searchParams;
  const category = readParam(params, "category");
  if (category && category !== "all" && !isCategory(category)) {
    const { data } = await guides;
    if (!data.some((guide) => guide.category === category)) throw new ApiError(404, "Page Not Found");
  }
  return {
    guides,
    featured: api.get<Card[]>("/api/listicles/featured"),
    articles: readMatches(api, "/api/articles", readParam(params, "q")),
  };
}

export function Component() {
  const { guides, featured, articles } = useLoaderData<Data>();
  const { baseUrl } = useSite();
  return (
    <>
      <Head
        title="Money-saving guides"
        description="Step-by-step guides to cutting the bills, fees and purchases that cost American households the most. Every step is numbered and explained."
        path={paths.guides}
        jsonLd={[breadcrumbs(baseUrl, [{ name: "Guides", path: paths.guides }])]}
      />
      <div className="wrap section">
        <header className="mb-[clamp(2rem,1.5rem+2vw,3rem)] max-w-[46rem]">
          <h1 className="title">Money-Saving Guides</h1>
          <p className="lead mt-4">
            One job at a time, from the first phone call to the last form, in steps you can check off.
          </p>
          <Suspense fallback={<p className={figures}>Counting…</p>}>
            <Counts guides={guides} featured={featured} />
          </Suspense>
        </header>
        <Suspense fallback={<CardSkeletons count={articlesPerPage} label="Loading guides" />}>
          <Featured featured={featured} />
          <AllGuides guides={guides} featured={featured} articles={articles} />
        </Suspense>
      </div>
      <SubscribeCall />
    </>
  );
}

const figures = "mt-6 flex gap-6 font-semibold figures-tabular";

function Counts({ guides, featured }: Omit<Data, "articles">) {
  return (
    <p className={figures}>
      <span>{count(settled(guides).data.length, "guide")}</span>
      <span className="before:mr-6 before:text-muted before:content-['·']">
        {settled(featured).data.length} featured
      </span>
    </p>
  );
}

function Featured({ featured }: { featured: Read<Card[]> }) {
  const guides = settled(featured).data.slice(0, featuredGuidesShown);
  if (guides.length === 0) return null;
  return (
    <section aria-labelledby="featured-guides" className="mb-16">
      <h2 id="featured-guides" className="heading mb-6">
        Featured guides
      </h2>
      <div className="grid gap-x-[clamp(2rem,4vw,3.5rem)] gap-y-10 md:grid-cols-[minmax(0,1.75fr)_minmax(0,1fr)] md:grid-rows-[auto_1fr]">
        {guides.map((guide, i) => (
          <GuideCard key={guide.id} guide={guide} look={i === 0 ? "lead" : "beside"} first />
        ))}
      </div>
    </section>
  );
}

/** All guides. Those featured above come last. */
function AllGuides({ guides, featured, articles }: Data) {
  const [searchParams] = useSearchParams();
  const above = new Set(
    settled(featured)
      .data.slice(0, featuredGuidesShown)
      .map(({ id }) => id),
  );
  const all = settled(guides).data.toSorted((a, b) => Number(above.has(a.id)) - Number(above.has(b.id)));
  const category = readParam(searchParams, "category") ?? "";
  const q = readParam(searchParams, "q") ?? "";
  const { text, setText, submit } = useSearchText(q, (next) => paths.guidesBy({ category, q: next }));
  const shown = all.filter((guide) => matches(guide, { category, q: text }));
  return (
    <section aria-labelledby="all-guides">
      <h2 id="all-guides" className="heading mb-6">
        All Money-Saving Guides
      </h2>
      <div className="mb-6 grid gap-5 border-y border-line py-5">
        <SearchForm
          action={paths.guides}
          label="Search guides"
          placeholder="Search guides..."
          text={text}
          onText={setText}
          onSubmit={submit}
          keep={{ category }}
        />
        <FilterLinks
          label="Category"
          current={category}
          options={[{ id: "", label: "All Categories" }, ...categoriesOf(all)]}
          to={(id) => paths.guidesBy({ category: id, q })}
        />
      </div>
      <p className="mb-7 text-small text-muted figures-tabular" role="status">
        {`Showing ${shown.length} of ${count(all.length, "guide")}`}
      </p>
      <Matches found={articles} noun="article" to={paths.articlesBy({ q })} />
      {shown.length === 0 && <NothingFound as="h3" noun="guides" to={paths.guides} />}
      <Cards>
        {shown.map((guide) => (
          <GuideCard key={guide.id} guide={guide} />
        ))}
      </Cards>
    </section>
  );
}

/** The distinct categories of the guides, in alphabetical order. */
function categoriesOf(guides: Card[]) {
  return [...new Set(guides.map((guide) => guide.category))].sort().map((id) => ({ id, label: categoryLabel(id) }));
}

/** Title, subtitle or any tag contains the text, and the category matches (specification, section 5). */
function matches(guide: Card, { category, q = "" }: GuideFilter): boolean {
  const needle = straight(q).toLowerCase();
  const texts = [guide.title, guide.subtitle, ...guide.tags];
  return (
    (!category || category === "all" || guide.category === category) &&
    texts.some((text) => straight(text).toLowerCase().includes(needle))
  );
}
