import { Link } from "react-router";
import { adminPaths } from "../../../shared/admin-paths.ts";
import type { Report } from "../../../shared/api.gen.ts";
import { count, dayIn } from "../../../shared/format.ts";
import { useSite } from "../../../shared/site.ts";
import { useRead } from "../calls.ts";
import { money } from "../money.ts";
import { textButtonLook } from "../parts/buttons.tsx";
import { OverviewPart, overviewListLook, overviewPartsLook } from "../parts/overview-part.tsx";
import { SectionHead, Subheading } from "../parts/texts.tsx";
import { type Days, dayRange, lastDays } from "../period.ts";
import { RecordTitle } from "../record-row.tsx";
import { Loaded } from "../states.tsx";
import { type Dimension, dimensionOf, placeOfRow, reportPath } from "./dimensions.ts";
import { type Figure, figures } from "./figures.ts";
import { OtherRevenue, RowOtherRevenue, Totals } from "./totals.tsx";

const main: Figure["id"][] = ["views", "reads", "uniques", "clicks", "clickouts", "signups", "revenue"];

/** The last seven days, and what earned most. */
export function Glance() {
  const days = lastDays(7, dayIn(useSite().timezone));
  const report = useRead<Report>(reportPath({}, days, "day"));
  return (
    <section aria-label="Last 7 days" className="mb-10">
      <SectionHead>
        <Subheading>Last 7 days</Subheading>
        <Link to={adminPaths.reports()} className={textButtonLook}>
          All reports
        </Link>
      </SectionHead>
      <Loaded of={report}>
        {({ from, to, total, compare }) => (
          <>
            <p className="mb-3 text-muted text-small">
              {dayRange(from, to)}
              {compare && `, compared with ${dayRange(compare.from, compare.to)} up to the same time of day`}. Uniques
              are added up by day.
            </p>
            <Totals figures={figures.filter(({ id }) => main.includes(id))} total={total} before={compare?.total} />
            <OtherRevenue total={total} />
          </>
        )}
      </Loaded>
      <div className={`${overviewPartsLook} mt-8`}>
        <Top title="Top-earning offers" by="offer" days={days} />
        <Top title="Top-earning articles and guides" by="piece" days={days} />
        <Top title="Top-earning sources" by="source" days={days} />
      </div>
    </section>
  );
}

const maxShown = 5;

/** What earned most or, if nothing earned yet, what was clicked most. */
function Top({ title, by, days }: { title: string; by: Dimension["id"]; days: Days }) {
  const report = useRead<Report>(reportPath({ compare: "none" }, days, by));
  const dimension = dimensionOf({ by });
  return (
    <OverviewPart aria-label={title}>
      <Subheading as="h3">
        <Link to={adminPaths.reports({ by })}>{title}</Link>
      </Subheading>
      <Loaded of={report}>
        {({ rows, currency }) =>
          rows.length === 0 ? (
            <p className="mt-3 text-small text-muted">No reads or clicks yet.</p>
          ) : (
            <ol className={overviewListLook}>
              {rows.slice(0, maxShown).map((row) => (
                <li key={row.key}>
                  <RecordTitle to={adminPaths.reports(placeOfRow({}, dimension, row))}>{row.label}</RecordTitle>
                  <span className="flex-none ml-auto text-right text-muted text-small">
                    {count(row.clicks, "click")} · {money(row.revenue, currency)}
                    <RowOtherRevenue of={row.otherRevenue} />
                  </span>
                </li>
              ))}
            </ol>
          )
        }
      </Loaded>
    </OverviewPart>
  );
}
