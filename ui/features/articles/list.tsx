import { Suspense, useEffect, useRef } from "react";
import { Link, type LoaderFunctionArgs, useLoaderData, useLocation, useSearchParams } from "react-router";
import { type ArticleFilter, paths, search } from "../../paths.ts";
import type { ArticleCard as Card, Topic } from "../../shared/api.gen.ts";
import {
  type Answer,
  type Api,
  ApiError,
  apiContext,
  browserApi,
  type Read,
  settled,
  withinList,
} from "../../shared/api.ts";
import { articlesPerPage, categories, categoryLabel, isCategory } from "../../shared/constants.ts";
import { curly, straight } from "../../shared/curly.ts";
import { count } from "../../shared/format.ts";
import { Head } from "../../shared/head.tsx";
import { readPage, readParam } from "../../shared/params.ts";
import { useSite } from "../../shared/site.ts";
import { breadcrumbs, type Crumb } from "../../shared/structured-data.ts";
import { AdSlot } from "../../shared/ui/ad-slot.tsx";
import { ArticleCard, CardSkeletons } from "../../shared/ui/article-card.tsx";
import { Cards } from "../../shared/ui/cards.tsx";
import {
  FilterLinks,
  Instead,
  Matches,
  NothingFound,
  readInstead,
  readMatches,
  SearchForm,
  useSearchText,
} from "../../shared/ui/search.tsx";

type Page = Card[];

interface Data {
  page: Read<Page>;
  topic: Read<Topic> | null;
  guides: Read<number>;
  instead: Read<Card[]>;
}

/** A category must be in the filter or have articles; any other is a 404. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const api = context.get(apiContext);
  const filter = readFilter(new URL(request.url).searchParams);
  const page = withinList(api.get<Page>(callFor(filter)), filter.page ?? 1, (cards) => cards.length);
  const topic = filter.category && isCategory(filter.category) ? topicOf(api, filter.category) : null;
  if (filter.category && !isCategory(filter.category) && (await page).total === 0) {
    throw new ApiError(404, "Page Not Found");
  }
  const isNothing = page.then(({ data }) => data.length === 0);
  return {
    page,
    topic,
    guides: readMatches(api, "/api/listicles", filter.q),
    instead: readInstead(api, isNothing),
  };
}

/** What is shown above a category's articles. A list does not fail without it. */
function topicOf(api: Api, category: string): Promise<Answer<Topic>> {
  const path = `/api/topics/${category}`;
  const none = { path, data: { category, introduction: "", first: null }, total: null };
  return api.get<Topic>(path).catch(() => none);
}

export function Component() {
  const { page, topic, guides, instead } = useLoaderData<Data>();
  const [searchParams] = useSearchParams();
  const filter = readFilter(searchParams);
  const { text, setText, submit } = useSearchText(filter.q ?? "", (q) =>
    paths.articlesBy({ ...filter, page: undefined, q }),
  );
  return (
    <>
      <ListHead filter={filter} />
      <div className="wrap section">
        <header className="mb-[clamp(2rem,1.5rem+2vw,3rem)] max-w-[46rem]">
          <h1 className="title">{filter.category ? categoryLabel(filter.category) : "Money-Saving Articles"}</h1>
          <p className="lead mt-4">
            <Suspense fallback={general}>
              <Introduction topic={topic} />
            </Suspense>{" "}
            <Link to={paths.guides}>Want more help? See our step-by-step guides.</Link>
          </p>
        </header>
        <div className="mb-6 grid gap-5 border-y border-line py-5">
          <SearchForm
            action={paths.articles}
            label="Search articles"
            placeholder="Search articles..."
            text={text}
            onText={setText}
            onSubmit={submit}
            keep={{ category: filter.category }}
          />
          <FilterLinks
            label="Category"
            current={filter.category ?? ""}
            options={[{ id: "", label: "All" }, ...categories]}
            to={(category) => paths.articlesBy({ q: filter.q, category })}
          />
        </div>
        <Suspense key={filter.category} fallback={<CardSkeletons count={articlesPerPage} label="Loading articles" />}>
          <Matches found={guides} noun="guide" to={paths.guidesBy({ q: filter.q })} />
          <Results filter={filter} page={page} topic={topic} instead={instead} text={text} />
        </Suspense>
        <AdSlot />
      </div>
    </>
  );
}

const general = "Plain, practical advice on the bills you pay and the things you buy every month.";

function Introduction({ topic }: { topic: Data["topic"] }) {
  return (topic && curly(settled(topic).data.introduction)) || general;
}

/**
 * The cards, filtered immediately by what is typed; the server's matches follow. "Load More" stores in the history
 * which page the list starts on, so the cards stay when the next nine are added.
 */
