import { Suspense } from "react";
import { type LoaderFunctionArgs, useLoaderData, useParams } from "react-router";
import { paths } from "../../paths.ts";
import type { Article } from "../../shared/api.gen.ts";
import { apiContext, type Read, settled } from "../../shared/api.ts";
import { useCanonicalPath } from "../../shared/canonical.ts";
import { PieceSkeleton } from "../../shared/ui/piece-skeleton.tsx";
import { ArticlePage } from "./article-page.tsx";

export function loader({ params, context }: LoaderFunctionArgs) {
  return { article: context.get(apiContext).get<Article>(`/api/articles/${encodeURIComponent(params.slug ?? "")}`) };
}

export function Component() {
  const { article } = useLoaderData<{ article: Read<Article> }>();
  const { slug = "" } = useParams();
  return (
    <Suspense key={slug} fallback={<PieceSkeleton label="Loading article" path={paths.article(slug)} />}>
      <LoadedArticle article={article} />
    </Suspense>
  );
}

function LoadedArticle({ article }: { article: Read<Article> }) {
  const { data } = settled(article);
  useCanonicalPath(paths.article(data.slug));
  return <ArticlePage article={data} />;
}
