import type { StaffText } from "../../../shared/api.gen.ts";
import type { Kind } from "../kind.ts";
import { declared } from "../kinds.gen.ts";

/** Campaigns by text. */
export const textKind: Kind<StaffText> = {
  id: "text",
  ...declared.text,
  noun: "text",
  columns: [],
  titleOf: (text) => text.body,
  detailOf: () => "",
};
