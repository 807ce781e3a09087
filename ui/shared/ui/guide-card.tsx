import { Link } from "react-router";
import { paths } from "../../paths.ts";
import type { GuideCard as Card } from "../api.gen.ts";
import { tagsPerGuideCard } from "../constants.ts";
import { curly } from "../curly.ts";
import { count } from "../format.ts";
import { CategoryBadge, FeaturedBadge } from "./badge.tsx";
import { Picture } from "./picture.tsx";
import { Reviewed } from "./time.tsx";

/** A guide in a list. The whole card is clickable; for screen readers its title is the one link. */
export function GuideCard({ guide, first }: { guide: Card; first?: boolean }) {
  return (
    <article className="card">
      <Picture src={guide.imageUrl} picture={guide.picture} first={first} />
      <div className="card-body">
        <div className="badges">
          <CategoryBadge category={guide.category} />
          {guide.featured && <FeaturedBadge />}
        </div>
        <h3 className="card-title">
          <Link to={paths.guide(guide.slug)} className="card-link">
            {curly(guide.title)}
          </Link>
        </h3>
        <p className="card-text">{curly(guide.subtitle)}</p>
        <Tags tags={guide.tags.slice(0, tagsPerGuideCard)} />
        <p className="card-foot">
          <span>
            {count(guide.itemCount, "step")} · {guide.estimatedReadTime} min read
            <Reviewed iso={guide.reviewedAt} />
          </span>
        </p>
      </div>
    </article>
  );
}

/** The tags of a guide. */
export function Tags({ tags }: { tags: string[] }) {
  return (
    <ul className="tags" aria-label="Topics">
      {tags.map((tag) => (
        <li key={tag} className="tag">
          {tag}
        </li>
      ))}
    </ul>
  );
}