function Results({
  filter,
  page,
  topic,
  instead,
  text,
}: Omit<Data, "guides"> & { filter: ArticleFilter; text: string }) {
  const { state } = useLocation();
  const last = filter.page ?? 1;
  const first = (state as { first?: number } | null)?.first ?? last;
  const earlier = range(first, last - 1).map((n) => browserApi.get<Page>(callFor({ ...filter, page: n })));
  const answers = [...earlier, page].map(settled);
  const lead = (topic && filter.q === undefined && settled(topic).data.first) || null;
  const loaded = led(
    first === 1 ? lead : null,
    answers.flatMap((answer) => answer.data).filter(({ id }) => id !== lead?.id),
  );
  const shown = loaded.filter((article) => matches(article, text));
  const total = answers.at(-1)?.total ?? loaded.length;
  const { list, expectMore } = useFocusOnMore(shown.length);
  const searching = text !== (filter.q ?? "");
  const hasMore = last * articlesPerPage < total;
  const isLed = lead !== null && shown[0]?.id === lead.id;

  if (shown.length === 0 && !searching) return <Empty indexed={filter.q === undefined} instead={instead} />;
  return (
    <>
      <p className="mb-7 text-small text-muted figures-tabular" role="status">
        {searching ? "Searching…" : showing(first, shown.length, total)}
      </p>
      {first > 1 && (
        <p className="mb-6">
          <Link to={paths.articlesBy({ ...filter, page: first > 2 ? first - 1 : undefined })}>Previous page</Link>
        </p>
      )}
      <Cards ref={list} data-led={isLed || undefined} className={isLed && !hasMore ? ledRows[shown.length % 3] : ""}>
        {shown.map((article, i) => (
          <ArticleCard
            key={article.id}
            article={article}
            heading="h2"
            look={article.id === lead?.id ? "across" : "card"}
            first={i < 3}
          />
        ))}
      </Cards>
      {hasMore && (
        <p className="mt-12 text-center">
          <Link
            className="button button-quiet"
            to={paths.articlesBy({ ...filter, page: last + 1 })}
            state={{ first }}
            replace
            preventScrollReset
            onClick={expectMore}
          >
            Load More Articles
          </Link>
        </p>
      )}
    </>
  );
}

/** How many articles are shown and, if the list doesn't start with the first one, which. */
export function showing(first: number, shown: number, total: number): string {
  const before = (first - 1) * articlesPerPage;
  return `Showing ${before > 0 ? `${before + 1}–${before + shown}` : shown} of ${count(total, "article")}`;
}

/**
 * The classes of a topic's cards below the leading one, three per row, by their number. The first ones are wider, so
 * that the last row is always full.
 */
const three = "lg:grid-cols-6 lg:[&>:nth-child(n+2)]:col-span-2";
const ledRows = [
  `${three} lg:[&>:nth-child(n+2):nth-child(-n+3)]:col-span-3`,
  three,
  `${three} lg:[&>:nth-child(n+2):nth-child(-n+5)]:col-span-3`,
];

/** Puts the first article to read before the others. */
const led = (lead: Card | null, others: Card[]) => (lead ? [lead, ...others] : others);

/** Focuses the first card added by "Load More". Otherwise keyboard users would be left at the end. */
function useFocusOnMore(shown: number) {
  const list = useRef<HTMLDivElement>(null);
  const before = useRef<number | null>(null);
  useEffect(() => {
    if (before.current === null || shown <= before.current) return;
    list.current?.children[before.current]?.querySelector("a")?.focus();
    before.current = null;
  }, [shown]);
  return {
    list,
    expectMore: () => {
      before.current = shown;
    },
  };
}

/** An empty category or a missing page should not be indexed. A search never is. */
function Empty({ indexed, instead }: { indexed: boolean; instead: Data["instead"] }) {
  return (
    <>
      <NothingFound as="h2" noun="articles" to={paths.articles} role="status">
        {indexed && <meta name="robots" content="noindex" />}
      </NothingFound>
      <Instead pieces={instead} />
    </>
  );
}

function ListHead({ filter }: { filter: ArticleFilter }) {
  const { baseUrl } = useSite();
  const { category, page } = filter;
  const topic = category ? `${categoryLabel(category)} articles` : "Money-saving articles";
  const about = category
    ? `Practical articles on ${categoryLabel(category).toLowerCase()}: what to check, what to ask, and how much you can save.`
    : "Practical articles on insurance, utilities, cashback, shopping, banking, phone and internet: what to check, what to ask, and how much you can save.";
  const trail: Crumb[] = [{ name: "Articles", path: paths.articles }];
  if (category) trail.push({ name: categoryLabel(category), path: paths.articlesBy({ category }) });
  const canonical = paths.articlesBy({ category, page });
  return (
    <Head
      title={topic}
      description={about}
      page={page}
      path={canonical}
      noindex={filter.q !== undefined}
      feed={category && paths.topicFeed(category)}
      jsonLd={[breadcrumbs(baseUrl, trail)]}
    />
  );
}

/** Case-insensitive substring of title or excerpt, as on the server (specification, section 5). */
function matches(article: Card, text: string): boolean {
  const needle = straight(text.trim()).toLowerCase();
  return [article.title, article.excerpt].some((field) => straight(field).toLowerCase().includes(needle));
}

function readFilter(params: URLSearchParams): ArticleFilter {
  const page = readPage(params, 9_999);
  const category = readParam(params, "category");
  return {
    category: category === "all" ? undefined : category,
    q: readParam(params, "q"),
    page: page > 1 ? page : undefined,
  };
}

function callFor({ category, q, page = 1 }: ArticleFilter): string {
  return `/api/articles${search({ category, q: q && straight(q), limit: articlesPerPage, offset: (page - 1) * articlesPerPage })}`;
}

function range(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, i) => from + i);
}
