import type { ReactNode } from "react";
import { Link } from "react-router";
import type { Report } from "../../../shared/api.gen.ts";
import { dayIn } from "../../../shared/format.ts";
import { useSite } from "../../../shared/site.ts";
import { ButtonLink } from "../../../shared/ui/button.tsx";
import { useRead } from "../calls.ts";
import { Download } from "../download.tsx";
import { textButtonLook } from "../parts/buttons.tsx";
import { SectionHead, Subheading } from "../parts/texts.tsx";
import { dayRange, daysOf } from "../period.ts";
import { placeWith, usePlace } from "../place.ts";
import { Problem, Rows } from "../states.tsx";
import { Controls, Filters } from "./controls.tsx";
import { DayChart } from "./day-chart.tsx";
import { type Dimension, dimensionOf, filtersOf, noFilters, reportPath } from "./dimensions.ts";
import { figureOf, figures } from "./figures.ts";
import { ReportTable } from "./table.tsx";
import { OtherRevenue, Totals } from "./totals.tsx";
import { WeeklyEmail } from "./weekly-email.tsx";

/** Reports of views, clicks and revenue, by day and by dimension. Their state is all in the address. */
export function Reports() {
  const { place, go } = usePlace();
  const { timezone } = useSite();
  const today = dayIn(timezone);
  const days = daysOf(place, today);
  const dimension = dimensionOf(place);
  const byDay = useRead<Report>(reportPath(place, days, "day"), { keepLast: true });
  const byOther = useRead<Report>(dimension.id === "day" ? null : reportPath(place, days, dimension.id), {
    keepLast: true,
  });
  const error = byDay.error ?? byOther.error;
  const shown = dimension.id === "day" ? byDay : byOther;
  const figure = figureOf(place.figure);
  return (
    <section aria-label="Report">
      <Controls />
      <Filters report={byDay.data} />
      {error ? (
        <Problem
          error={error}
          onRetry={() => {
            byDay.reload();
            byOther.reload();
          }}
        />
      ) : !byDay.data || !shown.data ? (
        <Rows />
      ) : (
        <div className="data-stale:opacity-55" data-stale={byDay.stale || shown.stale || undefined}>
          <Period report={byDay.data} />
          {isEmpty(byDay.data) ? (
            <Nothing report={byDay.data} today={today} />
          ) : (
            <>
              <Totals
                figures={figures}
                total={byDay.data.total}
                before={byDay.data.compare?.total}
                current={figure}
                onChoose={({ id }) => go({ figure: id }, { replace: true })}
              />
              <OtherRevenue total={byDay.data.total} />
              {byDay.data.rows.length > 1 && (
                <DayChart
                  figure={figure}
                  days={byDay.data.rows.map(({ key }) => key)}
                  values={byDay.data.rows.map((row) => row[figure.id])}
                  before={
                    byDay.data.compare
                      ? {
                          days: byDay.data.compare.rows.map(({ key }) => key),
                          values: byDay.data.compare.rows.map((row) => row[figure.id]),
                        }
                      : undefined
                  }
                />
              )}
              <section className="mt-8">
                <SectionHead>
                  <Subheading>By {dimension.label.toLowerCase()}</Subheading>
                  <Download path={reportPath(place, days, dimension.id, { format: "csv" })} name="report" />
                </SectionHead>
                {shown.data.rows.length === 0 ? (
                  <p className="text-muted">{whyNoRows(dimension)}</p>
                ) : (
                  <ReportTable dimension={dimension} sheet={shown.data} before={shown.data.compare ?? undefined} />
                )}
                <Notes dimension={dimension} rows={shown.data.rows.length} />
              </section>
            </>
          )}
        </div>
      )}
      <WeeklyEmail />
    </section>
  );
}

function isEmpty({ total, compare }: Report): boolean {
  return [total, compare?.total].every(
    (sums) => !sums || (figures.every(({ id }) => sums[id] === 0) && sums.otherRevenue.length === 0),
  );
}

