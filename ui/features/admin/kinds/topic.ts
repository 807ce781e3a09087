import type { StaffTopic, TopicInput } from "../../../shared/api.gen.ts";
import { categories, categoryLabel } from "../../../shared/constants.ts";
import type { Kind } from "../kind.ts";
import { active } from "./fields.ts";

/** What stands above the articles of a category. */
export const topicKind: Kind<StaffTopic, keyof TopicInput> = {
  id: "topic",
  path: "/api/admin/topics",
  noun: "topic",
  required: { fields: ["category", "introduction"], sentence: "Category and introduction are required" },
  fields: [
    {
      name: "category",
      label: "Category",
      type: "choice",
      initial: "",
      options: categories.map(({ id, label }) => ({ value: id, label })),
    },
    { name: "introduction", label: "Introduction", type: "text", hint: "A sentence or two, above the articles" },
    {
      name: "firstArticle",
      label: "First article",
      type: "article",
      category: "category",
      nullable: true,
      hint: "Stands before the others of its category; without one, the newest comes first",
    },
    active,
  ],
  columns: [{ label: "First article", width: 16, value: ({ firstArticle }) => firstArticle ?? "", spare: "narrow" }],
  titleOrder: "category",
  titleOf: ({ category }) => categoryLabel(category),
  detailOf: ({ introduction }) => introduction,
};
