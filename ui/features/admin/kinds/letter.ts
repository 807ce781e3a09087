import type { StaffLetter } from "../../../shared/api.gen.ts";
import type { Kind } from "../kind.ts";
import { declared } from "../kinds.gen.ts";

/** Letters to subscribers. */
export const letterKind: Kind<StaffLetter> = {
  id: "letter",
  ...declared.letter,
  noun: "campaign",
  columns: [],
  titleOf: (letter) => letter.subject,
  detailOf: (letter) => letter.preheader,
};
