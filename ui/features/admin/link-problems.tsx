import { type AdminPlace, paths } from "../../paths.ts";
import type { LinkProblem } from "../../shared/api.gen.ts";
import { count } from "../../shared/format.ts";
import { useList } from "./calls.ts";
import { OverviewPart, overviewListLook } from "./parts/overview-part.tsx";
import { NoteBadge, Subheading } from "./parts/texts.tsx";
import { RecordTitle } from "./record-row.tsx";

const views = { carousel: "carousel", daily: "daily", static: "hot" } as const;

/** Active offers with a broken or redirected link; empty if there are none. */
export function LinkProblems() {
  const { items = [], total } = useList<LinkProblem>("/api/admin/link-problems", {});
  if (items.length === 0) return null;
  return (
    <OverviewPart className="mb-8" aria-label="Offer links">
      <Subheading>Offer links</Subheading>
      <p className="mt-3 text-small">{count(total, "link")} broken or with a new destination</p>
      <ul className={overviewListLook}>
        {items.map((problem) => (
          <li key={`${problem.kind}:${problem.id}`}>
            <div className="flex-1 min-w-0 [&>p]:text-muted [&>p]:text-small [&>p]:wrap-anywhere">
              <RecordTitle to={paths.admin(placeOf(problem))}>{problem.title}</RecordTitle>
              <p>{problem.linkHealth.problem}</p>
            </div>
            {problem.hold === "brokenLink" && <NoteBadge>Paused</NoteBadge>}
          </li>
        ))}
      </ul>
    </OverviewPart>
  );
}

/** The address at which to edit the offer. The list is filtered to it, because the dialog needs a loaded record. */
function placeOf({ kind, id, title, page }: LinkProblem): AdminPlace {
  const list = kind === "content" ? { tab: "offers", page: page ?? undefined } : { view: views[kind] };
  return { ...list, q: title, edit: String(id) };
}
