// A worker that keeps the contract with Go and can be told, by path, to break it.
import { existsSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { getPriority } from "node:os";
import { setTimeout as delay } from "node:timers/promises";

if (process.env.BROKEN && existsSync(process.env.BROKEN)) {
  console.error("broken on purpose");
  process.exit(3);
}

const hoard = [];
const first = getPriority();

function send(response, status, headers, body) {
  response.writeHead(status, { "Content-Length": Buffer.byteLength(body), ...headers });
  response.end(body);
}

function block() {
  for (;;);
}

// A path's name is all up to the first slash or dash: /slow-7 is one of many slow pages.
const pages = {
  async slow(request, response, url) {
    await delay(Number(url.searchParams.get("ms")));
    page(request, response);
  },
  async held(request, response, url) {
    while (!existsSync(url.searchParams.get("until"))) await delay(10);
    page(request, response);
  },
  hang: block,
  hanglater(request, response) {
    response.on("close", block);
    page(request, response);
  },
  stuck() {},
  crash: () => process.exit(7),
  // Kills the worker the first time only: the mark outlives the process.
  crashonce(request, response) {
    if (existsSync(process.env.MARK)) {
      rmSync(process.env.MARK);
      process.exit(7);
    }
    page(request, response);
  },
  half(_request, response) {
    response.writeHead(200, { "Content-Length": 1000 });
    response.write("<p>half", () => response.destroy());
  },
  halfcrash(_request, response) {
    response.writeHead(200, { "Content-Length": 1000 });
    response.write("<p>half", () => process.exit(7));
  },
  unmeasured(_request, response) {
    response.write("<p>chunked");
    response.end();
  },
  big: (_request, response) => send(response, 200, {}, Buffer.alloc((8 << 20) + 1)),
  leak(request, response) {
    hoard.push(Buffer.alloc(64 << 20, 1));
    page(request, response);
  },
  priority: (_request, response) => send(response, 200, {}, `${first} ${getPriority()}`),
  moved: (_request, response) => send(response, 301, { Location: "/guides" }, ""),
  missing: (_request, response) => send(response, 404, { "Content-Type": "text/html" }, "<h1>Not found"),
  chatty(request, response) {
    const headers = { "Cache-Tag": "guides, guide:7", "Set-Cookie": "a=b", "X-Powered-By": "x", "X-Render-Error": "1" };
    send(response, 500, headers, JSON.stringify({ headers: request.headers, env: process.env }));
  },
};

function page(request, response) {
  send(response, 200, { "Content-Type": "text/html; charset=utf-8" }, `<p>${request.url}`);
}

const server = createServer((request, response) => {
  const url = new URL(request.url, "http://renderer");
  if (url.pathname === "/-/health") {
    send(response, 200, {}, JSON.stringify({ rss: process.memoryUsage.rss() }));
  } else if (url.pathname === "/-/shell") {
    send(response, 200, {}, "<!doctype html><title>shell</title>");
  } else {
    const name = url.pathname.slice(1).split(/[/-]/)[0];
    (pages[name] ?? page)(request, response, url);
  }
});
server.listen(process.env.SOCKET ?? 0, () => console.log(`listening on ${JSON.stringify(server.address())}`));

process.on("SIGTERM", () => server.close(() => process.exit(0)));
process.stdin.on("end", () => process.exit(0)).resume();
