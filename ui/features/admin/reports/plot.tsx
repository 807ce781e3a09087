import { Area, CartesianGrid, ComposedChart, Line, ResponsiveContainer, Tooltip, XAxis, YAxis } from "recharts";
import { useSite } from "../../../shared/site.ts";
import { decimalsOf } from "../money.ts";
import { shortDay } from "../period.ts";
import { marks } from "./axis.ts";
import type { Figure } from "./figures.ts";

export interface DayChartProps {
  figure: Figure<string>;
  days: string[];
  /** One per day. */
  values: number[];
  /** The same for the previous period. */
  before?: { days: string[]; values: number[] };
}

const height = 224;

/** The lines of a DayChart, and the values of the selected day. */
export default function Plot({ figure, days, values, before }: DayChartProps) {
  const { currency } = useSite();
  const { label, isMoney, tick = (value) => value.toLocaleString("en-US"), fractional = false } = figure;
  const scale = isMoney ? 10 ** decimalsOf(currency) : 1;
  const say = (value: number) => figure.say(value, currency);
  const data = days.map((day, i) => ({
    day,
    now: (values[i] ?? 0) / scale,
    said: say(values[i] ?? 0),
    dayBefore: before?.days[i],
    before: before && (before.values[i] ?? 0) / scale,
    saidBefore: say(before?.values[i] ?? 0),
  }));
  const most = Math.max(0, ...data.flatMap(({ now, before = 0 }) => [now, before]));
  const ticks = marks(most, fractional);
  return (
    <ResponsiveContainer width="100%" height={height} initialDimension={{ width: 320, height }}>
      <ComposedChart
        data={data}
        margin={{ top: 8, right: 8, bottom: 0, left: 0 }}
        title={`${label} by day`}
        desc={summary(say, days, values, before?.values)}
      >
        <CartesianGrid vertical={false} stroke="var(--line)" />
        <XAxis
          dataKey="day"
          tickFormatter={shortDay}
          interval="equidistantPreserveStart"
          minTickGap={24}
          padding={{ left: 24, right: 24 }}
          tickLine={false}
          stroke="var(--line)"
          tick={{ fill: "var(--muted)", fontSize: 12 }}
        />
        <YAxis
          domain={[0, ticks.at(-1) ?? 1]}
          ticks={ticks}
          interval={0}
          tickFormatter={(value) => tick(value, currency)}
          axisLine={false}
          tickLine={false}
          width="auto"
          tick={{ fill: "var(--muted)", fontSize: 12 }}
        />
        <Tooltip
          isAnimationActive={false}
          cursor={{ stroke: "var(--muted)", strokeWidth: 1 }}
          content={({ active, payload }) => {
            const [shown] = payload ?? [];
            if (!active || !shown) return null;
            const { day, said, dayBefore, saidBefore } = shown.payload as (typeof data)[number];
            return (
              <div
                role="status"
                className="py-1.5 px-2.5 border border-line rounded-small bg-paper [box-shadow:var(--lifted)] text-small [&>p]:flex [&>p]:gap-4 [&>p]:justify-between [&>p_+_p]:text-muted"
              >
                <p>
                  {shortDay(day)} <strong>{said}</strong>
                </p>
                {dayBefore && (
                  <p>
                    {shortDay(dayBefore)} <strong>{saidBefore}</strong>
                  </p>
                )}
              </div>
            );
          }}
        />
        {before && (
          <Line
            dataKey="before"
            stroke="var(--muted)"
            strokeWidth={1.5}
            strokeDasharray="4 4"
            dot={false}
            activeDot={{ r: 3, fill: "var(--muted)" }}
            isAnimationActive={false}
          />
        )}
        <Area
          dataKey="now"
          stroke="var(--brand)"
          strokeWidth={2}
          fill="var(--brand)"
          fillOpacity={0.1}
          dot={days.length <= 31 && { r: 2.5, fill: "var(--brand)", fillOpacity: 1, strokeWidth: 0 }}
          activeDot={{ r: 4, fill: "var(--brand)" }}
          isAnimationActive={false}
        />
      </ComposedChart>
    </ResponsiveContainer>
  );
}

/** Describes the chart in words. */
function summary(say: (value: number) => string, days: string[], values: number[], before?: number[]): string {
  const most = Math.max(0, ...values);
  const peak = days[values.indexOf(most)] ?? "";
  const earlier = before ? ` The previous period peaked at ${say(Math.max(0, ...before))}.` : "";
  return `${shortDay(days[0] ?? "")} to ${shortDay(days.at(-1) ?? "")}, with a peak of ${say(most)} on ${shortDay(peak)}.${earlier} The table lists each day.`;
}
