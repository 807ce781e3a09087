import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { format, type Program, read, run, type Style } from "./evaluate.ts";
import { fitting, fragment, fromFragment, maxNumber, type Sheet, weigh, whose, workOut } from "./sheet.ts";

const vectors = JSON.parse(readFileSync("server/platform/numbers/testdata/vectors.json", "utf8")) as {
  typed: { text: string; number: number | null }[];
};

const dollars: Style = { per: 1, places: 0, before: "$", one: "", many: "", each: " a year" };
const plain: Style = { ...dollars, before: "", each: "" };

/** Assumptions a0, a1 … of 10 each. The saving is twice their sum. */
function sheet(assumptions: number): Sheet {
  const names = Array.from({ length: assumptions }, (_, i) => `a${i}`);
  const sum: Program = [0, ...names.flatMap((name) => [name, "+"])];
  return {
    name: "sum",
    title: "A sum",
    main: "yearly",
    yearly: "yearly",
    assumptions: names.map((name, i) => ({ name, label: name, value: 10, min: 0, max: 20 + i, step: 1, style: plain })),
    formulas: [
      { name: "sum", program: sum, style: plain },
      { name: "yearly", program: ["sum", 2, "*"], style: dollars },
    ],
  };
}

test.each(vectors.typed)("$text is read as $number", ({ text, number }) => expect(read(text)).toBe(number));

test("a formula without a result is a dash, never NaN or Infinity", () => {
  const none = run([1, "x", "/"], new Map([["x", 0]]));
  expect(none).toBeNaN();
  expect(format(dollars, none)).toBe("–");
  expect(format(dollars, run(["unknown"], new Map()))).toBe("–");
  expect(format(dollars, run(["+"], new Map()))).toBe("–");
  expect(format(dollars, Number.POSITIVE_INFINITY)).toBe("–");
});

test("the reader's numbers replace the example's, converted to the formulas' units", () => {
  const two = sheet(2);
  expect(workOut(two, {}).get("yearly")).toBe(40);
  expect(workOut(two, { a1: 30 }).get("yearly")).toBe(80);
  const percent = { ...two, assumptions: two.assumptions.map((one) => ({ ...one, style: { ...plain, per: 100 } })) };
  expect(workOut(percent, { a1: 30 }).get("yearly")).toBeCloseTo(0.8);
});

test("a result with unusual numbers says so", () => {
  const two = sheet(2);
  expect(whose(two, {})).toBe("In the example:");
  expect(whose(two, { a0: 20 })).toBe("With your numbers:");
  expect(whose(two, { a0: 21, a1: 5 })).toBe("With your numbers, 1 of them outside the usual range:");
});

test("the assumption that changes the result most comes first", () => {
  const weights = weigh(sheet(3), {});
  expect(weights.map(({ name }) => name)).toEqual(["a2", "a1", "a0"]);
  expect(weights[0]).toMatchObject({ low: 40, high: 84 });
});

test("a link can contain numbers, and an invalid one shows the example", () => {
  const two = sheet(2);
  const hash = fragment(two, { a0: 12.5, a1: -3 });
  expect(hash).toBe("#numbers=sum:a0=12.5;a1=-3");
  expect(fromFragment(two, hash)).toEqual({ a0: 12.5, a1: -3 });
  expect(fromFragment(two, hash.replaceAll("=", "%3D").replace("%3D", "=").replaceAll(";", "%3B"))).toEqual({
    a0: 12.5,
    a1: -3,
  });
  for (const other of ["", "#sum", "#numbers=other:a0=1", "#numbers-sum"]) expect(fromFragment(two, other)).toBeNull();
  for (const broken of [
    "",
    ":",
    ":a0",
    ":a0=",
    ":a9=1",
    ":a0=NaN",
    ":a0=1e400",
    `:a0=${maxNumber * 10}`,
    ":a0=1;",
    ":%E0%A4%A",
    ":a0=<b>",
  ])
    expect(fromFragment(two, `#numbers=sum${broken}`), broken).toBe("broken");
});

test("only valid stored numbers are used", () => {
  const two = sheet(2);
  expect(fitting(two, { a0: 5, a1: 10, gone: 3 })).toEqual({ a0: 5 });
  for (const odd of [null, 7, "x", { a0: "5" }, { a0: Number.NaN }, { a0: 1e12 }])
    expect(fitting(two, odd)).toEqual({});
});

/** The shortest time of several runs, which is the least affected by other load. */
function least(work: () => void): number {
  const times = Array.from({ length: 7 }, () => {
    const begun = performance.now();
    for (let i = 0; i < 100; i++) work();
    return performance.now() - begun;
  });
  return Math.min(...times);
}

test("the time per key grows at most with the square of the assumptions", () => {
  const [five, twenty] = [sheet(5), sheet(20)];
  const key = (of: Sheet) => () => {
    workOut(of, { a0: 7 });
    weigh(of, { a0: 7 });
  };
  const ratio = least(key(twenty)) / least(key(five));
  expect(ratio).toBeLessThan(64); // quadratic growth gives 16
});
