import { Link } from "react-router";
import { paths } from "../../paths.ts";
import { count } from "../../shared/format.ts";
import { ButtonLink } from "../../shared/ui/button.tsx";
import { LongDate, RelativeTime } from "../../shared/ui/time.tsx";
import { useList } from "./calls.ts";
import { OverdueClaims } from "./claims/overdue.tsx";
import { HealthCard } from "./health/card.tsx";
import { UnreviewedPages } from "./legal/unreviewed.tsx";
import { LinkProblems } from "./link-problems.tsx";
import { WaitingMessages } from "./messages/messages.tsx";
import { OverviewPart, overviewListLook, overviewPartsLook } from "./parts/overview-part.tsx";
import { Subheading } from "./parts/texts.tsx";
import { articleDesk, type Desk, guideDesk, type Piece } from "./pieces/piece.ts";
import { StatusBadge } from "./pieces/status.tsx";
import { RecordTitle } from "./record-row.tsx";
import { Glance } from "./reports/glance.tsx";
import { Searches } from "./searches.tsx";
import { Problem, Rows } from "./states.tsx";

/** The overview: recent figures, drafts, scheduled content and latest changes. */
export function Overview({ mayEdit, isAdmin }: { mayEdit: boolean; isAdmin: boolean }) {
  return (
    <>
      {mayEdit && (
        <p className="flex flex-wrap gap-3 mb-7">
          <ButtonLink to={paths.adminPiece("articles", "new")}>New article</ButtonLink>
          <ButtonLink look="quiet" to={paths.adminPiece("guides", "new")}>
            New guide
          </ButtonLink>
        </p>
      )}
      <UnreviewedPages />
      {isAdmin && <WaitingMessages />}
      {isAdmin && <HealthCard />}
      <Glance />
      <LinkProblems />
      {mayEdit && <OverdueClaims />}
      {mayEdit && <Searches />}
      <div className={overviewPartsLook}>
        <Desks title="Drafts" filter={{ status: "draft", sort: "-updatedAt" }} />
        <Desks title="Scheduled" filter={{ status: "scheduled", sort: "publishAt" }} />
        <Desks title="Recently changed" filter={{}} />
      </div>
    </>
  );
}

interface DesksProps {
  title: string;
  filter: { status?: string; sort?: string };
}

function Desks({ title, filter }: DesksProps) {
  return (
    <OverviewPart aria-label={title}>
      <Subheading>{title}</Subheading>
      <Some desk={articleDesk} filter={filter} />
      <Some desk={guideDesk} filter={filter} />
    </OverviewPart>
  );
}

const maxShown = 5;

function Some<T extends Piece>({ desk, filter }: { desk: Desk<T>; filter: DesksProps["filter"] }) {
  const { items, total = 0, error, reload } = useList<T>(desk.kind.path, filter, maxShown);
  if (error) return <Problem error={error} onRetry={reload} />;
  if (!items) return <Rows />;
  return (
    <>
      <p className="mt-3 text-small">
        <Link to={paths.adminPieces(desk.list, filter)}>{count(total, desk.kind.noun)}</Link>
      </p>
      <ul className={overviewListLook}>
        {items.map((piece) => (
          <li key={piece.id}>
            <RecordTitle to={paths.adminPiece(desk.list, piece.id)}>{piece.title}</RecordTitle>
            <span className="flex grow items-baseline gap-x-3 whitespace-nowrap">
              {!filter.status && <StatusBadge status={piece.status} />}
              <span className="ml-auto text-muted text-small">
                {piece.status === "scheduled" && piece.publishAt ? (
                  <LongDate iso={piece.publishAt} />
                ) : (
                  <RelativeTime iso={piece.updatedAt} />
                )}
              </span>
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}
