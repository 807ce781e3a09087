// Writes server/platform/tracking/crawlers.txt, the patterns of robots' user agents, from the npm packages isbot and
// crawler-user-agents. With --check it writes nothing, and fails if the file is out of date.
import { readFile, writeFile } from "node:fs/promises";
import crawlers from "crawler-user-agents";
import { createIsBotFromList, list } from "isbot";

// Patterns that match people's browsers: in-app browsers, editors, one phone build, and what isbot lists as browsers.
const people = new Set([
  "(?:^|[^g])news(?!sapphire)",
  "sogou",
  "AP3A\\.240617\\.008",
  "Code\\/1\\.",
  "Fluid",
  "GTmetrix",
  "MetaIAB Facebook",
  "Miniature\\.io\\/",
  "TSM-turingos",
  "Trae\\/",
  "YLT Chrome",
]);

// Go has no lookaround. robots.go removes what these exclude.
const lookaround = /\(\?<?![^()]*(?:\([^()]*\))?[^()]*\)/g;

const isbot = list.filter((pattern) => !people.has(pattern));
const recognized = createIsBotFromList(isbot);
// Patterns from crawler-user-agents that isbot doesn't cover.
const others = crawlers.filter(({ pattern, instances }) => {
  return !people.has(pattern) && !(instances.length > 0 && instances.every(recognized));
});
const patterns = [
  ...isbot.map((pattern) => pattern.replace(lookaround, "")),
  ...others.map(({ pattern }) => pattern),
  "fetch",
  "monitor",
];

const target = "server/platform/tracking/crawlers.txt";
const header = `# User agents of robots in lower case, one regular expression a line. Made by scripts/crawlers.mjs from the npm packages
# isbot (Unlicense) and crawler-user-agents (MIT license, Copyright (c) 2017 Martin Monperrus). Do not edit.
`;
const text = `${header}${patterns.map((pattern) => `${pattern.toLowerCase()}\n`).join("")}`;

if (process.argv.includes("--check")) {
  if ((await readFile(target, "utf8").catch(() => "")) !== text) {
    console.error(`${target} is out of date. Run npm run crawlers.`);
    process.exit(1);
  }
} else {
  await writeFile(target, text);
}
