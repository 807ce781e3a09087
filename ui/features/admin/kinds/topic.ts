import type { StaffTopic } from "../../../shared/api.gen.ts";
import { categoryLabel } from "../../../shared/constants.ts";
import type { Kind } from "../kind.ts";
import { declared } from "../kinds.gen.ts";

/** What is shown above the articles of a category. */
export const topicKind: Kind<StaffTopic> = {
  id: "topic",
  ...declared.topic,
  noun: "topic",
  columns: [{ label: "First article", width: 16, value: ({ firstArticle }) => firstArticle ?? "", spare: "narrow" }],
  titleOf: ({ category }) => categoryLabel(category),
  detailOf: ({ introduction }) => introduction,
};
