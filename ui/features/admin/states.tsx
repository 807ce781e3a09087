import { useState } from "react";
import { ApiError, explain } from "../../shared/api.ts";
import { Button } from "../../shared/ui/button.tsx";
import { Skeleton } from "../../shared/ui/skeleton.tsx";
import { failed, type List } from "./calls.ts";

/** Rows on their way. */
export function Rows() {
  return (
    <div className="rows-wait" role="status" aria-label="Loading">
      {Array.from({ length: 5 }, (_, i) => (
        <Skeleton key={i} className="h-14 w-full" />
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

/** Shows more of a list that goes on. */
export function MoreOfList<T>({ list }: { list: List<T> }) {
  const [busy, setBusy] = useState(false);
  if (!list.next) return null;
  const more = async () => {
    setBusy(true);
    await list.more().catch((error) => failed(error, "The site could not be reached."));
    setBusy(false);
  };
  return (
    <p className="mt-6 text-center">
      <Button look="quiet" disabled={busy} onClick={more}>
        {busy ? "Loading…" : `Show more (${list.items?.length} of ${list.total?.toLocaleString("en-US")})`}
      </Button>
    </p>
  );
}
