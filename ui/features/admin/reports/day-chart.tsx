import { lazy, Suspense } from "react";
import type { DayChartProps } from "./plot.tsx";

const Plot = lazy(() => import("./plot.tsx"));

/** A figure over the days, the period before dashed. The arrow keys go from day to day. */
export function DayChart(props: DayChartProps) {
  return (
    <figure className="day-chart">
      <figcaption className="day-chart-head">
        <span className="day-chart-label">{props.figure.label} by day</span>
        {props.before && (
          <span className="day-chart-key" aria-hidden="true">
            <span data-line="now">This period</span>
            <span data-line="before">The period before</span>
          </span>
        )}
      </figcaption>
      <div className="day-chart-plot">
        <Suspense>
          <Plot {...props} />
        </Suspense>
      </div>
    </figure>
  );
}
