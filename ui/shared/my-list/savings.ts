import { fieldsOf, keep, ownPath, parsed, textOf } from "./kept.ts";

/** What a reader counts on saving, as worked out with their own numbers in a piece. */
export interface Saving {
  /** Of its block, such as articles/own-your-router#router. */
  key: string;
  title: string;
  path: string;
  /** Dollars each year; null where it does not repeat. */
  yearly: number | null;
  /** Dollars once; null where there is none. */
  once: number | null;
}

export const savingsKey = "my-savings";

/** The savings of a kept text; what is none is left out. */
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

/** An amount that can be added up. */
function dollars(value: unknown): number | null {
  return typeof value === "number" && Math.abs(value) < 1e9 ? value : null;
}

export interface Year {
  yearly: number;
  once: number;
}

/** What the savings come to: what repeats each year apart from what comes once. */
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
