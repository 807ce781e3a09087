import type { ReactNode } from "react";
import { Link } from "react-router";
import { type AdminPlace, adminPaths } from "../../../shared/admin-paths.ts";
import type { Report } from "../../../shared/api.gen.ts";
import { useRead } from "../calls.ts";
import { textButtonLook } from "../parts/buttons.tsx";
import { Problem } from "../states.tsx";
import { type Figure, figures } from "./figures.ts";
import { FiguresOfRow, useCallFor } from "./row-figures.tsx";

const some = (...shown: Figure["id"][]) => figures.filter(({ id }) => shown.includes(id));

/** The figures shown for an article or a guide. */
export const pieceFigures = some("views", "reads", "clicks", "revenue");

const offerFigures = some("clickouts", "conversions", "revenue", "epc");

/** The results of an article or a guide, linked to its report. */
export function FiguresOfPiece({ page }: { page: string }) {
  return (
    <FiguresOf
      by="piece"
      {...{ page }}
      shown={pieceFigures}
      report={{ by: "source", piece: page }}
      link="Where readers come from"
    >
      <p className="field-hint">Clicks and revenue from readers whose last article was this one.</p>
    </FiguresOf>
  );
}

/** The results of a page's offers, linked to their report. */
export function OffersOnPage({ page }: { page: string }) {
  return (
    <FiguresOf by="page" {...{ page }} shown={offerFigures} report={{ by: "offer", page }} link="Report by offer" />
  );
}

interface FiguresOfProps {
  by: "piece" | "page";
  page: string;
  shown: Figure[];
  report: AdminPlace;
  link: string;
  children?: ReactNode;
}

/** Some figures of a page in the last 30 days. */
function FiguresOf({ by, page, shown, report, link, children }: FiguresOfProps) {
  const { data, error, reload } = useRead<Report>(useCallFor(by)([page]));
  if (error) return <Problem error={error} onRetry={reload} />;
  return (
    <>
      <FiguresOfRow figures={shown} row={data && (data.rows[0] ?? null)} />
      {children}
      <p>
        <Link to={adminPaths.reports({ range: "30days", ...report })} className={textButtonLook}>
          {link}
        </Link>
      </p>
    </>
  );
}
