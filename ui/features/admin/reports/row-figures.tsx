import { createContext, type ReactNode, use } from "react";
import type { Report, ReportFigures, ReportRow } from "../../../shared/api.gen.ts";
import { dayIn } from "../../../shared/format.ts";
import { useSite } from "../../../shared/site.ts";
import { useReads } from "../calls.ts";
import { lastDays } from "../period.ts";
import { type Dimension, reportPath } from "./dimensions.ts";
import { type Figure, figures } from "./figures.ts";
import { RowOtherRevenue } from "./totals.tsx";

/** Returns the API path for the last 30 days of some values. */
export function useCallFor(by: Dimension["id"]): (keys: string[]) => string {
  const days = lastDays(30, dayIn(useSite().timezone));
  return (keys) => reportPath({ compare: "none" }, days, by, { keys: keys.join(",") });
}

/** By key; null for values without events. */
const Known = createContext<Map<string, ReportRow | null>>(new Map());

/** Values per call. */
const valuesPerCall = 50;

interface FiguresOfRowsProps {
  by: Dimension["id"];
  keys: string[];
  children: ReactNode;
}

/** Loads the figures of a list's rows, for every RowFigure in it. */
export function FiguresOfRows({ by, keys, children }: FiguresOfRowsProps) {
  const callFor = useCallFor(by);
  const parts = Array.from(
    { length: Math.ceil(keys.length / valuesPerCall) },
    (_, i) => keys.slice(i * valuesPerCall, (i + 1) * valuesPerCall).sort(), // sorted, so that another order of the list gives the same calls
  );
  const reports = useReads<Report>(parts.map(callFor));
  const rows = new Map(reports.flatMap((report) => report?.rows.map((row) => [row.key, row] as const) ?? []));
  const known = new Map(
    parts.flatMap((part, i) => (reports[i] ? part.map((key) => [key, rows.get(key) ?? null] as const) : [])),
  );
  return <Known value={known}>{children}</Known>;
}

/** Some figures of a row as a list; null if it has no events, undefined until loaded. */
export function FiguresOfRow({ figures, row }: { figures: Figure[]; row: ReportRow | null | undefined }) {
  const { currency } = useSite();
  return (
    <dl className="grid grid-cols-[repeat(auto-fit,minmax(4.5rem,1fr))] gap-x-4 gap-y-2 figures-tabular [&_dt]:text-muted [&_dt]:text-small [&_dd]:text-[1.125rem]">
      {figures.map(({ id, label, say }) => (
        <div key={id}>
          <dt>{label}</dt>
          <dd>
            {row === undefined ? "…" : say(row?.[id] ?? 0, currency)}
            {id === "revenue" && <RowOtherRevenue of={row?.otherRevenue} />}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** One figure of the row with this key, or of the rows with these keys together. */
export function RowFigure({ of, figure: { id, say } }: { of: string | string[]; figure: Figure }) {
  const { currency } = useSite();
  const known = use(Known);
  const rows = [of].flat().map((key) => known.get(key));
  if (rows.includes(undefined)) return null;
  const row = together(rows.filter((row) => row !== null && row !== undefined));
  return (
    <>
      {say(row?.[id] ?? 0, currency)}
      {id === "revenue" && <RowOtherRevenue of={row?.otherRevenue} />}
    </>
  );
}

/** Some rows as one. */
function together(rows: ReportRow[]): ReportRow | undefined {
  const [first] = rows;
  if (!first || rows.length === 1) return first;
  const sum = (id: keyof ReportFigures) => rows.reduce((all, row) => all + row[id], 0);
  const sums = Object.fromEntries(figures.map(({ id }) => [id, sum(id)])) as unknown as ReportFigures;
  const ctr = sums.views === 0 ? 0 : (100 * sums.clicks) / sums.views;
  const epc = sums.clickouts === 0 ? 0 : Math.round(sums.revenue / sums.clickouts);
  return { ...first, ...sums, ctr, epc, otherRevenue: rows.flatMap(({ otherRevenue }) => otherRevenue ?? []) };
}
