import { Link } from "react-router";
import { adminPaths } from "../../../shared/admin-paths.ts";
import type { StaffClaim } from "../../../shared/api.gen.ts";
import { LongDate } from "../../../shared/ui/time.tsx";
import { useList } from "../calls.ts";
import { claimKind, isOverdue } from "../kinds/claim.tsx";
import { OverviewPart, overviewListLook } from "../parts/overview-part.tsx";
import { Subheading } from "../parts/texts.tsx";
import { RecordTitle } from "../record-row.tsx";
import { Loaded } from "../states.tsx";

const shown = 5;

/** Claims due for review, longest overdue first. */
export function OverdueClaims() {
  const list = useList<StaffClaim>(claimKind.path, {}, shown);
  const overdue = list.data?.filter(({ lookAgainAt }) => isOverdue(lookAgainAt));
  return (
    <OverviewPart className="mb-8" aria-label="Claims to check">
      <Subheading>Claims to check</Subheading>
      <Loaded of={{ ...list, data: overdue }}>
        {(overdue) => (
          <>
            <p className="mt-3 text-small">
              <Link to={adminPaths.claims()}>All claims</Link>
              {overdue.length === 0 && ": none are overdue"}
            </p>
            <ul className={overviewListLook}>
              {overdue.map((claim) => (
                <li key={claim.id}>
                  <RecordTitle to={adminPaths.claims({ edit: String(claim.id) })}>{claim.title}</RecordTitle>
                  <span className="flex-none ml-auto text-muted text-small">
                    {claim.lookedAt ? <LongDate iso={claim.lookedAt} /> : "Source not checked yet"}
                  </span>
                </li>
              ))}
            </ul>
          </>
        )}
      </Loaded>
    </OverviewPart>
  );
}
