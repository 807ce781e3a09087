/** The currencies that don't have two decimals, as the server counts them. Browsers disagree about some, such as HUF. */
const currenciesOf: Record<number, string> = {
  0:
    "ADP AFN ALL AMD BIF BYR CLP COP DJF ESP GNF GYD IDR IQD IRR ISK ITL JPY KMF KPW KRW LAK LBP LUF MGA MGF " +
    "MMK MNT MRO MUR PKR PYG RSD RWF SLL SOS STD SYP TMM TRL TZS UGX UYI UZS VND VUV XAF XOF XPF YER ZMK ZWD",
  3: "BHD JOD KWD LYD OMR TND",
  4: "CLF",
};

/** How many decimals an amount of a currency has; two while there is no code of one. */
export function decimalsOf(currency: string): number {
  const [decimals = 2] = Object.entries(currenciesOf).find(([, codes]) => codes.split(" ").includes(currency)) ?? [];
  return Number(decimals);
}

/** An amount in the smallest unit as one types it: "12.50". */
export function amountText(amount: number, currency: string): string {
  const decimals = decimalsOf(currency);
  return (amount / 10 ** decimals).toFixed(decimals);
}

/** What was typed in the smallest unit, without the rounding of fractions; null for what is no amount. */
export function amountOf(text: string, currency: string): number | null {
  const decimals = decimalsOf(currency);
  const [, whole = "", , part = ""] = text.trim().match(/^(\d{0,10})(\.(\d*))?$/) ?? [];
  if (!(whole + part) || part.length > decimals) return null;
  return Number(whole + part.padEnd(decimals, "0"));
}

/** An amount in the smallest unit to be read: "$12.50". Of a mean, parts of that unit too. */
export function money(amount: number, currency: string): string {
  const decimals = decimalsOf(currency);
  return new Intl.NumberFormat("en-US", {
    style: "currency",
    currency,
    minimumFractionDigits: decimals,
    maximumFractionDigits: Number.isInteger(amount) ? decimals : decimals + 2,
  }).format(amount / 10 ** decimals);
}
