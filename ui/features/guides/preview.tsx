import { paths } from "../../paths.ts";
import type { Guide } from "../../shared/api.gen.ts";
import { pieceRoute } from "../../shared/ui/piece-route.tsx";
import { GuidePage } from "./guide-page.tsx";

/** A guide as readers would see it, for anyone with the link. */
export const { loader, Component } = pieceRoute({
  call: "/api/preview/guides",
  param: "token",
  path: paths.guidePreview,
  noun: "preview",
  Page: ({ data }: { data: Guide }) => <GuidePage guide={data} preview />,
});
