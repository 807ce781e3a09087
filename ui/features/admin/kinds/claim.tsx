import type { StaffClaim } from "../../../shared/api.gen.ts";
import { LongDate } from "../../../shared/ui/time.tsx";
import { ClaimUses, outdatedOf, piecesOf } from "../claims/claim-uses.tsx";
import type { Kind } from "../kind.ts";
import { declared } from "../kinds.gen.ts";

/** Figures, rates and legal dates used in texts and calculators. */
export const claimKind: Kind<StaffClaim> = {
  id: "claim",
  ...declared.claim,
  noun: "claim",
  suggest: { from: "title", to: "name", make: nameOf, still: () => false },
  columns: [
    { label: "Value", width: 9, value: ({ value }) => value },
    { label: "Used in", width: 5, figure: true, value: (claim) => piecesOf(claim.uses).length, spare: "wide" },
    {
      label: "Check again",
      width: 11,
      value: ({ lookAgainAt }) => (isOverdue(lookAgainAt) ? "Now" : <LongDate iso={lookAgainAt} />),
    },
  ],
  titleOf: ({ title }) => title,
  detailOf: ({ name, sourceTitle, uses }) => {
    const [place, ...others] = piecesOf(uses);
    const where = place && others.length === 0 && `in “${place.title}”`;
    return [where, name, sourceTitle || "no source yet"].filter(Boolean).join(" · ");
  },
  noteOf: (claim) => {
    const outdated = piecesOf(outdatedOf(claim)).length;
    if (outdated > 0) return `${outdated} to update`;
    if (!claim.lookedAt) return "Source not checked yet";
    return isOverdue(claim.lookAgainAt) ? "Overdue" : null;
  },
  about: (claim) => <ClaimUses claim={claim} />,
};

/** Whether the source is due for review. */
export function isOverdue(lookAgainAt: string): boolean {
  return Date.parse(lookAgainAt) <= Date.now();
}

/** Turns a text into a valid claim name. */
export function nameOf(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-|-$/g, "");
}
