import type { Deal } from "../../shared/api.gen.ts";

/** Currencies without two decimals, as on the server. Browsers disagree about some, such as HUF. */
const currenciesOf: Record<number, string> = {
  0:
    "ADP AFN ALL AMD BIF BYR CLP COP DJF ESP GNF GYD IDR IQD IRR ISK ITL JPY KMF KPW KRW LAK LBP LUF MGA MGF " +
    "MMK MNT MRO MUR PKR PYG RSD RWF SLL SOS STD SYP TMM TRL TZS UGX UYI UZS VND VUV XAF XOF XPF YER ZMK ZWD",
  3: "BHD JOD KWD LYD OMR TND",
  4: "CLF",
};

/** The number of decimals of a currency; two if it is unknown. */
export function decimalsOf(currency: string): number {
  const [decimals = 2] = Object.entries(currenciesOf).find(([, codes]) => codes.split(" ").includes(currency)) ?? [];
  return Number(decimals);
}

/** An amount in the smallest unit, as typed: "12.50". */
export function amountText(amount: number, currency: string): string {
  const decimals = decimalsOf(currency);
  return (amount / 10 ** decimals).toFixed(decimals);
}

/** Parses a typed amount into the smallest unit, without rounding errors; null if it isn't valid. */
export function amountOf(text: string, currency: string): number | null {
  const decimals = decimalsOf(currency);
  const [, whole = "", , part = ""] = text.trim().match(/^(\d{0,10})(\.(\d*))?$/) ?? [];
  if (!(whole + part) || part.length > decimals) return null;
  return Number(whole + part.padEnd(decimals, "0"));
}

/** Formats an amount in the smallest unit: "$12.50". Averages may have fractions of that unit. */
export function money(amount: number, currency: string): string {
  const decimals = decimalsOf(currency);
  return new Intl.NumberFormat("en-US", {
    style: "currency",
    currency,
    minimumFractionDigits: decimals,
    maximumFractionDigits: Number.isInteger(amount) ? decimals : decimals + 2,
  }).format(amount / 10 ** decimals);
}

/** What an offer pays: "$12.50 a lead". */
export function payoutOf(offer: Pick<Deal, "payoutModel" | "payoutAmount" | "payoutCurrency">): string {
  const { payoutModel, payoutAmount, payoutCurrency } = offer;
  if (!payoutModel) return "–";
  const amount = payoutAmount !== null && payoutCurrency !== null ? `${money(payoutAmount, payoutCurrency)} ` : "";
  return `${amount}a ${payoutModel}`;
}
