import { Fragment } from "react";
import { LongDate } from "./time.tsx";

interface BylineProps {
  author: string;
  publishedAt: string;
  reviewedAt: string | null;
  minutes: number;
  /** More of the same kind, such as the count of steps. */
  more?: string[];
}

/** Who wrote a piece, when, when it was last looked through, and how long it takes. */
export function Byline({ author, publishedAt, reviewedAt, minutes, more = [] }: BylineProps) {
  return (
    <div className="byline">
      <p>
        By <span className="font-semibold text-ink">{author}</span>
      </p>
      <p>
        <span className="whitespace-nowrap">
          Published <LongDate iso={publishedAt} />
        </span>
        {reviewedAt && (
          <>
            {" · "}
            <span className="whitespace-nowrap">
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
    </div>
  );
}
