import type { StaffQuestion } from "../../../shared/api.gen.ts";
import type { Kind } from "../kind.ts";
import { declared } from "../kinds.gen.ts";
import * as columns from "./columns.ts";

/** Yes-or-no questions of a content page. */
export const questionKind: Kind<StaffQuestion> = {
  id: "question",
  ...declared.question,
  noun: "question",
  columns: [{ ...columns.position, sort: undefined }, columns.figure("Yes", "yes"), columns.figure("No", "no")],
  titleOf: ({ question }) => question,
  detailOf: ({ targetOfferId, targetTitle }) =>
    targetOfferId ? `Yes opens ${targetTitle ?? `offer ${targetOfferId}`}` : "Yes opens nothing",
};
