import { Link } from "react-router";
import { paths } from "../../../paths.ts";
import type { Report } from "../../../shared/api.gen.ts";
import { useRead } from "../calls.ts";
import { textButtonLook } from "../parts/buttons.tsx";
import { Problem } from "../states.tsx";
import { type Figure, figures } from "./figures.ts";
import { FiguresOfRow, useCallFor } from "./row-figures.tsx";

const shown: Figure["id"][] = ["clickouts", "conversions", "revenue", "epc"];
const earned = figures.filter(({ id }) => shown.includes(id));

/** A page's offers with their results of the last 30 days, linked to reports. */
export function OffersOnPage({ page }: { page: string }) {
  const callFor = useCallFor("page");
  const { data, error, reload } = useRead<Report>(callFor([page]));
  if (error) return <Problem error={error} onRetry={reload} />;
  return (
    <>
      <FiguresOfRow figures={earned} row={data && (data.rows[0] ?? null)} />
      <p>
        <Link to={paths.adminReports({ range: "30days", by: "offer", page })} className={textButtonLook}>
          Report by offer
        </Link>
      </p>
    </>
  );
}
