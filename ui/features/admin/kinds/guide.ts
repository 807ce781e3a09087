import type { GuideInput, StaffGuide } from "../../../shared/api.gen.ts";
import { categories } from "../../../shared/constants.ts";
import type { Kind } from "../kind.ts";
import { slugOf } from "./page.ts";
import * as fields from "./piece-fields.ts";

export const guideKind: Kind<StaffGuide, keyof GuideInput & keyof StaffGuide> = {
  id: "guide",
  path: "/api/admin/guides",
  noun: "guide",
  required: { fields: ["title", "slug"], sentence: "Title and slug are required" },
  fields: [
    fields.title,
    fields.slug,
    {
      name: "subtitle",
      label: "Subtitle",
      type: "text",
      hint: "Shown on cards, in search results and under the title",
    },
    { name: "introduction", label: "Introduction", type: "markdown" },
    { name: "items", label: "Steps", type: "steps" },
    { name: "conclusion", label: "Conclusion", type: "markdown" },
    { ...fields.category, options: categories.map(({ id, label }) => ({ value: id, label })) },
    fields.tags,
    fields.author,
    fields.picture,
    fields.featured,
    fields.sources,
    fields.correction,
    { ...fields.related, label: "Related guides", type: "guides" },
    { ...fields.related, name: "relatedArticles" },
    fields.reviewed,
    fields.status,
    fields.publishAt,
  ],
  columns: [],
  titleOf: (guide) => guide.title,
  detailOf: (guide) => guide.slug,
  suggest: { from: "title", to: "slug", make: slugOf, still: fields.neverOut },
};
