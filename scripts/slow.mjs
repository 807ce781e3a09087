// Lists the twenty slowest tests of a run of scripts/test --slow: of Go's and the browser's, from the JSON that
// `go test -json` and Playwright wrote into a folder. Prints what Go's tests that failed said.
import { readFileSync } from "node:fs";
import { join } from "node:path";

const folder = process.argv[2];
const tests = [...goTests(join(folder, "go.json")), ...browserTests(join(folder, "browser.json"))];
tests.sort((a, b) => b.seconds - a.seconds);
console.log("The twenty slowest tests, in seconds (other tests ran beside them):");
for (const { seconds, name } of tests.slice(0, 20)) console.log(`${seconds.toFixed(1).padStart(7)}  ${name}`);

function goTests(file) {
  const lines = readFileSync(file, "utf8").split("\n").filter(Boolean);
  const events = lines.map((line) => JSON.parse(line));
  const failed = new Set(
    events.flatMap(({ Action, Package, Test }) => (Action === "fail" ? [`${Package} ${Test}`] : [])),
  );
  for (const { Action, Package, Test, Output } of events)
    if (Action === "build-output" || (Action === "output" && failed.has(`${Package} ${Test}`)))
      process.stdout.write(Output);
  return events
    .filter(({ Action, Test }) => Test && !Test.includes("/") && ["pass", "fail"].includes(Action))
    .map(({ Package, Test, Elapsed }) => ({ seconds: Elapsed, name: `${Package.replace("thriftwell/", "")} ${Test}` }));
}

function browserTests(file) {
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
