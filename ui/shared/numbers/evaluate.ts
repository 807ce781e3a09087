/**
 * Evaluates the formulas in a piece's numbers and formats the results, as the server does for the example
 * (server/platform/numbers). Both are tested with server/platform/numbers/testdata/vectors.json.
 */

/** How a figure is formatted. */
export interface Style {
  /** Units per unit that formulas use: 100 for percent and cents. */
  per: number;
  /** Decimals. */
  places: number;
  before: string;
  one: string;
  many: string;
  each: string;
}

/** Numbers, names and operations in postfix order. */
export type Program = (number | string)[];

/** The relative distance from a whole or half number that is treated as a floating-point error. */
const slack = 2 ** -46;

/** Figures with an absolute value of this many last digits or more are not shown. */
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

/** Runs a program. Without a result, such as for a division by zero, it returns NaN. */
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

/** Rounds to an integer, halves away from zero. */
function round(value: number): number {
  const size = Math.abs(value);
  const whole = Math.floor(size + size * slack + 0.5);
  return value < 0 ? 0 - whole : whole;
}

/** Formats a value as a figure, such as $1,234 or 8 months. A value that can't be shown is a dash. */
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

/** Letters between digits, or units such as thousand. Ignoring them would change the number. */
const partLost = /\d\s*[A-Za-z]+[\s\d.,]*\d|\d\s*(k|m|mm|mn|bn?|thousand|million|billion)\b/i;

/**
 * Parses what someone typed as a number: with currency or percent signs, with spaces or apostrophes between thousands,
 * and with commas and periods in either role. Returns null if it is not a number.
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
