import { Link } from "react-router";
import { paths } from "../../paths.ts";
import type { Tool } from "../../shared/api.gen.ts";
import { categoryLabel } from "../../shared/constants.ts";
import { curly } from "../../shared/curly.ts";
import { Head } from "../../shared/head.tsx";
import { useSite } from "../../shared/site.ts";
import { breadcrumbs } from "../../shared/structured-data.ts";
import { Badges, CategoryBadge } from "../../shared/ui/badge.tsx";
import { Breadcrumbs } from "../../shared/ui/breadcrumbs.tsx";
import { ButtonLink } from "../../shared/ui/button.tsx";
import { pieceRoute } from "../../shared/ui/piece-route.tsx";
import { Prose } from "../../shared/ui/prose.tsx";
import { SubscribeCall } from "../../shared/ui/subscribe-call.tsx";
import { piecePath } from "./piece-path.ts";

export const { loader, Component } = pieceRoute({
  call: "/api/tools",
  param: "slug",
  path: paths.tool,
  noun: "calculator",
  Page: Calculator,
});

/** A calculator, with the piece that explains it. */
function Calculator({ data: tool }: { data: Tool }) {
  const { baseUrl } = useSite();
  const path = paths.tool(tool.slug);
  const trail = [{ name: "Calculators", path: paths.tools }];
  const piece = piecePath(tool.piece);
  return (
    <>
      <Head
        title={`${tool.title}: calculator`}
        description={`Do the math with your own numbers. In our example, ${tool.sentence}`}
        path={path}
        jsonLd={[breadcrumbs(baseUrl, [...trail, { name: tool.title, path }])]}
      />
      <article className="wrap section max-w-[54rem]" data-piece={piece}>
        <Breadcrumbs trail={trail} />
        <Badges className="mt-6">
          <CategoryBadge category={tool.category} />
        </Badges>
        <h1 className="title mt-4">{curly(tool.title)}</h1>
        <p className="lead mt-4 max-w-[44ch]">{curly(tool.piece.about)}</p>
        <p className="mt-4 mb-10">
          How the math works, and what to watch out for:{" "}
          <Link to={piece} className="underline">
            {curly(tool.piece.title)}
          </Link>
        </p>
        <Prose html={tool.html} />
        <p className="print:hidden mt-10 flex flex-wrap gap-4">
          <ButtonLink to={piece}>Read the {tool.piece.kind}</ButtonLink>
          <ButtonLink to={paths.tools} look="quiet">
            All calculators
          </ButtonLink>
          <ButtonLink to={paths.articlesBy({ category: tool.category })} look="quiet">
            More on {categoryLabel(tool.category)}
          </ButtonLink>
        </p>
      </article>
      <SubscribeCall />
    </>
  );
}
