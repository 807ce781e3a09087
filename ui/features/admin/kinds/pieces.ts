import type { StaffArticle, StaffGuide, StaffPiece } from "../../../shared/api.gen.ts";
import type { FieldSpec, Kind } from "../kind.ts";
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
  fields: asOneSentence(declared.article.fields),
  id: "article",
  noun: "article",
};

export const guideKind: Kind<StaffGuide> = {
  ...pieceParts,
  ...declared.guide,
  fields: asOneSentence(declared.guide.fields),
  id: "guide",
  noun: "guide",
};

/** Replaces the server's error for two required fields with a single sentence. */
function asOneSentence(fields: FieldSpec[]): FieldSpec[] {
  return fields.map((field) => (field.required ? { ...field, required: "Title and slug are required" } : field));
}

/** Whether readers can't have seen the piece, judging by its record. */
function isUnseen({ status, publishAt }: StaffPiece): boolean {
  return status === "draft" && (publishAt === null || Date.parse(publishAt) > Date.now());
}
