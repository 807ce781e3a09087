import { readFileSync } from "node:fs";
import type { Answer, Api } from "../ui/shared/api.ts";
import type { Site } from "../ui/shared/site.ts";
import type { Manifest } from "./document.tsx";
import { renderPage } from "./render.tsx";

/*
 * The baseline that scripts/bench compares uncached pages with: the renderer's work in a loop, with API responses from
 * memory. Arguments: the site's address, seconds to run, paths of pages. Prints {"pages": n, "cpuSeconds": s}.
 */
const [address = "", seconds = "2", ...paths] = process.argv.slice(2);
const manifest = JSON.parse(readFileSync(new URL("../manifest.json", import.meta.url), "utf8")) as Manifest;
const site: Site = JSON.parse(process.env.SITE_CONFIG ?? "");
const known = new Map<string, Answer<unknown>>();

/** Fetches each response once, then answers from memory. */
const api: Api & { tags: Set<string> } = {
  tags: new Set(),
  async get<T>(path: string): Promise<Answer<T>> {
    let answer = known.get(path);
    if (!answer) {
      answer = { path, data: await (await fetch(address + path)).json(), total: null };
      known.set(path, answer);
    }
    return answer as Answer<T>;
  },
};

/** Renders a page as the renderer does. */
async function renderOne(path: string) {
  const page = await renderPage(path, api, site, manifest);
  if (page.status !== 200) throw new Error(`${path} did not come`);
  Buffer.byteLength(page.html);
}

/** Renders until the code is compiled. */
async function warm() {
  for (let page = 0; page < 2000; page++) await renderOne(paths[page % paths.length] ?? "/");
}

/** Renders pages for `forSeconds` seconds. */
async function render(forSeconds: number) {
  const before = process.cpuUsage();
  const end = performance.now() + forSeconds * 1000;
  let pages = 0;
  while (performance.now() < end) {
    await renderOne(paths[pages++ % paths.length] ?? "/");
  }
  const { user, system } = process.cpuUsage(before);
  return { pages, cpuSeconds: (user + system) / 1e6 };
}

await warm();
console.log(JSON.stringify(await render(Number(seconds))));
