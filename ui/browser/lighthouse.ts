import { createServer } from "node:net";
import { pathToFileURL } from "node:url";
import { chromium } from "@playwright/test";
import config from "./playwright.config.ts";

/*
 * Looks over pages with Lighthouse, for scripts/bench. Arguments: the folder that Lighthouse is installed in, the site's
 * address, the number of rounds, paths of pages. Prints an array of {path, scores, missed}: the medians of the scores by
 * category, of 100, and which audits cost points.
 */

interface Result {
  categories: Record<string, { score: number; auditRefs: { id: string; weight: number }[] }>;
  audits: Record<string, { score: number | null; displayValue?: string }>;
}

type Lighthouse = (address: string, flags: object) => Promise<{ lhr: Result } | undefined>;

const [folder = "", address = "", rounds = "5", ...paths] = process.argv.slice(2);
const module = pathToFileURL(`${folder}/node_modules/lighthouse/core/index.js`).href;
const { default: lighthouse } = (await import(module)) as { default: Lighthouse };
const port = await freePort();
const { args = [], ...launchOptions } = config.use?.launchOptions ?? {};
const browser = await chromium.launch({ ...launchOptions, args: [...args, `--remote-debugging-port=${port}`] });
const pages = [];
for (const path of paths) {
  await fetch(address + path); // renders the page, which is then kept
  const results: Result[] = [];
  for (let round = 0; round < Number(rounds); round++) {
    const looked = await lighthouse(address + path, { port, logLevel: "error" });
    if (!looked) throw new Error(`Lighthouse says nothing of ${path}`);
    results.push(looked.lhr);
  }
  pages.push({ path, scores: scores(results), missed: missed(results) });
}
await browser.close();
console.log(JSON.stringify(pages));

function scores(results: Result[]): Record<string, number> {
  return Object.fromEntries(
    Object.keys(results[0]?.categories ?? {}).map((name) => {
      const all = results.map(({ categories }) => (categories[name]?.score ?? 0) * 100).sort((a, b) => a - b);
      return [name, Math.round(all[Math.floor(all.length / 2)] ?? 0)];
    }),
  );
}

function missed(results: Result[]): string[] {
  const found = results.flatMap(({ categories, audits }) =>
    Object.values(categories)
      .flatMap(({ auditRefs }) => auditRefs)
      .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 0.9)
      .map(({ id }) => `${id} ${audits[id]?.displayValue ?? ""}`.trim()),
  );
  return [...new Set(found)];
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().on("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const place = server.address();
      server.close(() => resolve(typeof place === "object" && place ? place.port : 0));
    });
  });
}
