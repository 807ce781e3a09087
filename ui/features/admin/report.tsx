import type { ReactNode } from "react";
import type { AnalyticsOffer, AnalyticsRow, AnalyticsSummary, AnalyticsTotals } from "../../shared/api.gen.ts";
import { FiguresTable } from "./parts/figures-table.tsx";
import { SectionHead, Subheading } from "./parts/texts.tsx";
import { percent } from "./percent.ts";
import { shortDay } from "./period.ts";
import { reasons } from "./reports/dimensions.ts";

type Figures = { views: number; clicks: number; ctr?: number; uniqueVisitors?: number };

/** The charts' days as a table. */
export function Days({ rows, total, csv }: { rows: AnalyticsRow[]; total: AnalyticsTotals; csv: ReactNode }) {
  const day = (date: string) => <time dateTime={date}>{shortDay(date)}</time>;
  return (
    <Table
      title="By day"
      tool={csv}
      heads={["Day", "Views", "Clicks", "CTR", "Unique visitors"]}
      rows={rows.map((row) => [day(row.date), row])}
      total={total}
    />
  );
}

/** Events by offer. */
export function ByOffer({ rows, csv }: { rows: AnalyticsOffer[]; csv: ReactNode }) {
  if (rows.length === 0) return null;
  const state = ({ deleted, isActive }: AnalyticsOffer) => (deleted ? " (deleted)" : isActive ? "" : " (inactive)");
  return (
    <Table
      title="By offer"
      tool={csv}
      heads={["Offer", "Views", "Clicks", "CTR"]}
      rows={rows.map((row) => [row.title + state(row), row])}
    />
  );
}

/** Why events count or don't. “People” counts only the first line. */
export function Reasons({ rows }: { rows: AnalyticsSummary["reasons"] }) {
  return (
    <Table
      title="Traffic by type"
      heads={["Type", "Views", "Clicks"]}
      rows={rows.map((row) => [reasons[row.reason] ?? row.reason, row])}
    />
  );
}

interface TableProps {
  title: string;
  tool?: ReactNode;
  heads: string[];
  rows: [name: ReactNode, Figures][];
  total?: Figures;
}

function Table({ title, tool, heads, rows, total }: TableProps) {
  return (
    <section className="mt-8">
      <SectionHead>
        <Subheading>{title}</Subheading>
        {tool}
      </SectionHead>
      <div className="overflow-x-auto">
        <FiguresTable heads={heads}>
          <tbody>
            {rows.map(([name, figures], i) => (
              <Row key={i} name={name} figures={figures} />
            ))}
          </tbody>
          {total && (
            <tfoot>
              <Row name="Total" figures={total} />
            </tfoot>
          )}
        </FiguresTable>
      </div>
    </section>
  );
}

function Row({ name, figures: { views, clicks, ctr, uniqueVisitors } }: { name: ReactNode; figures: Figures }) {
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>{views.toLocaleString("en-US")}</td>
      <td>{clicks.toLocaleString("en-US")}</td>
      {ctr !== undefined && <td>{percent(ctr)}</td>}
      {uniqueVisitors !== undefined && <td>{uniqueVisitors.toLocaleString("en-US")}</td>}
    </tr>
  );
}
