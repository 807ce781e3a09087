import { lazy, Suspense } from "react";
import type { DayChartProps } from "./plot.tsx";

const Plot = lazy(() => import("./plot.tsx"));

/** The sample of a line before its name. */
const line = "before:mr-1.5 before:inline-block before:w-5 before:border-t-2 before:align-[0.25em] before:content-['']";

/** A chart of a figure by day, with the previous period dashed. Arrow keys move between days. */
export function DayChart(props: DayChartProps) {
  return (
    <figure className="mt-4 pt-3.5 px-3.5 pb-2 border border-line rounded-small bg-surface figures-tabular [&_svg:focus-visible]:[outline:2px_solid_var(--focus)] [&_svg:focus-visible]:outline-offset-2">
      <figcaption className="flex flex-wrap gap-x-5 gap-y-1 justify-between mb-2 text-small">
        <span className="font-semibold">{props.figure.label} by day</span>
        {props.before && (
          <span className="flex gap-5 text-muted" aria-hidden="true">
            <span className={`${line} before:border-brand`}>This period</span>
            <span className={`${line} before:border-dashed before:border-muted`}>Previous period</span>
          </span>
        )}
      </figcaption>
      <div className="h-56">
        <Suspense>
          <Plot {...props} />
        </Suspense>
      </div>
    </figure>
  );
}
