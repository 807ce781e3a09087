import { Suspense } from "react";
import { type LoaderFunctionArgs, useLoaderData, useParams } from "react-router";
import { paths } from "../../paths.ts";
import type { Article } from "../../shared/api.gen.ts";
import { apiContext, type Read, settled } from "../../shared/api.ts";
import { PieceSkeleton } from "../../shared/ui/piece-skeleton.tsx";
import { ArticlePage } from "./article-page.tsx";

export function loader({ params, context }: LoaderFunctionArgs) {
  return {
    article: context.get(apiContext).get<Article>(`/api/preview/articles/${encodeURIComponent(params.token ?? "")}`),
  };
}

/** An article as readers would see it, for anyone with the link. */
export function Component() {
  const { article } = useLoaderData<{ article: Read<Article> }>();
  const { token = "" } = useParams();
  return (
    <Suspense fallback={<PieceSkeleton label="Loading preview" path={paths.articlePreview(token)} />}>
      <LoadedArticle article={article} />
    </Suspense>
  );
}

function LoadedArticle({ article }: { article: Read<Article> }) {
  return <ArticlePage article={settled(article).data} preview />;
}
