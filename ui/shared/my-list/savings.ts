import { fieldsOf, keep, ownPath, parsed, textOf } from "./kept.ts";

/** What a reader plans to save, calculated with their own numbers. */
export interface Saving {
  /** The key of its block, such as articles/own-your-router#router. */
  key: string;
  title: string;
  path: string;
  /** Dollars per year; null if the saving doesn't repeat. */
  yearly: number | null;
  /** One-time dollars; null if there are none. */
  once: number | null;
}

export const savingsKey = "my-savings";

/** The savings in a stored text. Invalid ones are left out. */
export function readSavings(text: string | null): Saving[] {
  return Object.entries(fieldsOf(parsed(text)))
    .map(([key, value]) => {
      const { title, path, yearly, once } = fieldsOf(value);
      return { key, title: textOf(title), path: ownPath(path), yearly: dollars(yearly), once: dollars(once) };
    })
    .filter(
      (saving): saving is Saving =>
        Boolean(saving.title && saving.path) && (saving.yearly !== null || saving.once !== null),
    )
    .sort((a, b) => (b.yearly ?? 0) - (a.yearly ?? 0) || a.title.localeCompare(b.title));
}

/** A valid amount, or null. */
function dollars(value: unknown): number | null {
  return typeof value === "number" && Math.abs(value) < 1e9 ? value : null;
}

export interface Year {
  yearly: number;
  once: number;
}

/** The totals of savings: yearly and one-time amounts separately. */
export function sumOf(savings: Saving[]): Year {
  return savings.reduce(
    (sum, { yearly, once }) => ({ yearly: sum.yearly + (yearly ?? 0), once: sum.once + (once ?? 0) }),
    { yearly: 0, once: 0 },
  );
}

export function forgetSaving(key: string): void {
  const { [key]: _, ...others } = fieldsOf(parsed(localStorage.getItem(savingsKey)));
  keep(savingsKey, Object.keys(others).length === 0 ? null : JSON.stringify(others));
}
