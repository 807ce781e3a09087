import { type RefObject, Suspense, useEffect, useRef } from "react";
import { Link, type LoaderFunctionArgs, useLoaderData, useNavigationType, useSearchParams } from "react-router";
import { paths } from "../../paths.ts";
import type { ArticleCard, SearchAnswer, SearchResult } from "../../shared/api.gen.ts";
import { ApiError, apiContext, type Read, settled } from "../../shared/api.ts";
import { categories, categoryLabel, searchResultsPerPage } from "../../shared/constants.ts";
import { count } from "../../shared/format.ts";
import { Head } from "../../shared/head.tsx";
import { readPage, readParam } from "../../shared/params.ts";
import { Picture, sizes } from "../../shared/ui/picture.tsx";
import { FilterLinks, Instead, readInstead } from "../../shared/ui/search.tsx";
import { textLink } from "../../shared/ui/text-link.ts";
import { SearchBox } from "./box.tsx";
import { kindLabel, Marked, pathOf, searchCall } from "./found.tsx";

interface Data {
  found: Read<SearchAnswer> | null;
  instead: Read<ArticleCard[]> | null;
}

/** A page past the last one is a 404. */
export async function loader({ request, context }: LoaderFunctionArgs): Promise<Data> {
  const { q, page, exact } = readSearch(new URL(request.url).searchParams);
  if (!q) return { found: null, instead: null };
  const api = context.get(apiContext);
  const found = api.get<SearchAnswer>(searchCall(q, { page, exact }));
  if (page && (await found).data.results.length === 0) throw new ApiError(404, "Page Not Found");
  const isNothing = found.then(({ data }) => data.total === 0);
  return { found, instead: readInstead(api, isNothing) };
}

export function Component() {
  const { found, instead } = useLoaderData<Data>();
  const [params] = useSearchParams();
  const { q, page, exact } = readSearch(params);
  const heading = useRef<HTMLHeadingElement>(null);
  useFocusOnPaging(heading, page);
  const asked = `${q} ${page} ${exact}`;
  return (
    <div className="wrap section">
      <Head
        title="Search"
        description="Search our articles, step-by-step guides, calculators and offers."
        path={paths.search}
        noindex
      />
      <header className="mb-[clamp(2rem,1.5rem+2vw,3rem)] max-w-[46rem]">
        <h1 className="title">Search</h1>
        <p className="lead mt-4">Search every article, guide, calculator and offer.</p>
      </header>
      <SearchBox q={q} />
      {!q && <Topics heading="Browse by topic" />}
      {q && found && instead && (
        <>
          <h2
            ref={heading}
            tabIndex={-1}
            aria-live="polite"
            className="mt-8 mb-7 w-fit font-ui text-small font-normal tracking-[0] text-muted figures-tabular"
          >
            <Suspense key={asked} fallback="Searching…">
              <Outcome found={found} page={page ?? 1} />
            </Suspense>
          </h2>
          <Suspense key={asked} fallback={null}>
            <Correction found={found} q={q} />
            <Results found={found} instead={instead} q={q} page={page ?? 1} exact={exact} />
          </Suspense>
        </>
      )}
    </div>
  );
}

/** Moves the focus to the start of the results after paging. Going back keeps the position. */
function useFocusOnPaging(heading: RefObject<HTMLElement | null>, page = 1) {
  const type = useNavigationType();
  const shown = useRef(page);
  useEffect(() => {
    if (shown.current === page) return;
    shown.current = page;
    if (type !== "POP" && !document.activeElement?.matches("input")) heading.current?.focus();
  }, [heading, page, type]);
}

/** The number of results. */
function Outcome({ found, page }: { found: Read<SearchAnswer>; page: number }) {
  const { total, more } = settled(found).data;
  if (total === 0) return "Nothing found";
  return (
    <>
      {more ? `More than ${total} results` : count(total, "result")}
      {page > 1 && `, page ${page}`}
    </>
  );
}

/** The words that were searched for, if they differ from those typed. */
function Correction({ found, q }: { found: Read<SearchAnswer>; q: string }) {
  const { words, corrected, some } = settled(found).data;
  if (!corrected && !some) return null;
  return (
    <p className="mb-7 max-w-[42rem] wrap-anywhere">
      {corrected && (
        <>
          Showing results for <strong>{words}</strong>. Search instead for <Link to={paths.searchExactly(q)}>{q}</Link>.{" "}
        </>
      )}
      {some && "No page has all of those words. These pages have some of them."}
    </p>
  );
}

/** Topics, for readers who don't know what to search for. */
function Topics({ heading }: { heading: string }) {
  return (
    <div className="mt-8">
      <h2 className="mb-3 font-ui text-label text-muted uppercase">{heading}</h2>
      <FilterLinks label="Topics" current="" options={categories} to={(category) => paths.articlesBy({ category })} />
    </div>
  );
}

interface ResultsProps {
  found: Read<SearchAnswer>;
  instead: Read<ArticleCard[]>;
  q: string;
  page: number;
  exact?: boolean;
}

function Results({ found, instead, q, page, exact }: ResultsProps) {
  const { results, total } = settled(found).data;
  const pathTo = exact ? paths.searchExactly : paths.searchFor;
  if (total === 0) {
    return (
      <>
        <p className="max-w-[42rem] text-muted">
          Try fewer words or different ones, or browse <Link to={paths.articles}>all articles</Link> and{" "}
          <Link to={paths.guides}>all guides</Link>.
        </p>
        <Topics heading="Browse by topic" />
        <Instead pieces={instead} />
      </>
    );
  }
  return (
    <>
      <ol className="mb-10 grid max-w-[42rem] gap-8" start={(page - 1) * searchResultsPerPage + 1}>
        {results.map((result, i) => (
          <Result key={i} result={result} />
        ))}
      </ol>
      <nav aria-label="Result pages" className="flex gap-4">
        {page > 1 && (
          <Link to={pathTo(q, page > 2 ? page - 1 : undefined)} className={pageLink}>
            Previous results
          </Link>
        )}
        {page * searchResultsPerPage < total && (
          <Link to={pathTo(q, page + 1)} className={pageLink}>
            More results
          </Link>
        )}
      </nav>
    </>
  );
}

const pageLink = "button button-quiet";

function Result({ result }: { result: SearchResult }) {
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_6rem] grid-rows-[auto_1fr] items-start gap-x-4 gap-y-1.5 wrap-anywhere sm:grid-cols-[minmax(0,1fr)_9rem] sm:gap-x-8">
      <div>
        <p className="text-small text-muted">
          {[kindLabel(result), result.category && categoryLabel(result.category)].filter(Boolean).join(" · ")}
        </p>
        <h3 className="text-subheading leading-tight">
          <Link to={pathOf(result)} className={textLink}>
            <Marked parts={result.title} />
          </Link>
        </h3>
      </div>
      <Picture
        src={result.imageUrl}
        picture={result.picture}
        sizes={sizes.result}
        className="mt-1 aspect-3/2 w-full rounded-small sm:row-span-2"
      />
      <p className="max-sm:col-span-full">
        <Marked parts={result.excerpt} />
      </p>
    </li>
  );
}

function readSearch(params: URLSearchParams): { q?: string; page?: number; exact?: boolean } {
  const page = readPage(params, 21);
  const exact = params.get("exact") === "true" || undefined;
  return { q: readParam(params, "q"), page: page > 1 && page < 21 ? page : undefined, exact };
}
