import { format, type Program, run, type Style } from "./evaluate.ts";

/** What the server writes into the HTML of a block (server/platform/numbers/html.go). */
export interface Sheet {
  name: string;
  title: string;
  /** The formula that the block is about. */
  main: string;
  yearly?: string;
  once?: string;
  badge?: boolean;
  assumptions: Assumption[];
  /** Each after those that it needs. */
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

/** The reader's numbers where they differ from the example, by assumption, as their units count. */
export type Own = Record<string, number>;

/** The largest number that is taken. */
export const maxNumber = 1e9;

/** Works everything out, in what formulas count in. */
export function workOut(sheet: Sheet, own: Own): Map<string, number> {
  const values = new Map<string, number>();
  for (const { name, value, style } of sheet.assumptions) values.set(name, (own[name] ?? value) / style.per);
  for (const { name, program } of sheet.formulas) values.set(name, run(program, values));
  return values;
}

/** Writes the figure of a name; whole, with what it is counted by. */
export function figure(sheet: Sheet, values: Map<string, number>, name: string, whole = false): string {
  const style = [...sheet.assumptions, ...sheet.formulas].find((one) => one.name === name)?.style;
  return style ? format(style, values.get(name) ?? Number.NaN) + (whole ? style.each : "") : "–";
}

/** What a result is called by the numbers that it follows from: one with unusual numbers says so itself. */
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

/** What the main figure is from one end of each assumption's range to the other; the heaviest first. */
export function weigh(sheet: Sheet, own: Own): Weight[] {
  return sheet.assumptions
    .map(({ name, label, min, max }) => {
      const [a = 0, b = 0] = [min, max].map((value) => workOut(sheet, { ...own, [name]: value }).get(sheet.main));
      return { name, label, low: Math.min(a, b), high: Math.max(a, b) };
    })
    .filter(({ low, high }) => high > low)
    .sort((a, b) => b.high - b.low - (a.high - a.low));
}

/** What an address says after its "#" to bring numbers along. */
export function fragment(sheet: Sheet, own: Own): string {
  return `#numbers=${sheet.name}:${Object.entries(own)
    .map(([name, value]) => `${name}=${value}`)
    .join(";")}`;
}

/** Reads a fragment: the numbers, null where it is none for this sheet, and "broken" where it cannot be read. */
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

/** What this browser keeps under a key, as an object by piece and block; what cannot be read is nothing. */
export function kept<T>(key: string): Record<string, T> {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(key) ?? "");
    return typeof value === "object" && value !== null ? (value as Record<string, T>) : {};
  } catch {
    return {};
  }
}

/** Keeps a value for a piece and block, or forgets it. */
export function keep<T>(key: string, of: string, value: T | null): void {
  const all = kept<T>(key);
  if (value === null) delete all[of];
  else all[of] = value;
  if (Object.keys(all).length > 0) localStorage.setItem(key, JSON.stringify(all));
  else localStorage.removeItem(key);
}

/** Those of the kept numbers that this sheet has. */
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
