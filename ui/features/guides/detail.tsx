import { Suspense } from "react";
import {
  isRouteErrorResponse,
  type LoaderFunctionArgs,
  useLoaderData,
  useLocation,
  useParams,
  useRouteError,
} from "react-router";
import { paths } from "../../paths.ts";
import type { Guide } from "../../shared/api.gen.ts";
import { apiContext, type Read, settled } from "../../shared/api.ts";
import { useCanonicalPath } from "../../shared/canonical.ts";
import { Head } from "../../shared/head.tsx";
import { Gone } from "../../shared/ui/gone.tsx";
import { Notice } from "../../shared/ui/notice.tsx";
import { PieceSkeleton } from "../../shared/ui/piece-skeleton.tsx";
import { GuidePage } from "./guide-page.tsx";

export function loader({ params, context }: LoaderFunctionArgs) {
  return { guide: context.get(apiContext).get<Guide>(`/api/listicles/${encodeURIComponent(params.id ?? "")}`) };
}

export function Component() {
  const { guide } = useLoaderData<{ guide: Read<Guide> }>();
  const { id = "" } = useParams();
  return (
    <Suspense key={id} fallback={<PieceSkeleton label="Loading guide" path={paths.guide(id)} />}>
      <LoadedGuide guide={guide} />
    </Suspense>
  );
}

/** A missing guide and one that can't be loaded show the same message (specification, section 8). */
export function ErrorBoundary() {
  const error = useRouteError();
  const { pathname } = useLocation();
  if (isRouteErrorResponse(error) && error.status === 410) return <Gone />;
  return (
    <>
      <Head title="Guide Not Found" description="We couldn’t find a guide at this address." path={pathname} noindex />
      <Notice
        picture="magnifier"
        title="Guide Not Found"
        text="The money-saving guide you’re looking for doesn’t exist or has been removed."
        links={[{ to: paths.guides, label: "Back to Guides" }]}
      />
    </>
  );
}

function LoadedGuide({ guide }: { guide: Read<Guide> }) {
  const { data } = settled(guide);
  useCanonicalPath(paths.guide(data.slug));
  return <GuidePage guide={data} />;
}
