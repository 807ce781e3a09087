import type { ReactNode } from "react";
import type { AnalyticsOffer, AnalyticsRow, AnalyticsSummary, AnalyticsTotals } from "../../shared/api.gen.ts";
import { FiguresTable } from "./parts/figures-table.tsx";
import { SectionHead, Subheading } from "./parts/texts.tsx";
import { percent } from "./percent.ts";
import { shortDay } from "./period.ts";
import { reasons } from "./reports/dimensions.ts";

const n = (value: number) => value.toLocaleString("en-US");

/** The charts' days as a table. */
export function Days({ rows, total, csv }: { rows: AnalyticsRow[]; total: AnalyticsTotals; csv: ReactNode }) {
  return (
    <Table title="By day" tool={csv} heads={["Day", "Views", "Clicks", "CTR", "Unique visitors"]}>
      <tbody>
        {rows.map((row) => (
          <tr key={row.date}>
            <th scope="row">
              <time dateTime={row.date}>{shortDay(row.date)}</time>
            </th>
            <td>{n(row.views)}</td>
            <td>{n(row.clicks)}</td>
            <td>{percent(row.ctr)}</td>
            <td>{n(row.uniqueVisitors)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">Total</th>
          <td>{n(total.views)}</td>
          <td>{n(total.clicks)}</td>
          <td>{percent(total.ctr)}</td>
          <td>{n(total.uniqueVisitors)}</td>
        </tr>
      </tfoot>
    </Table>
  );
}

/** Events by offer. */
export function ByOffer({ rows, csv }: { rows: AnalyticsOffer[]; csv: ReactNode }) {
  if (rows.length === 0) return null;
  return (
    <Table title="By offer" tool={csv} heads={["Offer", "Views", "Clicks", "CTR"]}>
      <tbody>
        {rows.map((row) => (
          <tr key={row.offerId}>
            <th scope="row">
              {row.title}
              {row.deleted ? " (deleted)" : row.isActive ? "" : " (inactive)"}
            </th>
            <td>{n(row.views)}</td>
            <td>{n(row.clicks)}</td>
            <td>{percent(row.ctr)}</td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

/** Why events count or don't. “People” counts only the first line. */
export function Reasons({ rows }: { rows: AnalyticsSummary["reasons"] }) {
  return (
    <Table title="Traffic by type" heads={["Type", "Views", "Clicks"]}>
      <tbody>
        {rows.map((row) => (
          <tr key={row.reason}>
            <th scope="row">{reasons[row.reason] ?? row.reason}</th>
            <td>{n(row.views)}</td>
            <td>{n(row.clicks)}</td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

function Table({
  title,
  tool,
  heads,
  children,
}: {
  title: string;
  tool?: ReactNode;
  heads: string[];
  children: ReactNode;
}) {
  return (
    <section className="mt-8">
      <SectionHead>
        <Subheading>{title}</Subheading>
        {tool}
      </SectionHead>
      <div className="overflow-x-auto">
        <FiguresTable>
          <thead>
            <tr>
              {heads.map((head) => (
                <th key={head} scope="col">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          {children}
        </FiguresTable>
      </div>
    </section>
  );
}
