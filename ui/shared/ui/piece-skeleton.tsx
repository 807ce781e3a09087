import { Head } from "../head.tsx";
import { PieceHead } from "./piece.tsx";
import { Skeleton } from "./skeleton.tsx";

/** The skeleton of an article or a guide. */
export function PieceSkeleton({ label, path }: { label: string; path: string }) {
  return (
    <div role="status" aria-label={label}>
      <Head title="Loading…" description="" path={path} />
      <PieceHead
        before={<Skeleton className="h-5 w-48" />}
        intro={
          <>
            <Skeleton className="h-6 w-32" />
            <Skeleton className="mt-6 h-14 w-11/12" />
            <Skeleton className="mt-3 h-14 w-7/12" />
            <Skeleton className="mt-6 h-6 w-10/12" />
          </>
        }
        picture={<Skeleton className="aspect-3/2 w-full" />}
      />
    </div>
  );
}
