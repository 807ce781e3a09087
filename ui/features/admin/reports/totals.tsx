import type { OtherRevenue as Amounts, ReportTotal } from "../../../shared/api.gen.ts";
import { useSite } from "../../../shared/site.ts";
import { money } from "../money.ts";
import { changeOf } from "../period.ts";
import type { Figure } from "./figures.ts";

interface TotalsProps<Id extends string> {
  figures: Figure<Id>[];
  total: Record<Id, number>;
  before?: Record<Id, number>;
  /** The figure that a chart shows. */
  current?: Figure<Id>;
  onChoose?: (figure: Figure<Id>) => void;
}

/** Each figure of a period beside its change against the period before; choosing one charts it. */
export function Totals<Id extends string>({ figures, total, before, current, onChoose }: TotalsProps<Id>) {
  const { currency } = useSite();
  return (
    <ul className="totals">
      {figures.map((figure) => {
        const { id, label } = figure;
        const say = (value: number) => figure.say(value, currency);
        const parts = (
          <>
            <span className="total-label">{label}</span>{" "}
            <span className="total-value" data-long={say(total[id]).length > 8 || undefined}>
              {say(total[id])}
            </span>{" "}
            {before && (
              <span className="total-before">
                <Change now={total[id]} before={before[id]} /> <span>{say(before[id])} before</span>
              </span>
            )}
          </>
        );
        return (
          <li key={id}>
            {onChoose ? (
              <button
                type="button"
                className="total"
                aria-pressed={figure === current}
                onClick={() => onChoose(figure)}
              >
                {parts}
              </button>
            ) : (
              <p className="total">{parts}</p>
            )}
          </li>
        );
      })}
    </ul>
  );
}

/** What was earned in other currencies than that of revenue, which it is never added to. */
export function OtherRevenue({ total: { otherRevenue } }: { total: ReportTotal }) {
  if (otherRevenue.length === 0) return null;
  return (
    <p className="report-notes">
      Revenue in other currencies, not added to the above: {new Intl.ListFormat("en-US").format(amounts(otherRevenue))}.
    </p>
  );
}

/** The same of a row, beside its revenue. */
export function RowOtherRevenue({ of }: { of: Amounts | undefined }) {
  if (!of) return null;
  return <span className="other-revenue">{amounts(of).join(", ")}</span>;
}

const amounts = (of: Amounts) => of.map(({ currency, amount }) => money(amount, currency));

/** How a figure compares with that of the period before. */
export function Change({ now, before }: { now: number; before: number }) {
  if (now === before) return null;
  const change = before === 0 ? "new" : changeOf(now, before);
  const trend = { "+": "up", "−": "down" }[change.charAt(0)];
  return (
    <span className="change" data-trend={trend}>
      {change}
    </span>
  );
}
