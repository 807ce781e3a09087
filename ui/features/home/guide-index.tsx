import { Suspense } from "react";
import { Link } from "react-router";
import { paths } from "../../paths.ts";
import type { GuideCard } from "../../shared/api.gen.ts";
import { type Read, settled } from "../../shared/api.ts";
import { featuredGuidesShown } from "../../shared/constants.ts";
import { curly } from "../../shared/curly.ts";
import { count } from "../../shared/format.ts";
import { ButtonLink } from "../../shared/ui/button.tsx";
import { Skeleton } from "../../shared/ui/skeleton.tsx";

/** The featured guides as a table of contents: the job, how many steps, how long. */
export function GuideIndex({ guides }: { guides: Read<GuideCard[]> }) {
  return (
    <section className="guide-index" aria-labelledby="guides">
      <div className="wrap guide-index-inner">
        <div>
          <h2 id="guides" className="title">
            Rather be shown than told?
          </h2>
          <p className="lead mt-4">
            Our guides take one job from the first phone call to the last form, in steps you can tick off.
          </p>
          <p className="mt-8">
            <ButtonLink to={paths.guides} look="quiet">
              See all guides
            </ButtonLink>
          </p>
        </div>
        <ol className="index-list">
          <Suspense fallback={<Rows />}>
            <Guides guides={guides} />
          </Suspense>
        </ol>
      </div>
    </section>
  );
}

function Guides({ guides }: { guides: Read<GuideCard[]> }) {
  return settled(guides)
    .data.slice(0, featuredGuidesShown)
    .map((guide) => (
      <li key={guide.id}>
        <Link to={paths.guide(guide.slug)} className="index-link">
          {curly(guide.title)}
        </Link>
        <p>{curly(guide.subtitle)}</p>
        <p className="index-measure">
          {count(guide.itemCount, "step")} · {guide.estimatedReadTime} min read
        </p>
      </li>
    ));
}

function Rows() {
  return Array.from({ length: featuredGuidesShown }, (_, i) => (
    <li key={i}>
      <Skeleton className="h-7 w-11/12" />
      <Skeleton className="mt-3 h-4 w-2/3" />
      <Skeleton className="mt-3 h-4 w-40" />
    </li>
  ));
}
