import { Link } from "react-router";
import { paths } from "../../paths.ts";
import type { GuideCard as Card } from "../api.gen.ts";
import { tagsPerGuideCard } from "../constants.ts";
import { curly } from "../curly.ts";
import { count } from "../format.ts";
import { Badges, CategoryBadge, FeaturedBadge } from "./badge.tsx";
import { cardLook, footLook } from "./cards.tsx";
import { Picture } from "./picture.tsx";
import { Reviewed } from "./time.tsx";

interface GuideCardProps {
  guide: Card;
  /** `lead` is the first of several, `beside` one next to it. */
  look?: keyof typeof looks;
  first?: boolean;
}

const text = "mt-2 leading-[1.5] text-muted";

/** The classes of a card's parts by its look. */
const looks = {
  card: { ...cardLook, text, foot: "" },
  lead: {
    card: `${cardLook.card} md:row-span-2`,
    title: `${cardLook.title} md:text-title md:leading-[1.06] md:tracking-[-0.02em]`,
    text: `${text} md:text-lead`,
    foot: "md:mt-0",
  },
  beside: { ...cardLook, text: `${text} md:hidden`, foot: "" },
};

/** A guide in a list. The whole card is clickable; for screen readers only the title is a link. */
export function GuideCard({ guide, look = "card", first }: GuideCardProps) {
  const { card, title, text, foot } = looks[look];
  return (
    <article className={card}>
      <Picture src={guide.imageUrl} picture={guide.picture} first={first} />
      <div className={cardLook.body}>
        <Badges>
          <CategoryBadge category={guide.category} />
          {guide.featured && <FeaturedBadge />}
        </Badges>
        <h3 className={title}>
          <Link to={paths.guide(guide.slug)} className="card-link group-hover:decoration-gold">
            {curly(guide.title)}
          </Link>
        </h3>
        <p className={text}>{curly(guide.subtitle)}</p>
        <Tags tags={guide.tags.slice(0, tagsPerGuideCard)} className="mt-3" />
        <p className={`${footLook} ${foot}`}>
          <span>
            {`${count(guide.itemCount, "step")} · ${guide.estimatedReadTime} min read`}
            <Reviewed iso={guide.reviewedAt} />
          </span>
        </p>
      </div>
    </article>
  );
}

/** The tags of a guide. */
export function Tags({ tags, className = "" }: { tags: string[]; className?: string }) {
  return (
    <ul className={`flex flex-wrap gap-x-4 gap-y-1.5 text-small text-muted ${className}`} aria-label="Topics">
      {tags.map((tag) => (
        <li key={tag}>{tag}</li>
      ))}
    </ul>
  );
}
