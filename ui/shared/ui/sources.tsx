import type { Source } from "../api.gen.ts";
import { curly } from "../curly.ts";
import { textLink } from "./text-link.ts";
import { LongDate } from "./time.tsx";

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
