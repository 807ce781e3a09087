import type { ReactNode } from "react";
import { search } from "../../paths.ts";
import type { AnalyticsOffer, AnalyticsRow, AnalyticsSummary } from "../../shared/api.gen.ts";
import { dayIn, whole } from "../../shared/format.ts";
import { useSite } from "../../shared/site.ts";
import { useRead } from "./calls.ts";
import { Download } from "./download.tsx";
import { FiguresTable } from "./parts/figures-table.tsx";
import { SectionHead, Subheading } from "./parts/texts.tsx";
import { Toolbar } from "./parts/toolbar.tsx";
import { percent } from "./percent.ts";
import { dayRange, daysOf, shortDay } from "./period.ts";
import { PeriodChoice, WhomToCount } from "./period-controls.tsx";
import { usePlace } from "./place.ts";
import { DayChart } from "./reports/day-chart.tsx";
import { reasons } from "./reports/dimensions.ts";
import type { Figure } from "./reports/figures.ts";
import { Totals } from "./reports/totals.tsx";
import { Problem, Rows } from "./states.tsx";

/** Views and clicks of a content page in a range of days. */
export function Analytics({ slug }: { slug: string }) {
  const { place } = usePlace();
  const path = `/api/content/${encodeURIComponent(slug)}/analytics`;
  const { from, to } = daysOf(place, dayIn(useSite().timezone));
  const asked = { range: "custom", start: from, end: to, count: place.count === "all" ? "all" : undefined };
  const query = search(asked);
  const csv = search({ ...asked, format: "csv" });
  const rows = useRead<AnalyticsRow[]>(`${path}${query}`);
  const summary = useRead<AnalyticsSummary>(`${path}/summary${query}`);
  const offers = useRead<AnalyticsOffer[]>(`${path}/offers${query}`);
  const error = rows.error ?? summary.error ?? offers.error;
  const retry = () => {
    for (const reading of [rows, summary, offers]) reading.reload();
  };
  return (
    <section aria-label="Analytics">
      <Toolbar look="fields">
        <PeriodChoice />
        <WhomToCount />
      </Toolbar>
      {error ? (
        <Problem error={error} onRetry={retry} />
      ) : !rows.data || !summary.data || !offers.data ? (
        <Rows />
      ) : (
        <>
          <Figures rows={rows.data} summary={summary.data} />
          <Table
            title="By day"
            name="Day"
            tool={<Download path={path + csv} name={slug} />}
            figures={[views, clicks, ctr, uniques]}
            rows={rows.data}
            nameOf={({ date }) => <time dateTime={date}>{shortDay(date)}</time>}
            total={summary.data.totals}
          />
          {offers.data.length > 0 && (
            <Table
              title="By offer"
              name="Offer"
              tool={<Download path={`${path}/offers${csv}`} name={`${slug}-offers`} />}
              figures={[views, clicks, ctr]}
              rows={offers.data}
              nameOf={({ title, deleted, isActive }) =>
                title + (deleted ? " (deleted)" : isActive ? "" : " (inactive)")
              }
            />
          )}
          <Table
            title="Traffic by type"
            name="Type"
            figures={[views, clicks]}
            rows={summary.data.reasons}
            nameOf={({ reason }) => reasons[reason] ?? reason}
          />
        </>
      )}
    </section>
  );
}

const views: Figure<"views"> = { id: "views", label: "Views", say: whole };
const clicks: Figure<"clicks"> = { id: "clicks", label: "Clicks", say: whole };
const uniques: Figure<"uniqueVisitors"> = { id: "uniqueVisitors", label: "Unique visitors", say: whole };
const ctr: Figure<"ctr"> = { id: "ctr", label: "CTR", say: percent, tick: (value) => `${value}%`, fractional: true };

type Id = "views" | "clicks" | "uniqueVisitors" | "ctr";

const figures: [Figure<Id>, ...Figure<Id>[]] = [views, clicks, uniques, { ...ctr, label: "Click-through rate" }];

/** Totals with those of the previous period, and a chart of one of them. */
function Figures({ rows, summary: { totals, previous } }: { rows: AnalyticsRow[]; summary: AnalyticsSummary }) {
  const { place, go } = usePlace();
  const current = figures.find(({ id }) => id === place.figure) ?? figures[0];
  return (
    <>
      <p className="mb-3 text-muted text-small">
        {dayRange(totals.from, totals.to)}, compared with {dayRange(previous.from, previous.to)}
      </p>
      <Totals
        figures={figures}
        total={totals}
        before={previous}
        current={current}
        onChoose={({ id }) => go({ figure: id }, { replace: true })}
      />
      {rows.length > 1 && (
        <DayChart figure={current} days={rows.map(({ date }) => date)} values={rows.map((row) => row[current.id])} />
      )}
      <p className="max-w-240 mt-3.5 text-muted text-small">
        The click-through rate is clicks per hundred views. Unique visitors are each day’s visitors added up, because we
        don’t recognize anyone from one day to the next.
      </p>
    </>
  );
}

interface TableProps<Id extends string, Row extends Record<Id, number>> {
  title: string;
  /** The head of the first column. */
  name: string;
  tool?: ReactNode;
  figures: Figure<Id>[];
  rows: Row[];
  nameOf: (row: Row) => ReactNode;
  total?: Record<Id, number>;
}

function Table<Id extends string, Row extends Record<Id, number>>(props: TableProps<Id, Row>) {
  const { title, name, tool, figures, rows, nameOf, total } = props;
  const line = (key: number | string, name: ReactNode, row: Record<Id, number>) => (
    <tr key={key}>
      <th scope="row">{name}</th>
      {figures.map(({ id, say }) => (
        <td key={id}>{say(row[id], "")}</td>
      ))}
    </tr>
  );
  return (
    <section className="mt-8">
      <SectionHead>
        <Subheading>{title}</Subheading>
        {tool}
      </SectionHead>
      <div className="overflow-x-auto">
        <FiguresTable heads={[name, ...figures.map(({ label }) => label)]}>
          <tbody>{rows.map((row, i) => line(i, nameOf(row), row))}</tbody>
          {total && <tfoot>{line("total", "Total", total)}</tfoot>}
        </FiguresTable>
      </div>
    </section>
  );
}
