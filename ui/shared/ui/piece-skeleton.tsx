import { Head } from "../head.tsx";
import { Skeleton } from "./skeleton.tsx";

/** The skeleton of an article or a guide. */
export function PieceSkeleton({ label, path }: { label: string; path: string }) {
  return (
    <div className="piece" role="status" aria-label={label}>
      <Head title="Loading…" description="" path={path} />
      <div className="wrap piece-head">
        <Skeleton className="h-5 w-48" />
        <div className="piece-intro">
          <Skeleton className="h-6 w-32" />
          <Skeleton className="mt-6 h-14 w-11/12" />
          <Skeleton className="mt-3 h-14 w-7/12" />
          <Skeleton className="mt-6 h-6 w-10/12" />
        </div>
        <Skeleton className="picture piece-picture" />
      </div>
    </div>
  );
}
