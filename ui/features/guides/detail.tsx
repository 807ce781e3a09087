import { isRouteErrorResponse, useLocation, useRouteError } from "react-router";
import { paths } from "../../paths.ts";
import type { Guide } from "../../shared/api.gen.ts";
import { useCanonicalPath } from "../../shared/canonical.ts";
import { Head } from "../../shared/head.tsx";
import { Gone, Notice } from "../../shared/ui/notice.tsx";
import { pieceRoute } from "../../shared/ui/piece-route.tsx";
import { GuidePage } from "./guide-page.tsx";

export const { loader, Component } = pieceRoute({
  call: "/api/listicles",
  param: "id",
  path: paths.guide,
  noun: "guide",
  Page({ data }: { data: Guide }) {
    useCanonicalPath(paths.guide(data.slug));
    return <GuidePage guide={data} />;
  },
});

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
