import type { ArticleInput, StaffArticle } from "../../../shared/api.gen.ts";
import { categories } from "../../../shared/constants.ts";
import type { Kind } from "../kind.ts";
import { slugOf } from "./page.ts";
import * as fields from "./piece-fields.ts";

export const articleKind: Kind<StaffArticle, keyof ArticleInput & keyof StaffArticle> = {
  id: "article",
  path: "/api/admin/articles",
  noun: "article",
  required: { fields: ["title", "slug"], sentence: "Title and slug are required" },
  fields: [
    fields.title,
    fields.slug,
    { name: "excerpt", label: "Excerpt", type: "text", hint: "Shown on cards, in search results and under the title" },
    { name: "body", label: "Body", type: "markdown" },
    { ...fields.category, options: categories.map(({ id, label }) => ({ value: id, label })) },
    fields.tags,
    fields.author,
    fields.picture,
    { name: "imageAlt", label: "Picture in words", type: "line", hint: "Read out to those who cannot see it" },
    {
      name: "avgSavings",
      label: "Savings",
      type: "line",
      nullable: true,
      hint: "Such as $482/year; only what the text itself works out",
    },
    {
      name: "savingsAssumption",
      label: "What it is worked out from",
      type: "line",
      nullable: true,
      hint: "Such as four services that are canceled",
    },
    fields.featured,
    fields.sources,
    fields.correction,
    fields.related,
    fields.reviewed,
    fields.status,
    fields.publishAt,
  ],
  columns: [],
  titleOf: (article) => article.title,
  detailOf: (article) => article.slug,
  suggest: { from: "title", to: "slug", make: slugOf, still: fields.neverOut },
};
