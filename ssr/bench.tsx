import { readFileSync } from "node:fs";
import { Writable } from "node:stream";
import { renderToPipeableStream } from "react-dom/server";
import { createStaticHandler, createStaticRouter, RouterContextProvider, StaticRouterProvider } from "react-router";
import { Document } from "../ui/document.tsx";
import { createRoutes } from "../ui/routes.tsx";
import type { Answer, Api } from "../ui/shared/api.ts";
import { apiContext } from "../ui/shared/api.ts";
import type { Site } from "../ui/shared/site.ts";
import type { Manifest } from "./document.tsx";
import { awaitReads, renderPage } from "./render.tsx";

/*
 * The baselines of scripts/bench for the renderer: pages in a bare loop, with the API's answers in memory. "plain" renders
 * them as the documentation of React and react-router says, but for waiting for the reads, and so hardly changes when the
 * renderer gets better; "same" does what the renderer does. Arguments: which,
 * the site's address, seconds to run, paths of pages. Prints {"pages": n, "cpuSeconds": s}.
 */
const [which, address = "", seconds = "2", ...paths] = process.argv.slice(2);
const renderOne = which === "plain" ? renderPlain : renderSame;
const manifest = JSON.parse(readFileSync(new URL("../manifest.json", import.meta.url), "utf8")) as Manifest;
const site: Site = JSON.parse(process.env.SITE_CONFIG ?? "");
const known = new Map<string, Answer<unknown>>();

/** Fetches each answer once, then answers from memory. */
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

const handler = createStaticHandler(createRoutes(site.env));

/** Renders a page with nothing but React and react-router. */
async function renderPlain(path: string) {
  const requestContext = new RouterContextProvider(new Map([[apiContext, api]]));
  const request = new Request(new URL(path, "http://page"));
  const context = await handler.query(request, { requestContext, dataStrategy: awaitReads });
  if (context instanceof Response || context.statusCode !== 200) throw new Error(`${path} did not come`);
  const chunks: Buffer[] = [];
  const page = new Writable({
    write(chunk: Buffer, _, done) {
      chunks.push(chunk);
      done();
    },
  });
  await new Promise((resolve, reject) => {
    page.on("finish", resolve);
    const stream = renderToPipeableStream(
      <Document site={site}>
        <StaticRouterProvider router={createStaticRouter(handler.dataRoutes, context)} context={context} />
      </Document>,
      { onAllReady: () => stream.pipe(page), onError: reject },
    );
  });
  Buffer.concat(chunks);
}

/** Renders a page as the renderer does. */
async function renderSame(path: string) {
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
