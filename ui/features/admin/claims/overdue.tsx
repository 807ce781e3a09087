import { Link } from "react-router";
import { paths } from "../../../paths.ts";
import type { StaffClaim } from "../../../shared/api.gen.ts";
import { LongDate } from "../../../shared/ui/time.tsx";
import { useList } from "../calls.ts";
import { claimKind, isOverdue } from "../kinds/claim.tsx";
import { Problem, Rows } from "../states.tsx";

const shown = 5;

/** The claims whose sources somebody should look at, those that wait longest first. */
export function OverdueClaims() {
  const { items, error, reload } = useList<StaffClaim>(claimKind.path, {}, shown);
  const overdue = items?.filter(({ lookAgainAt }) => isOverdue(lookAgainAt));
  return (
    <section className="overview-part mb-8" aria-label="Claims to check">
      <h2 className="subheading">Claims to check</h2>
      {error ? (
        <Problem error={error} onRetry={reload} />
      ) : !overdue ? (
        <Rows />
      ) : (
        <>
          <p className="mt-3 text-small">
            <Link to={paths.adminClaims()}>All claims</Link>
            {overdue.length === 0 && ": none is overdue"}
          </p>
          <ul className="overview-list">
            {overdue.map((claim) => (
              <li key={claim.id}>
                <Link to={paths.adminClaims({ edit: String(claim.id) })} className="record-title record-link">
                  {claim.title}
                </Link>
                <span className="flex-none ml-auto text-muted text-small">
                  {claim.lookedAt ? <LongDate iso={claim.lookedAt} /> : "Source not checked yet"}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