/** The report's days, time zone and comparison. */
function Period({ report: { from, to, timezone, compare, until, rulesSince } }: { report: Report }) {
  const time =
    until && new Intl.DateTimeFormat("en-US", { timeStyle: "short", timeZone: timezone }).format(new Date(until));
  return (
    <p className="mb-3 text-muted text-small">
      {dayRange(from, to)}
      {compare && `, compared with ${dayRange(compare.from, compare.to)}`}
      {time && `, both up to ${time} on the last day`}. Days are in {timezone.replace(/^.*\//, "").replaceAll("_", " ")}{" "}
      time.
      {rulesSince &&
        (compare ?? { from }).from < rulesSince &&
        ` We changed how we recognize robots on ${dayRange(rulesSince, rulesSince)}; earlier days may count some robots as people.`}
    </p>
  );
}

/** Explains an empty report. */
function Nothing({ report, today }: { report: Report; today: string }) {
  const { place } = usePlace();
  const days = dayRange(report.from, report.to);
  const filters = filtersOf(place).length;
  const [text, label, change]: [string, string, object] =
    filters > 0
      ? [
          `No traffic matched ${filters === 1 ? "this filter" : "these filters"} on ${days}.`,
          "Remove the filters",
          noFilters,
        ]
      : report.from === today
        ? ["No visitors yet today.", "Show the last 7 days", { range: "7days" }]
        : [
            `No visits on ${days}. Either nobody visited, or the site wasn’t counting yet.`,
            "Show the last 90 days",
            { range: "90days", start: undefined, end: undefined },
          ];
  return (
    <div className="empty" role="status">
      <h2 className="heading">Nothing to report</h2>
      <p className="mt-2 text-muted">
        {text} {place.count !== "all" && "Robots aren’t counted. To see them, choose All traffic."}
      </p>
      <p className="mt-6">
        <ButtonLink look="quiet" to={placeWith(change)}>
          {label}
        </ButtonLink>
      </p>
    </div>
  );
}

const emptyReason: Partial<Record<Dimension["id"], string>> = {
  piece: "No one opened an article or guide.",
  offer: "No offer views or clicks.",
  advertiser: "No views or clicks on advertisers’ offers.",
  campaign: "No visits from links with a campaign. Short links can have one.",
  content: "No visits from links that name their content. Short links can.",
  referrer: "No visits from other sites.",
  link: "No visits from short links.",
};

function whyNoRows({ id, label }: Dimension): string {
  return emptyReason[id] ?? `No figures by ${label.toLowerCase()}.`;
}

/** Row limit of the API. */
const maxRows = 1000;

/** Explains the figures. */
function Notes({ dimension, rows }: { dimension: Dimension; rows: number }) {
  const said: ReactNode[] = [
    "Uniques are each day’s unique visitors added up, because we don’t recognize anyone from one day to the next.",
    "Reads are visits that reached the middle of a page and stayed 15 seconds.",
    "Clicks are on offers; click-outs go to a partner’s site. Both count for the page they happened on.",
    "CTR is clicks per hundred views. EPC is revenue per click-out.",
  ];
  if (dimension.id === "piece")
    said.push("Clicks, signups and revenue are from readers whose last article was this one.");
  if (dimension.id === "advertiser")
    said.push(
      "Views and clicks count for the offer’s current advertiser; conversions count for the one that reported them.",
    );
  if (dimension.id === "link") said.push("A link’s uniques are the visitors it brought to its page.");
  if (dimension.id !== "day") said.push(`The total includes traffic with no ${dimension.label.toLowerCase()}.`);
  if (dimension.id === "reason") said.push("Reports count people. To see other traffic, choose All traffic.");
  if (rows >= maxRows) said.push("Only the top 1,000 rows are listed.");
  return (
    <p className="max-w-240 mt-3.5 text-muted text-small">
      {said.join(" ")}{" "}
      {dimension.id !== "day" && (
        <Link to={placeWith({ by: undefined, sort: undefined })} className={textButtonLook} preventScrollReset>
          View by day
        </Link>
      )}
    </p>
  );
}
