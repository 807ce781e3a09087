import { paths } from "../../paths.ts";
import type { Article } from "../../shared/api.gen.ts";
import { useCanonicalPath } from "../../shared/canonical.ts";
import { pieceRoute } from "../../shared/ui/piece-route.tsx";
import { ArticlePage } from "./article-page.tsx";

export const { loader, Component } = pieceRoute({
  call: "/api/articles",
  param: "slug",
  path: paths.article,
  noun: "article",
  Page({ data }: { data: Article }) {
    useCanonicalPath(paths.article(data.slug));
    return <ArticlePage article={data} />;
  },
});
