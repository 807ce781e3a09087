import type { ReportFigures } from "../../../shared/api.gen.ts";
import { money } from "../money.ts";
import { percent } from "../percent.ts";

/** One of the figures of a report, as every screen shows it. */
export interface Figure<Id extends string = keyof ReportFigures> {
  id: Id;
  label: string;
  /** As it is read: "1,234", "$12.50". */
  say: (value: number, currency: string) => string;
  /** What stands at an axis, where amounts are in the unit of their currency: "$12". */
  tick?: (value: number, currency: string) => string;
  /** Whether it is an amount, in the smallest unit of the currency. */
  isMoney?: boolean;
  /** Whether there is something between two whole numbers. */
  fractional?: boolean;
}

const whole = (value: number) => value.toLocaleString("en-US");

const earned = {
  say: money,
  tick: (value: number, currency: string) =>
    value.toLocaleString("en-US", { style: "currency", currency, trailingZeroDisplay: "stripIfInteger" }),
  isMoney: true,
  fractional: true,
};

/** The figures in the order of their columns. */
export const figures: Figure[] = [
  { id: "views", label: "Views", say: whole },
  { id: "reads", label: "Reads", say: whole },
  { id: "uniques", label: "Uniques", say: whole },
  { id: "clicks", label: "Clicks", say: whole },
  { id: "clickouts", label: "Click-outs", say: whole },
  { id: "signups", label: "Signups", say: whole },
  { id: "conversions", label: "Conversions", say: whole },
  { id: "revenue", label: "Revenue", ...earned },
  { id: "pendingRevenue", label: "Pending", ...earned },
  { id: "ctr", label: "CTR", say: percent, tick: (value) => `${value}%`, fractional: true },
  { id: "epc", label: "EPC", ...earned },
];

/** The figure with this id, else the first. */
export function figureOf(id: string | undefined): Figure {
  const [first] = figures as [Figure];
  return figures.find((figure) => figure.id === id) ?? first;
}
