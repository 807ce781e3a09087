import { useEffect, useState } from "react";
import { Link } from "react-router";
import { paths } from "../../paths.ts";
import type { ArticleCard } from "../../shared/api.gen.ts";
import { browserApi } from "../../shared/api.ts";
import { curly } from "../../shared/curly.ts";
import { longestSearch } from "../../shared/params.ts";
import { searchLook } from "../../shared/ui/search-look.ts";

const shown = 3;

/** Suggestions on a page that doesn't exist or couldn't be shown: a search, and three featured pieces once loaded. */
export function Lost() {
  const [pieces, setPieces] = useState<ArticleCard[]>([]);
  useEffect(() => {
    browserApi.get<ArticleCard[]>("/api/articles?featured=true").then(
      ({ data }) => setPieces(data.slice(0, shown)),
      (error) => console.debug("no pieces to show:", error),
    );
  }, []);
  return (
    <>
      <form action={paths.search} className={`mt-8 ${searchLook.page.form}`}>
        <input
          type="search"
          name="q"
          maxLength={longestSearch}
          aria-label="Search the site"
          placeholder="Search"
          className={searchLook.page.input}
        />
        <button type="submit" className={searchLook.page.submit}>
          Search
        </button>
      </form>
      <ul className="mt-6 min-h-40">
        {pieces.map(({ id, slug, title }) => (
          <li key={id} className="border-b border-line font-display text-[1.25rem] leading-tight text-balance">
            <Link
              to={paths.article(slug)}
              className="block py-3 underline decoration-transparent decoration-2 underline-offset-4 hover:decoration-gold"
            >
              {curly(title)}
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}
