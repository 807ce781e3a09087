import { Link } from "react-router";
import { paths } from "../../../paths.ts";
import type { Report } from "../../../shared/api.gen.ts";
import { useRead } from "../calls.ts";
import { textButtonLook } from "../parts/buttons.tsx";
import { Problem } from "../states.tsx";
import { type Figure, figures } from "./figures.ts";
import { FiguresOfRow, useCallFor } from "./row-figures.tsx";

const shown: Figure["id"][] = ["views", "reads", "clicks", "revenue"];

/** The figures shown for an article or a guide. */
export const pieceFigures = figures.filter(({ id }) => shown.includes(id));

/** The results of an article or a guide, linked to its report. */
export function FiguresOfPiece({ page }: { page: string }) {
  const callFor = useCallFor("piece");
  const { data, error, reload } = useRead<Report>(callFor([page]));
  if (error) return <Problem error={error} onRetry={reload} />;
  return (
    <>
      <FiguresOfRow figures={pieceFigures} row={data && (data.rows[0] ?? null)} />
      <p className="field-hint">Clicks and revenue from readers whose last article was this one.</p>
      <p>
        <Link to={paths.adminReports({ range: "30days", by: "source", piece: page })} className={textButtonLook}>
          Where readers come from
        </Link>
      </p>
    </>
  );
}
