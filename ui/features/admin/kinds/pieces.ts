import type { StaffArticle, StaffGuide, StaffPiece } from "../../../shared/api.gen.ts";
import type { FieldSpec, Kind } from "../kind.ts";
import { declared } from "../kinds.gen.ts";
import { slugOf } from "./page.ts";

const pieceParts: Pick<Kind<StaffPiece>, "columns" | "titleOf" | "detailOf" | "suggest"> = {
  columns: [],
  titleOf: ({ title }) => title,
  detailOf: ({ slug }) => slug,
  suggest: { from: "title", to: "slug", make: slugOf, still: neverOut },
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

/** The fields with what the form says of the two that are required; the server says it of each. */
function asOneSentence(fields: FieldSpec[]): FieldSpec[] {
  return fields.map((field) => (field.required ? { ...field, required: "Title and slug are required" } : field));
}

/** Whether no reader has seen a piece, as far as its record tells. */
function neverOut({ status, publishAt }: StaffPiece): boolean {
  return status === "draft" && (publishAt === null || Date.parse(publishAt) > Date.now());
}
