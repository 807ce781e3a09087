import { Link } from "react-router";
import { paths } from "../../../paths.ts";
import type { Report } from "../../../shared/api.gen.ts";
import { useSite } from "../../../shared/site.ts";
import { useRead } from "../calls.ts";
import { textButtonLook } from "../parts/buttons.tsx";
import { Problem } from "../states.tsx";
import { type Figure, figures } from "./figures.ts";
import { useCallFor } from "./row-figures.tsx";
import { RowOtherRevenue } from "./totals.tsx";

const shown: Figure["id"][] = ["views", "reads", "clicks", "revenue"];

/** The figures that an article or a guide is known by. */
export const pieceFigures = figures.filter(({ id }) => shown.includes(id));

/** How the page of a piece did, and the way to its report. */
export function FiguresOfPiece({ page }: { page: string }) {
  const callFor = useCallFor("piece");
  const { currency } = useSite();
  const { data, error, reload } = useRead<Report>(callFor([page]));
  if (error) return <Problem error={error} onRetry={reload} />;
  const [row] = data?.rows ?? [];
  return (
    <>
      <dl className="grid grid-cols-[repeat(auto-fit,minmax(4.5rem,1fr))] gap-x-4 gap-y-2 figures-tabular [&_dt]:text-muted [&_dt]:text-small [&_dd]:text-[1.125rem]">
        {pieceFigures.map(({ id, label, say }) => (
          <div key={id}>
            <dt>{label}</dt>
            <dd>
              {data ? say(row?.[id] ?? 0, currency) : "…"}
              {id === "revenue" && <RowOtherRevenue of={row?.otherRevenue} />}
            </dd>
          </div>
        ))}
      </dl>
      <p className="field-hint">Clicks and revenue from readers whose last article was this one.</p>
      <p>
        <Link to={paths.adminReports({ range: "30days", by: "source", piece: page })} className={textButtonLook}>
          Where readers come from
        </Link>
      </p>
    </>
  );
}
