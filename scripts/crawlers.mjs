// Writes server/platform/tracking/crawlers.txt, the user agents of crawlers, from the npm package crawler-user-agents.
// With --check it writes nothing and fails when the file is not current.
import { readFile, writeFile } from "node:fs/promises";
import crawlers from "crawler-user-agents";

const target = "server/platform/tracking/crawlers.txt";
const header = `# User agents of crawlers, one regular expression a line. Made from the npm package crawler-user-agents
# (MIT license, Copyright (c) 2017 Martin Monperrus) by scripts/crawlers.mjs. Do not edit.
`;
const text = `${header}${crawlers.map(({ pattern }) => `${pattern}\n`).join("")}`;

if (process.argv.includes("--check")) {
  if ((await readFile(target, "utf8").catch(() => "")) !== text) {
    console.error(`${target} is not current; run npm run crawlers.`);
    process.exit(1);
  }
} else {
  await writeFile(target, text);
}
