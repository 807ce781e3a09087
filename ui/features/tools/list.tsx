import { Suspense } from "react";
import { Link, type LoaderFunctionArgs, useLoaderData } from "react-router";
import { paths } from "../../paths.ts";
import type { ToolCard } from "../../shared/api.gen.ts";
import { apiContext, type Read, settled } from "../../shared/api.ts";
import { categoryLabel } from "../../shared/constants.ts";
import { curly } from "../../shared/curly.ts";
import { Head } from "../../shared/head.tsx";
import { useSite } from "../../shared/site.ts";
import { breadcrumbs } from "../../shared/structured-data.ts";
import { CardSkeletons } from "../../shared/ui/article-card.tsx";
import { piecePath } from "./piece-path.ts";

export function loader({ context }: LoaderFunctionArgs) {
  return { tools: context.get(apiContext).get<ToolCard[]>("/api/tools") };
}

/** All calculators by topic. */
export function Component() {
  const { tools } = useLoaderData<{ tools: Read<ToolCard[]> }>();
  const { baseUrl } = useSite();
  return (
    <>
      <Head
        title="Calculators"
        description="Run the math in our articles and guides with your own numbers: what you’ll save, when it pays for itself, and what matters most. Nothing leaves your browser."
        path={paths.tools}
        jsonLd={[breadcrumbs(baseUrl, [{ name: "Calculators", path: paths.tools }])]}
      />
      <div className="wrap section">
        <header className="mb-[clamp(2rem,1.5rem+2vw,3rem)] max-w-[46rem]">
          <h1 className="title">Calculators</h1>
          <p className="lead mt-4">
            Run the math in our articles and guides with your own numbers. They stay in your browser.
          </p>
        </header>
        <Suspense fallback={<CardSkeletons count={6} label="Loading calculators" />}>
          <Topics tools={tools} />
        </Suspense>
      </div>
    </>
  );
}

function Topics({ tools }: { tools: Read<ToolCard[]> }) {
  const all = settled(tools).data;
  const topics = [...new Set(all.map(({ category }) => category))];
  if (all.length === 0)
    return (
      <p className="empty" role="status">
        We have no calculators right now. Check back soon.
      </p>
    );
  return topics.map((category) => (
    <section
      key={category}
      aria-labelledby={`topic-${category}`}
      className="mt-12 grid gap-x-10 gap-y-3 border-t border-rule pt-5 md:grid-cols-[12rem_minmax(0,1fr)]"
    >
      <h2 id={`topic-${category}`} className="font-display text-subheading leading-tight">
        {categoryLabel(category)}
      </h2>
      <ul>
        {all
          .filter((tool) => tool.category === category)
          .map((tool) => (
            <Row key={tool.slug} tool={tool} />
          ))}
      </ul>
    </section>
  ));
}

function Row({ tool }: { tool: ToolCard }) {
  return (
    <li className="grid gap-x-10 gap-y-2 border-b border-line pb-5 not-first:pt-5 last:border-b-0 lg:grid-cols-2">
      <div>
        <h3 className="font-display text-subheading leading-tight">
          <Link
            to={paths.tool(tool.slug)}
            className="inline-block py-1 underline decoration-gold decoration-2 underline-offset-4 pointer-coarse:py-3"
          >
            {curly(tool.title)}
          </Link>
        </h3>
        <p className="mt-1 text-small text-muted">
          From{" "}
          <Link to={piecePath(tool.piece)} className="underline pointer-coarse:py-3">
            {curly(tool.piece.title)}
          </Link>
        </p>
      </div>
      <p>
        <span className="text-muted">In the example:</span> {curly(tool.sentence)}
      </p>
    </li>
  );
}
