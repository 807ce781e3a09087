import { Suspense } from "react";
import { type LoaderFunctionArgs, useLoaderData, useParams } from "react-router";
import { paths } from "../../paths.ts";
import type { Guide } from "../../shared/api.gen.ts";
import { apiContext, type Read, settled } from "../../shared/api.ts";
import { PieceSkeleton } from "../../shared/ui/piece-skeleton.tsx";
import { GuidePage } from "./guide-page.tsx";

export function loader({ params, context }: LoaderFunctionArgs) {
  return { guide: context.get(apiContext).get<Guide>(`/api/preview/guides/${encodeURIComponent(params.token ?? "")}`) };
}

/** A guide as readers would see it, for anyone with the link. */
export function Component() {
  const { guide } = useLoaderData<{ guide: Read<Guide> }>();
  const { token = "" } = useParams();
  return (
    <Suspense fallback={<PieceSkeleton label="Loading preview" path={paths.guidePreview(token)} />}>
      <LoadedGuide guide={guide} />
    </Suspense>
  );
}

function LoadedGuide({ guide }: { guide: Read<Guide> }) {
  return <GuidePage guide={settled(guide).data} preview />;
}
