import { format, type Program, run, type Style } from "./evaluate.ts";

/** What the server writes into a block's HTML (server/platform/numbers/html.go). */
export interface Sheet {
  name: string;
  title: string;
  /** The formula with the main result. */
  main: string;
  yearly?: string;
  once?: string;
  badge?: boolean;
  assumptions: Assumption[];
  /** Each after those it depends on. */
  formulas: { name: string; program: Program; style: Style }[];
}

export interface Assumption {
  name: string;
  label: string;
  value: number;
  min: number;
  max: number;
  step: number;
  style: Style;
}

/** The reader's numbers that differ from the example, by assumption, in its units. */
export type Own = Record<string, number>;

/** The largest number accepted. */
export const maxNumber = 1e9;

/** Evaluates everything, in the formulas' units. */
export function workOut(sheet: Sheet, own: Own): Map<string, number> {
  const values = new Map<string, number>();
  for (const { name, value, style } of sheet.assumptions) values.set(name, (own[name] ?? value) / style.per);
  for (const { name, program } of sheet.formulas) values.set(name, run(program, values));
  return values;
}

/** Formats a figure by name; with `whole`, including its period. */
export function figure(sheet: Sheet, values: Map<string, number>, name: string, whole = false): string {
  const style = [...sheet.assumptions, ...sheet.formulas].find((one) => one.name === name)?.style;
  return style ? format(style, values.get(name) ?? Number.NaN) + (whole ? style.each : "") : "–";
}

/** The introduction to a result. It says if unusual numbers were used. */
export function whose(sheet: Sheet, own: Own): string {
  const unusual = sheet.assumptions.filter(({ name, min, max }) => {
    const mine = own[name];
    return mine !== undefined && (mine < min || mine > max);
  });
  if (unusual.length > 0) return `With your numbers, ${unusual.length} of them outside the usual range:`;
  return Object.keys(own).length > 0 ? "With your numbers:" : "In the example:";
}

export interface Weight {
  name: string;
  label: string;
  low: number;
  high: number;
}

/** The main result at both ends of each assumption's range, the largest effect first. */
export function weigh(sheet: Sheet, own: Own): Weight[] {
  return sheet.assumptions
    .map(({ name, label, min, max }) => {
      const [a = 0, b = 0] = [min, max].map((value) => workOut(sheet, { ...own, [name]: value }).get(sheet.main));
      return { name, label, low: Math.min(a, b), high: Math.max(a, b) };
    })
    .filter(({ low, high }) => high > low)
    .sort((a, b) => b.high - b.low - (a.high - a.low));
}

/** The fragment of a URL that contains the numbers. */
export function fragment(sheet: Sheet, own: Own): string {
  return `#numbers=${sheet.name}:${Object.entries(own)
    .map(([name, value]) => `${name}=${value}`)
    .join(";")}`;
}

/** Parses a fragment. Returns null if it is not for this sheet, and "broken" if it is invalid. */
export function fromFragment(sheet: Sheet, hash: string): Own | null | "broken" {
  const [, name, pairs = ""] = /^#numbers=([a-z0-9-]+)(.*)$/.exec(hash) ?? [];
  if (name !== sheet.name) return null;
  const own: Own = {};
  for (const pair of pairs.replace(/^(:|%3A)/i, "").split(/;|%3B/i)) {
    const [, of = "", value = ""] = /^(\w+)(?:=|%3D)(-?\d+(?:\.\d+)?)$/i.exec(pair) ?? [];
    if (!sheet.assumptions.some((one) => one.name === of) || Math.abs(Number(value)) > maxNumber) return "broken";
    own[of] = Number(value);
  }
  return own;
}

/** What this browser stores under a key, by piece and block. Invalid data counts as empty. */
export function kept<T>(key: string): Record<string, T> {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(key) ?? "");
    return typeof value === "object" && value !== null ? (value as Record<string, T>) : {};
  } catch {
    return {};
  }
}

/** Stores a value for a piece and block, or deletes it. */
export function keep<T>(key: string, of: string, value: T | null): void {
  const all = kept<T>(key);
  if (value === null) delete all[of];
  else all[of] = value;
  if (Object.keys(all).length > 0) localStorage.setItem(key, JSON.stringify(all));
  else localStorage.removeItem(key);
}

/** The stored numbers that this sheet has. */
export function fitting(sheet: Sheet, own: unknown): Own {
  const given = typeof own === "object" && own !== null ? (own as Record<string, unknown>) : {};
  return Object.fromEntries(
    sheet.assumptions.flatMap(({ name, value }) => {
      const mine = given[name];
      const fits = typeof mine === "number" && Math.abs(mine) <= maxNumber && mine !== value;
      return fits ? [[name, mine]] : [];
    }),
  );
}
