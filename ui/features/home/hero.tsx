import { Link } from "react-router";
import { paths } from "../../paths.ts";
import { categories } from "../../shared/constants.ts";
import { useSite } from "../../shared/site.ts";
import { ButtonLink } from "../../shared/ui/button.tsx";

/** The front page's first screen: what the site is for, and the six bills it is about. */
export function Hero() {
  const { tagline } = useSite();
  const sentences = tagline.split(/(?<=\.)\s+/);
  return (
    <section className="wrap hero">
      <div>
        <h1 className="hero-title">
          {sentences.map((sentence, i) => (
            <span key={sentence}>
              {i > 0 && " "}
              {sentence}
            </span>
          ))}
        </h1>
        <p className="lead hero-lead">
          The bills come every month. So do the ways to shrink them: worked out with the numbers shown, written for the
          kitchen table, and checked again before they go stale.
        </p>
        <p className="hero-act">
          <ButtonLink to={paths.subscribe}>Get the weekly tips</ButtonLink>
          <ButtonLink to={paths.articles} look="quiet">
            Browse articles
          </ButtonLink>
        </p>
      </div>
      <ul className="topics" aria-label="Topics">
        {categories.map(({ id, label }) => (
          <li key={id}>
            <Link to={paths.articlesBy({ category: id })} className="topic">
              <img
                src={`/images/categories/${id}.svg`}
                alt=""
                width="1200"
                height="800"
                fetchPriority="high"
                className="picture"
              />
              <span>{label}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
