import type { PointerEvent } from "react";
import { roundUp, shortDay } from "./range.ts";

interface ChartProps {
  label: string;
  /** One for each day of the report. */
  values: number[];
  days: string[];
  /** The day that is pointed at, in any of the charts. */
  at: number | null;
  onAt: (at: number | null) => void;
}

const height = 100;
/** Of a day's width, what its bar takes. */
const barShare = 0.72;

/** A bar a day. The table beneath holds the same figures for those who do not see it. */
export function Chart({ label, values, days, at, onAt }: ChartProps) {
  const top = roundUp(Math.max(0, ...values));
  const point = (event: PointerEvent<SVGSVGElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    const day = Math.floor(((event.clientX - left) / width) * days.length);
    onAt(Math.min(days.length - 1, Math.max(0, day)));
  };
  const sum = values.reduce((a, b) => a + b, 0);
  return (
    <figure className="chart">
      <span className="chart-top" aria-hidden="true">
        {top.toLocaleString("en-US")}
      </span>
      <svg
        role="img"
        aria-label={`${label} by day: ${sum.toLocaleString("en-US")} in all, at most ${Math.max(0, ...values).toLocaleString("en-US")} on a day`}
        viewBox={`0 0 ${days.length} ${height}`}
        preserveAspectRatio="none"
        onPointerMove={point}
        onPointerDown={point}
        onPointerLeave={() => onAt(null)}
      >
        {[0, 0.5, 1].map((share) => (
          <line key={share} className="chart-line" x1="0" x2={days.length} y1={height * share} y2={height * share} />
        ))}
        {at !== null && <rect className="chart-at" x={at} y="0" width="1" height={height} />}
        {values.map((value, i) => (
          <rect
            key={days[i]}
            className="chart-bar"
            x={i + (1 - barShare) / 2}
            width={barShare}
            y={height - (value / top) * height}
            height={(value / top) * height}
          />
        ))}
      </svg>
      <figcaption className="chart-days" aria-hidden="true">
        <span>{shortDay(days[0] ?? "")}</span>
        {days.length > 1 && <span>{shortDay(days.at(-1) ?? "")}</span>}
      </figcaption>
    </figure>
  );
}
