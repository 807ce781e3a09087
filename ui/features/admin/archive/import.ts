import type { Import, ImportLine } from "../../../shared/api.gen.ts";

export const path = "/api/admin/imports";

/** Whether the server is at work on it. */
export const isMoving = ({ state }: Import) => state === "checking" || state === "importing";

/** Whether something is still to become of it. */
export const isOpen = (one: Import) => isMoving(one) || one.state === "checked";

export const stateOf: Record<Import["state"], string> = {
  checking: "is being checked",
  checked: "waits for a decision",
  importing: "comes in",
  done: "came in",
  failed: "failed",
  discarded: "was discarded",
};

export const outcomes: Record<ImportLine["outcome"], string> = {
  refused: "Refused",
  changed: "Changed",
  left: "There already",
  leftOut: "Left out",
};

const words: [keyof Import["counts"], string][] = [
  ["new", "new"],
  ["changed", "changed"],
  ["same", "unchanged"],
  ["left", "there already"],
  ["refused", "refused"],
  ["leftOut", "left out"],
];

/** The counts in words; what there is none of is not named. */
export function summary(counts: Import["counts"]): string {
  const named = words.filter(([outcome]) => counts[outcome] > 0);
  if (named.length === 0) return "nothing";
  return named.map(([outcome, word]) => `${counts[outcome].toLocaleString("en-US")} ${word}`).join(", ");
}
