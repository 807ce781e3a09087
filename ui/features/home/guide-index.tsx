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

/** The featured guides as a table of contents: the job, the number of steps, the time. */
export function GuideIndex({ guides }: { guides: Read<GuideCard[]> }) {
  return (
    <section className="border-y border-line bg-sunken" aria-labelledby="guides">
      <div className="wrap grid gap-x-[clamp(3rem,8vw,7rem)] gap-y-12 py-[clamp(3.5rem,2rem+5vw,6rem)] lg:grid-cols-[minmax(0,1fr)_minmax(0,1.25fr)]">
        <div>
          <h2 id="guides" className="title">
            Step-by-step guides
          </h2>
          <p className="lead mt-4">
            Each guide takes you through one job, from the first phone call to the last form, in steps you can check
            off.
          </p>
          <p className="mt-8">
            <ButtonLink to={paths.guides} look="quiet">
              See all guides
            </ButtonLink>
          </p>
        </div>
        <ol className="border-t border-b-4 border-t-rule border-b-rule [border-bottom-style:double]">
          <Suspense fallback={<Rows />}>
            <Guides guides={guides} />
          </Suspense>
        </ol>
      </div>
    </section>
  );
}

const row = "group relative py-5.5 not-first:border-t not-first:border-line";

function Guides({ guides }: { guides: Read<GuideCard[]> }) {
  const featured = settled(guides).data.slice(0, featuredGuidesShown);
  if (featured.length === 0) return <li className={`${row} lead`}>Our first guides are on their way.</li>;
  return featured.map((guide) => (
    <li key={guide.id} className={row}>
      <Link
        to={paths.guide(guide.slug)}
        className="card-link font-display text-[clamp(1.375rem,1.2rem+0.7vw,1.75rem)] leading-[1.18] font-medium tracking-[-0.012em] group-hover:decoration-gold"
      >
        {curly(guide.title)}
      </Link>
      <p className="mt-1.5 text-muted">{curly(guide.subtitle)}</p>
      <p className="mt-1.5 text-small text-muted">
        {count(guide.itemCount, "step")} · {guide.estimatedReadTime} min read
      </p>
    </li>
  ));
}

function Rows() {
  return Array.from({ length: featuredGuidesShown }, (_, i) => (
    <li key={i} className={row}>
      <Skeleton className="h-7 w-11/12" />
      <Skeleton className="mt-3 h-4 w-2/3" />
      <Skeleton className="mt-3 h-4 w-40" />
    </li>
  ));
}
