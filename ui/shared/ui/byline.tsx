import { Fragment, type ReactNode } from "react";
import { Link } from "react-router";
import { paths } from "../../paths.ts";
import { ExampleBadge } from "./badge.tsx";
import { LongDate } from "./time.tsx";

interface BylineProps {
  author: string;
  /** The slug of the author's page, if any. */
  authorSlug: string | null;
  /** The author is fictional. */
  example?: boolean;
  publishedAt: string;
  reviewedAt: string | null;
  minutes: number;
  /** More facts, such as the number of steps. */
  more?: string[];
  /** Content at the end of the line. */
  children?: ReactNode;
}

/** A piece's author, dates and read time. */
export function Byline({
  author,
  authorSlug,
  example,
  publishedAt,
  reviewedAt,
  minutes,
  more = [],
  children,
}: BylineProps) {
  return (
    <div className="mt-[clamp(1.5rem,3vw,2.5rem)] flex flex-wrap items-center gap-x-6 gap-y-1 border-t-4 border-double border-rule py-4 text-small text-muted">
      <p>
        {"By "}
        {authorSlug ? (
          <Link
            to={paths.author(authorSlug)}
            rel="author"
            className="font-semibold text-ink underline decoration-gold decoration-2 underline-offset-[0.16em] pointer-coarse:py-3"
          >
            {author}
          </Link>
        ) : (
          <span className="font-semibold text-ink">{author}</span>
        )}{" "}
        {example && <ExampleBadge />}
      </p>
      <p>
        <span className="whitespace-nowrap max-brief:whitespace-normal">
          Published <LongDate iso={publishedAt} />
        </span>
        {reviewedAt && (
          <>
            {" · "}
            <span className="whitespace-nowrap max-brief:whitespace-normal">
              Last reviewed <LongDate iso={reviewedAt} />
            </span>
          </>
        )}
      </p>
      <p>
        {[`${minutes} min read`, ...more].map((text, i) => (
          <Fragment key={text}>
            {i > 0 && " · "}
            <span>{text}</span>
          </Fragment>
        ))}
      </p>
      {children && <div className="md:ml-auto print:hidden">{children}</div>}
    </div>
  );
}
