import { Suspense } from "react";
import { Link, type LoaderFunctionArgs, useLoaderData, useLocation, useSearchParams } from "react-router";
import { type ArticleFilter, paths, search } from "../../paths.ts";
import type { ArticleCard as Card } from "../../shared/api.gen.ts";
import { apiContext, browserApi, type Read, settled } from "../../shared/api.ts";
import { articlesPerPage, categories, categoryLabel } from "../../shared/constants.ts";
import { count } from "../../shared/format.ts";
import { breadcrumbs, Head } from "../../shared/head.tsx";
import { readParam } from "../../shared/params.ts";
import { useSite } from "../../shared/site.ts";
import { AdSlot } from "../../shared/ui/ad-slot.tsx";
import { ArticleCard, CardSkeletons } from "../../shared/ui/article-card.tsx";
import { FilterLinks, SearchForm, useSearchText } from "../../shared/ui/search.tsx";

type Page = Card[];

export function loader({ request, context }: LoaderFunctionArgs) {
  const filter = readFilter(new URL(request.url).searchParams);
  return { page: context.get(apiContext).get<Page>(callFor(filter)) };
}

export function Component() {
  const { page } = useLoaderData<{ page: Read<Page> }>();
  const [searchParams] = useSearchParams();
  const filter = readFilter(searchParams);
  const { text, setText, submit } = useSearchText(filter.q ?? "", (q) =>
    paths.articlesBy({ ...filter, page: undefined, q }),
  );
  return (
    <>
      <ListHead filter={filter} />
      <div className="wrap section">
        <header className="page-head">
          <h1 className="title">{filter.category ? categoryLabel(filter.category) : "Money-Saving Articles"}</h1>
          <p className="lead">
            Plain, practical advice on the bills and purchases that come back every month.{" "}
            <Link to={paths.guides}>Prefer to be taken by the hand? See our step-by-step guides.</Link>
          </p>
        </header>
        <div className="filters">
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
          <Results filter={filter} page={page} text={text} />
        </Suspense>
        <AdSlot />
      </div>
    </>
  );
}

/**
 * The cards, filtered at once by what is being typed; the server's matches follow. "Load More" hands over in the
 * history from which page on there are cards on the screen, so they stay when the next nine come.
 */
function Results({ filter, page, text }: { filter: ArticleFilter; page: Read<Page>; text: string }) {
  const { state } = useLocation();
  const last = filter.page ?? 1;
  const first = (state as { first?: number } | null)?.first ?? last;
  const earlier = range(first, last - 1).map((n) => browserApi.get<Page>(callFor({ ...filter, page: n })));
  const answers = [...earlier, page].map(settled);
  const loaded = answers.flatMap((answer) => answer.data);
  const shown = loaded.filter((article) => matches(article, text));
  const total = answers.at(-1)?.total ?? loaded.length;
  const searching = text !== (filter.q ?? "");
  const hasMore = last * articlesPerPage < total;

  if (shown.length === 0 && !searching) return <Empty indexed={filter.q === undefined} />;
  return (
    <>
      <p className="results-count" role="status">
        {searching ? "Searching…" : `Showing ${shown.length} of ${count(total, "article")}`}
      </p>
      {first > 1 && (
        <p className="mb-6">
          <Link to={paths.articlesBy({ ...filter, page: first > 2 ? first - 1 : undefined })}>Earlier page</Link>
        </p>
      )}
      <div className="grid-cards">
        {shown.map((article, i) => (
          <ArticleCard key={article.id} article={article} heading="h2" first={i < 3} />
        ))}
      </div>
      {hasMore && (
        <p className="mt-12 text-center">
          <Link
            className="button button-quiet"
            to={paths.articlesBy({ ...filter, page: last + 1 })}
            state={{ first }}
            replace
            preventScrollReset
          >
            Load More Articles
          </Link>
        </p>
      )}
    </>
  );
}

/** A category or a page that is not there is no address to be found by; a search already says so. */
function Empty({ indexed }: { indexed: boolean }) {
  return (
    <div className="empty" role="status">
      {indexed && <meta name="robots" content="noindex" />}
      <h2 className="heading">No articles found</h2>
      <p className="mt-2 text-muted">Try adjusting your search or filter criteria.</p>
      <p className="mt-6">
        <Link to={paths.articles} className="button button-quiet">
          Show all articles
        </Link>
      </p>
    </div>
  );
}

function ListHead({ filter }: { filter: ArticleFilter }) {
  const { baseUrl } = useSite();
  const topic = filter.category ? `${categoryLabel(filter.category)} articles` : "Money-saving articles";
  const canonical = paths.articlesBy({ category: filter.category, page: filter.page });
  return (
    <Head
      title={filter.page ? `${topic}, page ${filter.page}` : topic}
      description="Practical articles on insurance, utilities, cashback, shopping, banking, phone and internet: what to check, what to ask, and what it is worth."
      path={canonical}
      noindex={filter.q !== undefined}
      jsonLd={[
        breadcrumbs(baseUrl, [
          { name: "Home", path: paths.home },
          { name: "Articles", path: paths.articles },
        ]),
      ]}
    />
  );
}

/** Case-insensitive substring of title or excerpt: the rule of specification section 5, as the server has it. */
function matches(article: Card, text: string): boolean {
  const needle = text.trim().toLowerCase();
  return article.title.toLowerCase().includes(needle) || article.excerpt.toLowerCase().includes(needle);
}

function readFilter(params: URLSearchParams): ArticleFilter {
  const page = Number(readParam(params, "page"));
  const category = readParam(params, "category");
  return {
    category: category === "all" ? undefined : category,
    q: readParam(params, "q"),
    page: Number.isInteger(page) && page > 1 && page < 10_000 ? page : undefined,
  };
}

function callFor({ category, q, page = 1 }: ArticleFilter): string {
  return `/api/articles${search({ category, q, limit: articlesPerPage, offset: (page - 1) * articlesPerPage })}`;
}

function range(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, i) => from + i);
}
