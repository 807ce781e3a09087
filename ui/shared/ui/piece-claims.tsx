import type { PieceClaim } from "../api.gen.ts";
import { curly } from "../curly.ts";
import { textLink } from "./text-link.ts";
import { LongDate } from "./time.tsx";

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
