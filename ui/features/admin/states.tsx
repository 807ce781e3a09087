import { type ReactNode, useEffect, useRef } from "react";
import { ApiError, explain } from "../../shared/api.ts";
import { Button } from "../../shared/ui/button.tsx";
import { Skeleton } from "../../shared/ui/skeleton.tsx";
import type { List, Reading } from "./calls.ts";

/** Placeholders for rows being loaded. */
export function Rows() {
  return (
    <div className="grid gap-3 pt-3" role="status" aria-label="Loading">
      {Array.from({ length: 8 }, (_, i) => (
        <Skeleton key={i} className="h-6 w-full" />
      ))}
    </div>
  );
}

interface NothingProps {
  title: string;
  children?: ReactNode;
  className?: string;
}

/** An empty list, and why it is empty. */
export function Nothing({ title, children, className = "" }: NothingProps) {
  return (
    <div className={`empty ${className}`} role="status">
      <h2 className="heading">{title}</h2>
      {children && <p className="mt-2 text-muted">{children}</p>}
    </div>
  );
}

/** A loading error, with a button to retry. */
export function Problem({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <div className="empty" role="alert">
      <p>{explain(error)}</p>
      {error instanceof ApiError && error.status === 403 ? null : (
        <p className="mt-4">
          <Button look="quiet" onClick={onRetry}>
            Try again
          </Button>
        </p>
      )}
    </div>
  );
}

interface LoadedProps<T> {
  of: Pick<Reading<T>, "data" | "error" | "reload">;
  children: (data: T) => ReactNode;
}

/** What is made of something read; placeholders until it is there, or the error. */
export function Loaded<T>({ of: { data, error, reload }, children }: LoadedProps<T>) {
  if (error) return <Problem error={error} onRetry={reload} />;
  return data === undefined ? <Rows /> : children(data);
}

/** How far below the window the end of a list may be when the next page is loaded. */
const preloadMargin = "2000px";

/** Loads the next page when the end of a list comes near. The button is for errors. */
export function MoreOfList<T>({ list }: { list: List<T> }) {
  const end = useRef<HTMLParagraphElement>(null);
  const { data: items = [], total, more, loadingMore, stuck } = list;
  useEffect(() => {
    if (!end.current || !more || stuck) return;
    const observer = new IntersectionObserver((entries) => entries.some((entry) => entry.isIntersecting) && more(), {
      rootMargin: preloadMargin,
    });
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [more, stuck]);
  if (!more && !loadingMore) return null;
  return (
    <p ref={end} className="mt-6 text-center">
      <Button look="quiet" disabled={loadingMore} onClick={more}>
        {loadingMore
          ? "Loading…"
          : stuck
            ? "We couldn’t load more. Try again"
            : total > items.length
              ? `Show more (${items.length} of ${total.toLocaleString("en-US")})`
              : "Show more"}
      </Button>
    </p>
  );
}
