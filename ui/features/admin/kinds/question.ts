import type { QuestionInput, StaffQuestion } from "../../../shared/api.gen.ts";
import type { Kind } from "../kind.ts";
import * as columns from "./columns.ts";
import { active, position } from "./fields.ts";

/** The yes-or-no questions of one content page. */
export const questionKind: Kind<StaffQuestion, keyof QuestionInput> = {
  id: "question",
  path: "/api/admin/questions",
  noun: "question",
  required: { fields: ["question"], sentence: "Question is required" },
  fields: [
    { name: "question", label: "Question", type: "line" },
    {
      name: "targetOfferId",
      label: "A yes opens",
      type: "offer",
      nullable: true,
      offer: (question) => ({
        id: question.targetOfferId,
        pageId: question.targetPageId,
        title: question.targetTitle,
      }),
    },
    position,
    active,
  ],
  columns: [{ ...columns.position, sort: undefined }, columns.figure("Yes", "yes"), columns.figure("No", "no")],
  titleOf: ({ question }) => question,
  detailOf: ({ targetOfferId, targetTitle }) =>
    targetOfferId ? `A yes opens ${targetTitle ?? `offer ${targetOfferId}`}` : "A yes opens nothing",
};
