import type { Deal } from "../../../shared/api.gen.ts";
import type { Column, Entry } from "../kind.ts";
import { money } from "../money.ts";
import { figureOf } from "../reports/figures.ts";
import { RowFigure } from "../reports/row-figures.tsx";

export type OfferKind = "carousel" | "content" | "daily" | "static";

/** The dimension and key of offers in reports. */
export const reportedAs = (kind: OfferKind) => ({
  by: "offer" as const,
  key: ({ id }: Entry) => `${kind}:${id}`,
});

/** What an offer pays and what it earned. */
export const moneyColumns = (kind: OfferKind): Column<Entry & Deal>[] => [
  { label: "Payout", value: payoutOf, width: 6.75, figure: true, spare: "widest" },
  {
    label: "30-day revenue",
    value: (offer) => <RowFigure of={reportedAs(kind).key(offer)} figure={figureOf("revenue")} />,
    width: 8.5,
    figure: true,
    sort: "revenue",
    downFirst: true,
  },
  {
    label: "EPC",
    value: (offer) => <RowFigure of={reportedAs(kind).key(offer)} figure={figureOf("epc")} />,
    width: 4.75,
    figure: true,
    sort: "epc",
    downFirst: true,
    spare: "wide",
  },
];

/** What an offer pays. */
export function payoutOf({
  payoutModel,
  payoutAmount,
  payoutCurrency,
}: Pick<Deal, "payoutModel" | "payoutAmount" | "payoutCurrency">): string {
  if (!payoutModel) return "–";
  const amount = payoutAmount !== null && payoutCurrency !== null ? `${money(payoutAmount, payoutCurrency)} ` : "";
  return `${amount}a ${payoutModel}`;
}
