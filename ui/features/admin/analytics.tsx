import { useState } from "react";
import type { AnalyticsOffer, AnalyticsRow, AnalyticsSummary } from "../../shared/api.gen.ts";
import { Button } from "../../shared/ui/button.tsx";
import { failed, read, useRead } from "./calls.ts";
import { Chart } from "./chart.tsx";
import { Choice } from "./fields.tsx";
import { percent } from "./kinds.ts";
import { usePlace } from "./place.ts";
import { changeOf, rangeOf, rangeQuery, ranges, shortDay } from "./range.ts";
import { ByOffer, Days, Reasons } from "./report.tsx";
import { Problem, Rows } from "./states.tsx";

/** What was seen and clicked on a content page in a range of days. */
export function Analytics({ slug }: { slug: string }) {
  const { place } = usePlace();
  const path = `/api/content/${encodeURIComponent(slug)}/analytics`;
  const query = rangeQuery(place);
  const rows = useRead<AnalyticsRow[]>(`${path}${query}`);
  const summary = useRead<AnalyticsSummary>(`${path}/summary${query}`);
  const offers = useRead<AnalyticsOffer[]>(`${path}/offers${query}`);
  const error = rows.error ?? summary.error ?? offers.error;
  const retry = () => {
    for (const reading of [rows, summary, offers]) reading.reload();
  };
  return (
    <section aria-label="Analytics" className="report">
      <Controls />
      {error ? (
        <Problem error={error} onRetry={retry} />
      ) : !rows.data || !summary.data || !offers.data ? (
        <Rows />
      ) : (
        <>
          <Figures rows={rows.data} summary={summary.data} />
          <Days rows={rows.data} total={summary.data.totals} csv={<Csv path={path} name={slug} />} />
          <ByOffer rows={offers.data} csv={<Csv path={`${path}/offers`} name={`${slug}-offers`} />} />
          <Reasons rows={summary.data.reasons} />
        </>
      )}
    </section>
  );
}

/** The range, and whether everything counts or only what people did. */
function Controls() {
  const { place, go } = usePlace();
  const range = rangeOf(place);
  const all = place.count === "all";
  const incomplete = range === "custom" && !(place.start && place.end);
  return (
    <div className="tools report-tools">
      <Choice label="Range" value={range} onChange={(event) => go({ range: event.currentTarget.value })}>
        {ranges.map(({ id, label }) => (
          <option key={id} value={id}>
            {label}
          </option>
        ))}
      </Choice>
      {range === "custom" &&
        (["start", "end"] as const).map((end) => (
          <label key={end} className="choice">
            <span>{end === "start" ? "Start" : "End"}</span>
            <input
              type="date"
              value={place[end] ?? ""}
              onChange={(event) => go({ [end]: event.currentTarget.value || undefined }, { replace: true })}
            />
          </label>
        ))}
      <fieldset className="segments">
        <legend className="sr-only">Whom to count</legend>
        <button type="button" className="segment" aria-pressed={!all} onClick={() => go({ count: undefined })}>
          People
        </button>
        <button type="button" className="segment" aria-pressed={all} onClick={() => go({ count: "all" })}>
          Everything
        </button>
      </fieldset>
      {incomplete && <p className="field-hint">Until both dates are set, this is today.</p>}
    </div>
  );
}

const measures = [
  { id: "views", label: "Views" },
  { id: "clicks", label: "Clicks" },
  { id: "uniqueVisitors", label: "Unique visitors" },
] as const;

/** The totals beside those of the period before, each over its days. */
function Figures({ rows, summary: { totals, previous } }: { rows: AnalyticsRow[]; summary: AnalyticsSummary }) {
  const [at, setAt] = useState<number | null>(null);
  const day = at === null ? undefined : rows[at];
  const days = rows.map(({ date }) => date);
  return (
    <>
      <p className="report-period">
        {period(totals.from, totals.to)}, compared with {period(previous.from, previous.to)}
      </p>
      <div className="measures">
        {measures.map(({ id, label }) => (
          <div key={id} className="measure" data-measure={id}>
            <h2 className="measure-label">{label}</h2>
            <p className="measure-value">{(day ?? totals)[id].toLocaleString("en-US")}</p>
            <p className="measure-change">{day ? `on ${shortDay(day.date)}` : changeOf(totals[id], previous[id])}</p>
            <Chart label={label} values={rows.map((row) => row[id])} {...{ days, at }} onAt={setAt} />
          </div>
        ))}
        <div className="measure">
          <h2 className="measure-label">Click-through rate</h2>
          <p className="measure-value">{percent((day ?? totals).ctr)}</p>
          <p className="measure-change">{day ? `on ${shortDay(day.date)}` : `${percent(previous.ctr)} before`}</p>
          <p className="measure-note">
            Clicks for each hundred views. Unique visitors are those of each day, added up: nobody is recognized from
            one day to the next.
          </p>
        </div>
      </div>
    </>
  );
}

function period(from: string, to: string): string {
  return from === to ? shortDay(from) : `${shortDay(from)} – ${shortDay(to)}`;
}

/** Downloads a table as CSV, with the credentials of whoever asks. */
function Csv({ path, name }: { path: string; name: string }) {
  const { place } = usePlace();
  const download = async () => {
    try {
      const response = await read(`${path}${rangeQuery(place, { format: "csv" })}`);
      const link = document.createElement("a");
      link.href = URL.createObjectURL(await response.blob());
      link.download = response.headers.get("content-disposition")?.match(/filename="([^"]+)"/)?.[1] ?? `${name}.csv`;
      link.click();
      URL.revokeObjectURL(link.href);
    } catch (error) {
      failed(error, "Failed to download");
    }
  };
  return (
    <Button look="quiet" className="button-small" onClick={download}>
      Download CSV
    </Button>
  );
}
