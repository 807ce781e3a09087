import type { Correction, Source, StaffPiece } from "../../../shared/api.gen.ts";
import type { FieldSpec } from "../kind.ts";

// The fields that articles and guides share.

export const title: FieldSpec<{ title: string }> = { name: "title", label: "Title", type: "line" };

export const slug: FieldSpec<{ slug: string }> = {
  name: "slug",
  label: "Slug",
  type: "line",
  hint: "The end of its address. The old address leads to the new one.",
};

export const category: FieldSpec<{ category: string }> = { name: "category", label: "Category", type: "choice" };

export const tags: FieldSpec<{ tags: string[] }> = {
  name: "tags",
  label: "Tags",
  type: "tags",
  hint: "Separated by commas",
};

export const author: FieldSpec<{ authorName: string }> = {
  name: "authorName",
  label: "Author",
  type: "line",
  initial: "Editorial team",
};

export const picture: FieldSpec<{ imageUrl: string | null }> = {
  name: "imageUrl",
  label: "Picture",
  type: "picture",
  nullable: true,
};

export const related: FieldSpec<{ related: string[] }> = {
  name: "related",
  label: "Related articles",
  type: "articles",
  hint: "Shown below the text in this order, once they are published",
};

export const featured: FieldSpec<{ featured: boolean }> = {
  name: "featured",
  label: "Featured",
  type: "flag",
  hint: "Shown on the home page",
};

export const sources: FieldSpec<{ sources: Source[] }> = {
  name: "sources",
  label: "Sources",
  type: "sources",
  hint: "One a line: its title, its address, and the day on which you checked it, such as EPA: WaterSense https://www.epa.gov/watersense 2026-03-04",
};

export const correction: FieldSpec<{ correction: Correction }> = {
  name: "correction",
  label: "Correction",
  type: "correction",
  nullable: true,
  hint: "What readers are told of a mistake that was corrected",
};

export const reviewed: FieldSpec<{ reviewedAt: string | null }> = {
  name: "reviewedAt",
  label: "Last reviewed",
  type: "day",
  nullable: true,
  hint: "When somebody last checked the facts",
};

export const status: FieldSpec<{ status: string }> = {
  name: "status",
  label: "Status",
  type: "choice",
  initial: "draft",
};

export const publishAt: FieldSpec<{ publishAt: string | null }> = {
  name: "publishAt",
  label: "Publish at",
  type: "time",
  nullable: true,
};

/** Whether no reader has seen a piece, as far as its record tells. */
export function neverOut({ status, publishAt }: StaffPiece): boolean {
  return status === "draft" && (publishAt === null || Date.parse(publishAt) > Date.now());
}
