/** How many decimals an amount of a currency has; two while there is no code of one. */
export function decimalsOf(currency: string): number {
  if (!/^[A-Z]{3}$/.test(currency)) return 2;
  return new Intl.NumberFormat("en-US", { style: "currency", currency }).resolvedOptions().maximumFractionDigits ?? 2;
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
    maximumFractionDigits: Number.isInteger(amount) ? decimals : decimals + 2,
  }).format(amount / 10 ** decimals);
}
