import { search } from "../../paths.ts";
import type { AnalyticsOffer, AnalyticsRow, AnalyticsSummary } from "../../shared/api.gen.ts";
import { dayIn, whole } from "../../shared/format.ts";
import { useSite } from "../../shared/site.ts";
import { useRead } from "./calls.ts";
import { Download } from "./download.tsx";
import { Toolbar } from "./parts/toolbar.tsx";
import { percent } from "./percent.ts";
import { dayRange, daysOf } from "./period.ts";
import { PeriodChoice, WhomToCount } from "./period-controls.tsx";
import { usePlace } from "./place.ts";
import { ByOffer, Days, Reasons } from "./report.tsx";
import { DayChart } from "./reports/day-chart.tsx";
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
          <Days rows={rows.data} total={summary.data.totals} csv={<Download path={path + csv} name={slug} />} />
          <ByOffer rows={offers.data} csv={<Download path={`${path}/offers${csv}`} name={`${slug}-offers`} />} />
          <Reasons rows={summary.data.reasons} />
        </>
      )}
    </section>
  );
}

const figures: [Figure<Id>, ...Figure<Id>[]] = [
  { id: "views", label: "Views", say: whole },
  { id: "clicks", label: "Clicks", say: whole },
  { id: "uniqueVisitors", label: "Unique visitors", say: whole },
  { id: "ctr", label: "Click-through rate", say: percent, tick: (value) => `${value}%`, fractional: true },
];

type Id = "views" | "clicks" | "uniqueVisitors" | "ctr";

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
