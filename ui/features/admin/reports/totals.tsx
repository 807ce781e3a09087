import type { OtherRevenue as Amounts, ReportTotal } from "../../../shared/api.gen.ts";
import { useSite } from "../../../shared/site.ts";
import { money } from "../money.ts";
import { changeOf } from "../period.ts";
import type { Figure } from "./figures.ts";

interface TotalsProps<Id extends string> {
  figures: Figure<Id>[];
  total: Record<Id, number>;
  before?: Record<Id, number>;
  /** The figure in the chart. */
  current?: Figure<Id>;
  onChoose?: (figure: Figure<Id>) => void;
}

const box = "flex flex-col gap-0.5 px-3.5 pt-2.5 pb-3 text-start";

/** A period's figures with their changes. Selecting one charts it. */
export function Totals<Id extends string>({ figures, total, before, current, onChoose }: TotalsProps<Id>) {
  const { currency } = useSite();
  return (
    <ul
      className={`grid overflow-hidden rounded-small border border-line bg-surface figures-tabular ${figures.length > 7 ? "grid-cols-[repeat(auto-fit,minmax(min(50%,max(7.25rem,100%/6)),1fr))]" : "grid-cols-[repeat(auto-fit,minmax(min(100%,7.25rem),1fr))]"}`}
    >
      {figures.map((figure) => {
        const { id, label } = figure;
        const say = (value: number) => figure.say(value, currency);
        const parts = (
          <>
            <span className="text-muted text-small">{label}</span>{" "}
            <span
              className="font-display text-[1.5rem] leading-7 data-long:text-[1.125rem] data-long:tracking-[-0.01em]"
              data-long={say(total[id]).length > 8 || undefined}
            >
              {say(total[id])}
            </span>{" "}
            {before && (
              <span className="text-muted text-(length:--text-label) [&>span]:whitespace-nowrap">
                <Change now={total[id]} before={before[id]} /> <span>{say(before[id])} before</span>
              </span>
            )}
          </>
        );
        return (
          <li key={id} className="-mr-px -mb-px grid border-r border-b border-line">
            {onChoose ? (
              <button
                type="button"
                className={`cursor-pointer hover:bg-sunken focus-visible:-outline-offset-3 aria-pressed:[box-shadow:inset_0_-3px_0_var(--gold)] ${box}`}
                aria-pressed={figure === current}
                onClick={() => onChoose(figure)}
              >
                {parts}
              </button>
            ) : (
              <p className={box}>{parts}</p>
            )}
          </li>
        );
      })}
    </ul>
  );
}

/** Revenue in other currencies, which is never added up. */
export function OtherRevenue({ total: { otherRevenue } }: { total: ReportTotal }) {
  if (otherRevenue.length === 0) return null;
  return (
    <p className="max-w-240 mt-3.5 text-muted text-small">
      Revenue in other currencies (not included above): {new Intl.ListFormat("en-US").format(amounts(otherRevenue))}.
    </p>
  );
}

/** The same for a row. */
export function RowOtherRevenue({ of }: { of: Amounts | undefined }) {
  if (!of) return null;
  return (
    <span className="block text-muted text-(length:--text-label) whitespace-nowrap">{amounts(of).join(", ")}</span>
  );
}

const amounts = (of: Amounts) => of.map(({ currency, amount }) => money(amount, currency));

/** The change from the previous period. */
export function Change({ now, before }: { now: number; before: number }) {
  if (now === before) return null;
  const change = before === 0 ? "new" : changeOf(now, before);
  const color = { "+": "text-[#1d6a43] dark:text-[#86d3a4]", "−": "text-danger" }[change.charAt(0)] ?? "text-muted";
  return (
    <span className={`in-data-rows:block text-(length:--text-label) font-semibold whitespace-nowrap ${color}`}>
      {change}
    </span>
  );
}
