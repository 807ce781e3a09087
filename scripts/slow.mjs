// Lists the twenty slowest tests of a run of scripts/test --slow: of Go's tests and the browser's, from the JSON that
// `go test -json` and Playwright wrote into a folder.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

const folder = process.argv[2];
const tests = [...goTests(join(folder, "go.json")), ...browserTests(join(folder, "browser.json"))];
tests.sort((a, b) => b.seconds - a.seconds);
console.log("\nThe twenty slowest tests, in seconds (other tests ran beside them):");
for (const { seconds, name } of tests.slice(0, 20)) console.log(`${seconds.toFixed(1).padStart(7)}  ${name}`);

function goTests(file) {
  const events = readFileSync(file, "utf8")
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line));
  for (const { Action, Package, Test, Output } of events) {
    if (Action === "output" && /^\s*--- FAIL/.test(Output)) console.log(`${Package} ${Test ?? ""} failed`);
  }
  return events
    .filter(({ Action, Test }) => Test && !Test.includes("/") && ["pass", "fail"].includes(Action))
    .map(({ Package, Test, Elapsed }) => ({ seconds: Elapsed, name: `${Package.replace("thriftwell/", "")} ${Test}` }));
}

function browserTests(file) {
  if (!existsSync(file)) return [];
  const inSuite = (suite) => [
    ...(suite.specs ?? []).flatMap(({ title, tests }) =>
      tests.map(({ projectName, results }) => ({
        seconds: Math.max(...results.map(({ duration }) => duration)) / 1000,
        name: `${suite.file} "${title}" (${projectName})`,
      })),
    ),
    ...(suite.suites ?? []).flatMap(inSuite),
  ];
  return JSON.parse(readFileSync(file, "utf8")).suites.flatMap(inSuite);
}
