import { readFileSync } from "node:fs";
import { createServer, type ServerResponse } from "node:http";
import { flushCompileCache } from "node:module";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import type { SiteSettings } from "../ui/shared/api.gen.ts";
import type { Site } from "../ui/shared/site.ts";
import { createAgent, SocketApi } from "./api.ts";
import { bytesOf, type Manifest } from "./document.tsx";
import { type Page, renderPage, renderShell } from "./render.tsx";

/*
 * A render worker. The Go program starts it and requests pages over the Unix socket SOCKET. Its loaders call the API
 * over API_SOCKET. SITE_CONFIG is the Site as JSON, with the settings as they are before staff change them. It stops on
 * SIGTERM, and when its parent exits and closes stdin.
 */
const configured = ofEveryPage(JSON.parse(required("SITE_CONFIG"))) as Site;
const socket = required("SOCKET");
const apiSocket = required("API_SOCKET");
const manifest = JSON.parse(readFileSync(new URL("../manifest.json", import.meta.url), "utf8")) as Manifest;
const agent = createAgent();
let renders = 0;

setFlagsFromString("--no-flush-bytecode"); // otherwise tidySoon would discard compiled code
setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as (options: object) => void;
const idleMs = 10_000;
const grown = 120 << 20; // bytes
let tidying: NodeJS.Timeout | undefined;

const server = createServer(async (request, response) => {
  const path = request.url ?? "/";
  if (path === "/-/health") return send(response, 200, "application/json", health());
  if (path === "/-/shell") return send(response, 200, html, renderShell(configured, manifest));
  try {
    renders++;
    tidySoon();
    const api = new SocketApi(apiSocket, agent, request.headers.traceparent as string | undefined);
    sendPage(response, await renderPage(path, api, await currentSite(api), manifest));
  } catch (error) {
    console.error(JSON.stringify({ level: "error", msg: "render failed", error: (error as Error).stack }));
    send(response, 500, html, renderShell(configured, manifest), { "X-Render-Error": headerText(String(error)) });
  }
});

server.listen(socket);
// Save the compiled code for the worker that replaces this one, which then starts in half the time.
setTimeout(flushCompileCache, 1000).unref();
process.on("SIGTERM", stop);
process.stdin.on("end", stop).on("error", stop).resume();

const html = "text/html; charset=utf-8";

/** The site with its current settings. Their tag invalidates the page when staff change one. */
async function currentSite(api: SocketApi): Promise<Site> {
  const { data } = await api.get<SiteSettings>("/api/site");
  return { ...configured, ...ofEveryPage(data) };
}

/** The settings that every page shows. */
function ofEveryPage({ cards: _, figures, ...told }: SiteSettings) {
  return { ...told, figures: { subscriberSavesPerYear: figures.subscriberSavesPerYear } };
}

/**
 * Returns memory to the system once the worker has been idle for a while. A regular garbage collection keeps what it
 * frees, 40 MB after a few minutes of load. The next thousand pages are slightly slower.
 */
function tidySoon() {
  tidying ??= setTimeout(() => collect({ type: "major", execution: "sync", flavor: "last-resort" }), idleMs);
  tidying.refresh();
}

/** Finishes current requests and exits. */
function stop() {
  server.close(() => process.exit(0));
  server.closeIdleConnections();
}

/**
 * Go requests this every second. Once a worker has grown, its heap may at most double between collections, while V8
 * would let it grow to four times the live data. After a few minutes of load, that takes a quarter less memory.
 */
function health(): string {
  const rss = process.memoryUsage.rss();
  setFlagsFromString(`--heap-growing-percent=${rss > grown ? 100 : 0}`);
  return JSON.stringify({ rss, renders });
}

function sendPage(response: ServerResponse, page: Page) {
  send(response, page.status, html, page.html, {
    ...(page.tags.length > 0 && { "Cache-Tag": page.tags.join(", ") }),
    ...(page.location && { Location: page.location }),
    ...(page.failed && { "X-Render-Error": headerText(page.cause ?? "unknown") }),
  });
}

/** A text made safe for a header. */
function headerText(text: string): string {
  return text.replace(/[^ -~]+/g, " ").slice(0, 500);
}

function send(response: ServerResponse, status: number, type: string, body: string, headers = {}) {
  const bytes = bytesOf(body); // encoded once, for the length and the body
  response.sendDate = false;
  response.writeHead(status, { "Content-Type": type, "Content-Length": bytes.length, ...headers });
  response.end(bytes);
}

function required(name: string): string {
  const value = process.env[name];
  if (value) return value;
  console.error(`${name} is not set: this program is started by the server.`);
  process.exit(1);
}
