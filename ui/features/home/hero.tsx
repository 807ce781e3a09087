import { Link } from "react-router";
import { paths } from "../../paths.ts";
import { categories } from "../../shared/constants.ts";
import { useSite } from "../../shared/site.ts";
import { ButtonLink } from "../../shared/ui/button.tsx";

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
