import type { StaffEmail } from "../../../shared/api.gen.ts";
import type { Kind } from "../kind.ts";
import { declared } from "../kinds.gen.ts";

/** Campaigns by email. */
export const emailKind: Kind<StaffEmail> = {
  id: "letter",
  ...declared.letter,
  noun: "campaign",
  columns: [],
  titleOf: (email) => email.subject,
  detailOf: (email) => email.preheader,
};
