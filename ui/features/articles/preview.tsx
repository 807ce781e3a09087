import { paths } from "../../paths.ts";
import type { Article } from "../../shared/api.gen.ts";
import { pieceRoute } from "../../shared/ui/piece-route.tsx";
import { ArticlePage } from "./article-page.tsx";

/** An article as readers would see it, for anyone with the link. */
export const { loader, Component } = pieceRoute({
  call: "/api/preview/articles",
  param: "token",
  path: paths.articlePreview,
  noun: "preview",
  Page: ({ data }: { data: Article }) => <ArticlePage article={data} preview />,
});
