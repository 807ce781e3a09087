import { Link } from "react-router";

interface OtherPagesProps {
  label: string;
  page: number;
  /** Whether there is another page. */
  more: boolean;
  /** The address of a page; of the first without its number. */
  to: (page?: number) => string;
  className?: string;
}

/** Links to newer and older pages of a list. */
export function OtherPages({ label, page, more, to, className = "" }: OtherPagesProps) {
  if (page === 1 && !more) return null;
  return (
    <nav className={`mt-12 flex justify-center gap-4 ${className}`} aria-label={label}>
      {page > 1 && (
        <Link className="button button-quiet" rel="prev" to={to(page > 2 ? page - 1 : undefined)}>
          Newer
        </Link>
      )}
      {more && (
        <Link className="button button-quiet" rel="next" to={to(page + 1)}>
          Older
        </Link>
      )}
    </nav>
  );
}
