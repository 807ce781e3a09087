import { Link } from "react-router";
import { type AdminPlace, adminPaths } from "../../shared/admin-paths.ts";
import type { LinkProblem, SearchMiss, UnreviewedPage } from "../../shared/api.gen.ts";
import { count } from "../../shared/format.ts";
import { ButtonLink } from "../../shared/ui/button.tsx";
import { LongDate, RelativeTime } from "../../shared/ui/time.tsx";
import { useList } from "./calls.ts";
import { OverdueClaims } from "./claims/overdue.tsx";
import { HealthCard } from "./health/card.tsx";
import { WaitingMessages } from "./messages/messages.tsx";
import { OverviewPart, overviewListLook, overviewPartsLook } from "./parts/overview-part.tsx";
import { Note, NoteBadge, Subheading } from "./parts/texts.tsx";
import { articleDesk, type Desk, guideDesk, type Piece } from "./pieces/piece.ts";
import { StatusBadge } from "./pieces/status.tsx";
import { RecordTitle } from "./record-row.tsx";
import { Glance } from "./reports/glance.tsx";
import { Loaded } from "./states.tsx";

/** The overview: recent figures, drafts, scheduled content and latest changes. */
export function Overview({ mayEdit, isAdmin }: { mayEdit: boolean; isAdmin: boolean }) {
  return (
    <>
      {mayEdit && (
        <p className="flex flex-wrap gap-3 mb-7">
          <ButtonLink to={adminPaths.piece("articles", "new")}>New article</ButtonLink>
          <ButtonLink look="quiet" to={adminPaths.piece("guides", "new")}>
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
  const list = useList<T>(desk.kind.path, filter, maxShown);
  return (
    <Loaded of={list}>
      {(pieces) => (
        <>
          <p className="mt-3 text-small">
            <Link to={adminPaths.pieces(desk.list, filter)}>{count(list.total, desk.kind.noun)}</Link>
          </p>
          <ul className={overviewListLook}>
            {pieces.map((piece) => (
              <li key={piece.id}>
                <RecordTitle to={adminPaths.piece(desk.list, piece.id)}>{piece.title}</RecordTitle>
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
      )}
    </Loaded>
  );
}

/** Searches that found nothing. */
function Searches() {
  const list = useList<SearchMiss>("/api/admin/searches", {});
  return (
    <OverviewPart className="mb-8" aria-label="Searches with no results">
      <Subheading>Searches with no results</Subheading>
      <Loaded of={list}>{(items) => <Misses items={items} />}</Loaded>
    </OverviewPart>
  );
}

function Misses({ items }: { items: SearchMiss[] }) {
  if (items.length === 0)
    return (
      <p className="mt-3 text-small text-muted">
        In the last 90 days, no search by three or more readers came up empty.
      </p>
    );
  return (
    <>
      <p className="mt-3 text-small">Searched by three or more readers in the last 90 days</p>
      <ul className={overviewListLook}>
        {items.map(({ words, people }) => (
          <li key={words}>
            <RecordTitle>{words}</RecordTitle>
            <span className="flex-none ml-auto text-muted text-small">{count(people, "reader")}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

const views = { carousel: "carousel", daily: "daily", static: "hot" } as const;

/** Active offers with a broken or redirected link; empty if there are none. */
function LinkProblems() {
  const { data: items = [], total } = useList<LinkProblem>("/api/admin/link-problems", {});
  if (items.length === 0) return null;
  return (
    <OverviewPart className="mb-8" aria-label="Offer links">
      <Subheading>Offer links</Subheading>
      <p className="mt-3 text-small">{count(total, "link")} broken or with a new destination</p>
      <ul className={overviewListLook}>
        {items.map((problem) => (
          <li key={`${problem.kind}:${problem.id}`}>
            <div className="flex-1 min-w-0 [&>p]:text-muted [&>p]:text-small [&>p]:wrap-anywhere">
              <RecordTitle to={adminPaths.content(placeOf(problem))}>{problem.title}</RecordTitle>
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

const names = { privacy: "privacy policy", terms: "terms" };

/** Lists legal pages that counsel hasn't reviewed; empty if there are none. */
function UnreviewedPages() {
  const { data: items = [] } = useList<UnreviewedPage>("/api/admin/legal", {});
  if (items.length === 0) return null;
  return (
    <Note role="note">
      Counsel hasn’t reviewed the{" "}
      {items.map(({ page }, i) => (
        <span key={page}>
          {i > 0 && " and the "}
          <Link to={adminPaths.legal({ page })}>{names[page]}</Link>
        </span>
      ))}{" "}
      yet. An admin can mark a page as reviewed after counsel approves it.
    </Note>
  );
}
