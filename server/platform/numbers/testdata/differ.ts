// Reads programs with their values as JSON, one a line, and writes what the browser's evaluator makes of each.
import { createInterface } from "node:readline";
import { format, type Program, run, type Style } from "../../../../ui/shared/numbers/evaluate.ts";

interface Case {
  program: Program;
  values: Record<string, number>;
  style: Style;
}

for await (const line of createInterface({ input: process.stdin })) {
  const { program, values, style } = JSON.parse(line) as Case;
  const result = run(program, new Map(Object.entries(values)));
  console.log(JSON.stringify([Number.isNaN(result) ? "NaN" : result, format(style, result)]));
}
