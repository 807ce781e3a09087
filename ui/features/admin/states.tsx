import { useEffect, useRef } from "react";
import { ApiError, explain } from "../../shared/api.ts";
import { Button } from "../../shared/ui/button.tsx";
import { Skeleton } from "../../shared/ui/skeleton.tsx";
import type { List } from "./calls.ts";

/** Rows on their way. */
export function Rows() {
  return (
    <div className="grid gap-3 pt-3" role="status" aria-label="Loading">
      {Array.from({ length: 8 }, (_, i) => (
        <Skeleton key={i} className="h-6 w-full" />
      ))}
    </div>
  );
}

/** What could not be read, and a way to try again. */
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

/** How far below the window the end of a list may be when the next part is read. */
const ahead = "2000px";

/** Reads the next part of a list when its end comes near. The button is for when that failed. */
export function MoreOfList<T>({ list }: { list: List<T> }) {
  const end = useRef<HTMLParagraphElement>(null);
  const { items = [], total, more, loadingMore, stuck } = list;
  useEffect(() => {
    if (!end.current || !more || stuck) return;
    const observer = new IntersectionObserver((entries) => entries.some((entry) => entry.isIntersecting) && more(), {
      rootMargin: ahead,
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
