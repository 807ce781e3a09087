import type { ReportFigures } from "../../../shared/api.gen.ts";
import { whole } from "../../../shared/format.ts";
import { money } from "../money.ts";
import { percent } from "../percent.ts";

/** A figure of reports. */
export interface Figure<Id extends string = keyof ReportFigures> {
  id: Id;
  label: string;
  /** Formats a value: "1,234", "$12.50". */
  say: (value: number, currency: string) => string;
  /** Formats an axis label, for amounts in whole units: "$12". */
  tick?: (value: number, currency: string) => string;
  /** Whether it is an amount, in the currency's smallest unit. */
  isMoney?: boolean;
  /** Whether it can have fractions. */
  fractional?: boolean;
}

const earned = {
  say: money,
  tick: (value: number, currency: string) =>
    value.toLocaleString("en-US", { style: "currency", currency, trailingZeroDisplay: "stripIfInteger" }),
  isMoney: true,
  fractional: true,
};

/** Figures in the order of columns. */
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

/** The figure with this id, or the first. */
export function figureOf(id: string | undefined): Figure {
  const [first] = figures as [Figure];
  return figures.find((figure) => figure.id === id) ?? first;
}
