import { useState } from "react";
import { Link } from "react-router";
import { adminPaths } from "../../../shared/admin-paths.ts";
import type { ClaimUse, StaffClaim } from "../../../shared/api.gen.ts";
import { Button } from "../../../shared/ui/button.tsx";
import { changeLists, useAttempt, write } from "../calls.ts";
import { Note, Subheading } from "../parts/texts.tsx";
import { StatusBadge } from "../pieces/status.tsx";

/** Uses whose value differs from the claim's. */
export function outdatedOf({ uses, value }: StaffClaim): ClaimUse[] {
  return uses.filter((use) => use.value !== value);
}

/** The articles and guides of uses, each once. */
export function piecesOf(uses: ClaimUse[]): ClaimUse[] {
  return [...new Map(uses.map((use) => [`${use.kind} ${use.pieceId}`, use])).values()];
}

const articlesAndGuides = (n: number) => (n === 1 ? "1 article or guide" : `${n} articles and guides`);

/** The articles and guides that use a claim, and the way to update those with an outdated value. */
export function ClaimUses({ claim: given }: { claim: StaffClaim }) {
  const [updated, setUpdated] = useState<StaffClaim | null>(null);
  const { busy, attempt } = useAttempt();
  const claim = updated ?? given;
  const outdated = piecesOf(outdatedOf(claim));
  const update = () =>
    attempt(
      async () => {
        const pieces = outdated.map(({ kind, pieceId, version }) => ({ kind, pieceId, version }));
        const body = { version: claim.version, pieces };
        const now = await write<StaffClaim>("POST", `/api/admin/claims/${claim.id}/update-pieces`, body);
        setUpdated(now);
        changeLists("/api/admin/claims", (rows) => rows.map((row) => (row.id === now.id ? { ...row, ...now } : row)));
      },
      "We couldn’t update them. Try again.",
      { title: `${articlesAndGuides(outdated.length)} updated`, text: "Each one has a new revision." },
    );
  if (claim.uses.length === 0)
    return <Note>No article or guide uses this claim yet. Mark it in a text with the Claim button.</Note>;
  return (
    <section aria-label="Where this claim is used" className="mb-4">
      <Subheading as="h3">Used in {articlesAndGuides(piecesOf(claim.uses).length)}</Subheading>
      <ul className="mt-2">
        {claim.uses.map((use) => (
          <li
            key={`${use.kind} ${use.pieceId} ${use.value}`}
            className="flex flex-wrap items-baseline gap-x-3 border-t border-line py-2"
          >
            <span className="min-w-0 flex-1 wrap-anywhere">
              <Link to={adminPaths.piece(`${use.kind}s`, use.pieceId)}>{use.title}</Link>
            </span>
            {use.status !== "published" && <StatusBadge status={use.status} />}
            <span className={use.value === claim.value ? "text-muted" : "font-semibold"}>{use.value}</span>
          </li>
        ))}
      </ul>
      {outdated.length > 0 && (
        <Note className="mt-3">
          <p>
            {articlesAndGuides(outdated.length)} {outdated.length === 1 ? "has" : "have"} a value other than{" "}
            <strong>{claim.value}</strong>. An update changes the value only, so check the math and wording around it.
          </p>
          <p className="mt-3">
            <Button disabled={busy} onClick={update}>
              {busy ? "Updating…" : `Update ${articlesAndGuides(outdated.length)}`}
            </Button>
          </p>
        </Note>
      )}
    </section>
  );
}
