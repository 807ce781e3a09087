/**
 * Works out the formulas of a piece's numbers and writes their figures, as the server does for the example
 * (server/platform/numbers). Both are held against server/platform/numbers/testdata/vectors.json.
 */

/** How a figure is written. */
export interface Style {
  /** How many make one of what formulas count in: 100 for percent and cents. */
  per: number;
  /** Decimals. */
  places: number;
  before: string;
  one: string;
  many: string;
  each: string;
}

/** Numbers, names and operations, each operation after what it works on. */
export type Program = (number | string)[];

/** How far from a whole or a half number, for its size, a sum may end because of how computers add. */
const slack = 2 ** -46;

/** From how many of its last digit on a figure is not shown. */
const maxFigure = 1e15;

const binary: Record<string, (a: number, b: number) => number> = {
  "+": (a, b) => a + b,
  "-": (a, b) => a - b,
  "*": (a, b) => a * b,
  "/": (a, b) => a / b,
  "<": (a, b) => +(a < b),
  "<=": (a, b) => +(a <= b),
  ">": (a, b) => +(a > b),
  ">=": (a, b) => +(a >= b),
  "==": (a, b) => +(a === b),
  min: Math.min,
  max: Math.max,
};

const unary: Record<string, (a: number) => number> = {
  round,
  ceil: (a) => Math.ceil(a - Math.abs(a) * slack),
  floor: (a) => Math.floor(a + Math.abs(a) * slack),
};

/** Works a program out. What has no result, such as a division by zero, is NaN. */
export function run(program: Program, values: Map<string, number>): number {
  const stack: number[] = [];
  const pop = () => stack.pop() ?? Number.NaN;
  for (const step of program) {
    let result: number;
    if (typeof step === "number") result = step;
    else if (binary[step]) {
      const b = pop();
      result = binary[step](pop(), b);
    } else if (unary[step]) result = unary[step](pop());
    else if (step === "if") {
      const otherwise = pop();
      const then = pop();
      result = pop() === 0 ? otherwise : then;
    } else result = values.get(step) ?? Number.NaN;
    stack.push(Number.isFinite(result) ? result : Number.NaN);
  }
  return pop();
}

/** Rounds to a whole number, halves away from zero. */
function round(value: number): number {
  const size = Math.abs(value);
  const whole = Math.floor(size + size * slack + 0.5);
  return value < 0 ? 0 - whole : whole;
}

/** Writes a value as a figure: $1,234 or 8 months. What cannot be shown is a dash. */
export function format(style: Style, value: number): string {
  const scaled = round(value * style.per * 10 ** style.places);
  if (!(Math.abs(scaled) < maxFigure)) return "–";
  const all = String(Math.abs(scaled)).padStart(style.places + 1, "0");
  const end = all.length - style.places;
  const whole = all.slice(0, end).replace(/\B(?=(\d{3})+$)/g, ",");
  const digits = end < all.length ? `${whole}.${all.slice(end)}` : whole;
  const after = digits === "1" && scaled > 0 ? style.one : style.many;
  return (scaled < 0 ? "−" : "") + style.before + digits + after;
}

/** Letters between digits, and units of thousands: without them the number would be another. */
const partLost = /\d\s*[A-Za-z]+[\s\d.,]*\d|\d\s*(k|m|mm|mn|bn?|thousand|million|billion)\b/i;

/**
 * Reads what somebody typed as a number: with a currency or percent sign, with blanks or apostrophes between thousands,
 * and with commas and points as either of them has it. Null for what is none.
 */
export function read(typed: string): number | null {
  if (/^\s*-?\d+(\.\d+)?e\d+\s*$/i.test(typed)) return Number(typed);
  if (partLost.test(typed)) return null;
  let text = typed
    .replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
    .replace(/[\s'’_\p{Sc}%¢]|[A-Za-z]+/gu, "")
    .replace(/[−–]/g, "-");
  const comma = text.lastIndexOf(",");
  const point = text.lastIndexOf(".");
  if (comma > point && (point >= 0 || !/^-?[1-9]\d{0,2}(,\d{3})+$/.test(text)) && text.indexOf(",") === comma)
    text = text.replaceAll(".", "").replace(",", "."); // 1.234,5 or 12,5
  else if (text.indexOf(".") !== point) text = text.replaceAll(".", ""); // 1.234.567
  text = text.replaceAll(",", "");
  return /^-?(\d+\.?\d*|\.\d+)$/.test(text) ? Number(text) : null;
}
