import { useState } from "react";
import { Link } from "react-router";
import { adminPaths } from "../../../shared/admin-paths.ts";
import type { ReportRow, ReportSheet } from "../../../shared/api.gen.ts";
import { useSite } from "../../../shared/site.ts";
import { Button } from "../../../shared/ui/button.tsx";
import { FiguresTable, sortLook } from "../parts/figures-table.tsx";
import { shortDay } from "../period.ts";
import { placeWith, usePlace } from "../place.ts";
import { recordDetailLook, recordLinkLook } from "../record-row.tsx";
import { type Dimension, detailOf, labelOf, placeOfRow } from "./dimensions.ts";
import { type Figure, figures } from "./figures.ts";
import { Change, RowOtherRevenue } from "./totals.tsx";

/** Rows shown before “show all”. */
const initialRows = 100;

interface ReportTableProps {
  dimension: Dimension;
  sheet: ReportSheet;
  /** The previous period. */
  before?: ReportSheet;
}

/** The figures by value, each linked to a report filtered by it. */
export function ReportTable({ dimension, sheet, before }: ReportTableProps) {
  const { place } = usePlace();
  const [all, setAll] = useState(false);
  const earlier = earlierRows(dimension, sheet, before);
  const rows = sorted(sheet.rows, place.sort);
  const shown = all ? rows : rows.slice(0, initialRows);
  return (
    <>
      <div className="overflow-x-auto">
        <FiguresTable rows aria-label={`By ${dimension.label.toLowerCase()}`}>
          <thead>
            <tr>
              <Head label={dimension.label} name="label" />
              {figures.map(({ id, label }) => (
                <Head key={id} label={label} name={id} downFirst />
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((row) => (
              <tr key={row.key}>
                <th scope="row">
                  <Link to={adminPaths.reports(placeOfRow(place, dimension, row))} className={recordLinkLook}>
                    {dimension.id === "day" ? (
                      <time dateTime={row.key}>{shortDay(row.key)}</time>
                    ) : (
                      labelOf(dimension.id, row.label)
                    )}
                  </Link>
                  {detailOf(row) && <span className={recordDetailLook}>{detailOf(row)}</span>}
                </th>
                {figures.map((figure) => (
                  <Cell key={figure.id} figure={figure} row={row} before={before && (earlier.get(row.key) ?? "none")} />
                ))}
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">Total</th>
              {figures.map((figure) => (
                <Cell key={figure.id} figure={figure} row={sheet.total} before={before?.total} />
              ))}
            </tr>
          </tfoot>
        </FiguresTable>
      </div>
      {shown.length < rows.length && (
        <p className="mt-4 text-center">
          <Button look="quiet" onClick={() => setAll(true)}>
            Show all {rows.length.toLocaleString("en-US")} rows
          </Button>
        </p>
      )}
    </>
  );
}

type Figures = Pick<ReportRow, Figure["id"] | "otherRevenue">;

/** A figure and, if compared, its change; "none" if there was nothing before. */
function Cell({ figure: { id, say }, row, before }: { figure: Figure; row: Figures; before?: Figures | "none" }) {
  const { currency } = useSite();
  return (
    <td>
      {say(row[id], currency)}
      {id === "revenue" && <RowOtherRevenue of={row.otherRevenue} />}
      {before && <Change now={row[id]} before={before === "none" ? 0 : before[id]} />}
    </td>
  );
}

/** A column's header, which sorts by it. */
function Head({ label, name, downFirst = false }: { label: string; name: string; downFirst?: boolean }) {
  const { place } = usePlace();
  const order = place.sort === name ? "ascending" : place.sort === `-${name}` ? "descending" : undefined;
  const down = order ? order === "ascending" : downFirst;
  return (
    <th scope="col" aria-sort={order}>
      <Link to={placeWith({ sort: down ? `-${name}` : name })} className={sortLook} replace preventScrollReset>
        {label}
        <span aria-hidden="true">{order ? (order === "ascending" ? "↑" : "↓") : "↕"}</span>
      </Link>
    </th>
  );
}

/** The rows in the address's order, or in the report's. */
function sorted(rows: ReportRow[], sort: string | undefined): ReportRow[] {
  const name = sort?.replace(/^-/, "");
  const figure = figures.find(({ id }) => id === name)?.id;
  if (!figure && name !== "label") return rows;
  const ascending = rows.toSorted((a, b) => (figure ? a[figure] - b[figure] : a.label.localeCompare(b.label)));
  return sort?.startsWith("-") ? ascending.reverse() : ascending;
}

/** The previous period's rows by current keys; days are matched by position. */
function earlierRows({ id }: Dimension, { rows }: ReportSheet, before?: ReportSheet): Map<string, ReportRow> {
  const keyOf = (row: ReportRow, i: number) => (id === "day" ? rows[i]?.key : row.key) ?? "";
  return new Map(before?.rows.map((row, i) => [keyOf(row, i), row]));
}
