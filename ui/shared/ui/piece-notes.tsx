import { useId } from "react";
import { Link } from "react-router";
import { paths } from "../../paths.ts";
import type { Article, Correction, PieceClaim, Source } from "../api.gen.ts";
import { curly } from "../curly.ts";
import { ExampleBadge } from "./badge.tsx";
import { Picture, sizes } from "./picture.tsx";
import { textLink } from "./text-link.ts";
import { LongDate } from "./time.tsx";

/** How a piece's savings were calculated. It is hidden if there are none. */
export function MethodNote({ avgSavings, assumption }: { avgSavings: string | null; assumption: string | null }) {
  const id = useId();
  if (!avgSavings) return null;
  return (
    <section aria-labelledby={id} className="mt-12 max-w-[42rem]">
      <h2 id={id} className="heading">
        How we did the math
      </h2>
      <p className="mt-3">
        Saving {avgSavings} is the result for one example{assumption && <>: {curly(assumption)}</>}. The text above
        shows every step, so you can plug in your own numbers. <Link to={paths.howWeWork}>How we work</Link>
      </p>
    </section>
  );
}

/** A note about a corrected mistake. It is hidden if there is none. */
export function CorrectionNote({ correction }: { correction: Correction | null }) {
  if (!correction) return null;
  return (
    <p className="mt-8 max-w-[42rem] border-l-4 border-gold bg-sunken px-4 py-3 text-small">
      <strong>
        Correction, <LongDate iso={correction.at} />:
      </strong>{" "}
      {curly(correction.text)}
    </p>
  );
}

/** The sources of a piece. It is hidden if there are none. */
export function Sources({ sources }: { sources: Source[] }) {
  if (sources.length === 0) return null;
  return (
    <section className="mt-12 max-w-[42rem] text-small" aria-labelledby="sources">
      <h2 id="sources" className="heading">
        Sources
      </h2>
      <ul className="mt-2 list-disc pl-[1.2em]">
        {sources.map(({ title, url, lookedAt }) => (
          <li key={url} className="not-first:mt-1.5">
            <a href={url} className={textLink}>
              {title ? curly(title) : url}
            </a>
            {lookedAt && (
              <span>
                , checked <LongDate iso={`${lookedAt}T12:00:00Z`} />
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

/**
 * The claims marked in a piece, with their sources. The marks in the text link here. It is hidden if there are none.
 */
export function PieceClaims({ claims }: { claims: PieceClaim[] }) {
  if (claims.length === 0) return null;
  const looked = claims.flatMap(({ lookedAt }) => lookedAt ?? []).sort();
  const [oldest] = looked;
  return (
    <section aria-labelledby="claims" className="mt-10 max-w-[42rem]">
      <h2 id="claims" className="heading">
        Facts and figures we keep checking
      </h2>
      {oldest && looked.length === claims.length && (
        <p className="mt-2 text-small text-muted">
          {claims.length === 1 ? "Last checked " : "All checked since "}
          <LongDate iso={oldest} />
        </p>
      )}
      <dl className="mt-4 border-t border-line text-small">
        {claims.map(({ name, title, value, sourceTitle, sourceUrl, lookedAt }) => (
          <div
            key={name}
            id={`claim-${name}`}
            className="grid scroll-mt-28 grid-cols-[6.5rem_minmax(0,1fr)] max-brief:grid-cols-1 md:grid-cols-[9.5rem_minmax(0,1fr)] gap-x-5 border-b border-line px-1 py-2.5 target:bg-sunken"
          >
            <dt className="font-semibold figures-lining">{curly(value)}</dt>
            <dd className="wrap-anywhere">
              {curly(title)}
              {(sourceUrl || sourceTitle) && (
                <span className="block text-muted">
                  {sourceUrl ? (
                    <a href={sourceUrl} className={textLink}>
                      {curly(sourceTitle || sourceUrl)}
                    </a>
                  ) : (
                    curly(sourceTitle)
                  )}
                  {lookedAt && (
                    <>
                      , checked <LongDate iso={lookedAt} />
                    </>
                  )}
                </span>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

type Author = "authorName" | "authorSlug" | "authorIsExample" | "authorBio" | "authorCredentials" | "authorImageUrl";

/** The author's card below a piece. It is hidden for an author without a page. */
export function AuthorCard({ piece }: { piece: Pick<Article, Author> }) {
  if (!piece.authorSlug) return null;
  return (
    <section
      aria-label="About the author"
      className="mt-12 flex max-w-[42rem] items-start gap-x-5 border-y border-line py-6"
    >
      {piece.authorImageUrl && (
        <Picture src={piece.authorImageUrl} sizes={sizes.small} className="aspect-square w-20 shrink-0 rounded-full" />
      )}
      <div className="min-w-0">
        <p className="font-display text-subheading leading-tight">
          <Link
            to={paths.author(piece.authorSlug)}
            rel="author"
            className="font-semibold text-ink underline decoration-gold decoration-2 underline-offset-[0.16em] pointer-coarse:py-3"
          >
            {piece.authorName}
          </Link>{" "}
          {piece.authorIsExample && <ExampleBadge />}
        </p>
        <p className="text-small text-muted">{curly(piece.authorCredentials)}</p>
        <p className="mt-2">{curly(piece.authorBio)}</p>
      </div>
    </section>
  );
}
