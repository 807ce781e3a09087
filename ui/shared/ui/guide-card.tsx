import { Link } from "react-router";
import { paths } from "../../paths.ts";
import type { GuideCard as Card } from "../api.gen.ts";
import { tagsPerGuideCard } from "../constants.ts";
import { count } from "../format.ts";
import { CategoryBadge, FeaturedBadge } from "./badge.tsx";
import { Picture } from "./picture.tsx";

/** A guide among others. The whole card leads to it; screen readers meet one link, its title. */
export function GuideCard({ guide, first }: { guide: Card; first?: boolean }) {
  return (
    <article className="card">
      <Picture src={guide.imageUrl} first={first} />
      <div className="card-body">
        <div className="badges">
          <CategoryBadge category={guide.category} />
          {guide.featured && <FeaturedBadge />}
        </div>
        <h3 className="card-title">
          <Link to={paths.guide(guide.slug)} className="card-link">
            {guide.title}
          </Link>
        </h3>
        <p className="card-text">{guide.subtitle}</p>
        <Tags tags={guide.tags.slice(0, tagsPerGuideCard)} />
        <p className="card-foot">
          <span>
            {count(guide.itemCount, "step")} · {guide.estimatedReadTime} min read
          </span>
        </p>
      </div>
    </article>
  );
}

/** Topics of a guide, in its author's words. */
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
