import type { StaffArticle, StaffGuide, StaffPiece } from "../../../shared/api.gen.ts";
import type { Kind } from "../kind.ts";
import { declared } from "../kinds.gen.ts";
import { slugOf } from "./page.ts";

const pieceParts: Pick<Kind<StaffPiece>, "columns" | "titleOf" | "detailOf" | "suggest"> = {
  columns: [],
  titleOf: ({ title }) => title,
  detailOf: ({ slug }) => slug,
  suggest: { from: "title", to: "slug", make: slugOf, still: isUnseen },
};

export const articleKind: Kind<StaffArticle> = {
  ...pieceParts,
  ...declared.article,
  id: "article",
  noun: "article",
};

export const guideKind: Kind<StaffGuide> = {
  ...pieceParts,
  ...declared.guide,
  id: "guide",
  noun: "guide",
};

/** Whether readers can't have seen the piece, judging by its record. */
function isUnseen({ status, publishAt }: StaffPiece): boolean {
  return status === "draft" && (publishAt === null || Date.parse(publishAt) > Date.now());
}
