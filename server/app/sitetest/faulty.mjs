// The real renderer, but for addresses that break the contract: /guides/fault-<what>-<argument>.
import { existsSync } from "node:fs";
import http from "node:http";
import { syncBuiltinESMExports } from "node:module";
import { dirname } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

// A test can keep new workers from starting.
if (existsSync(`${dirname(process.argv[1])}/broken`)) process.exit(3);

const whole = `<!doctype html><title>made up</title>${"<p>Text of some length.</p>".repeat(800)}</html>`;

function send(response, body) {
  response.writeHead(200, { "Content-Type": "text/html; charset=utf-8", "Content-Length": Buffer.byteLength(body) });
  response.end(body);
}

function half(response, then) {
  response.writeHead(200, { "Content-Type": "text/html", "Content-Length": whole.length });
  response.write(whole.slice(0, 500), then);
}

const faults = {
  quick: (response) => send(response, whole),
  slow: async (response, milliseconds) => send(response, await delay(Number(milliseconds), whole)),
  hang: () => {
    for (;;);
  },
  crash: () => process.exit(7),
  half: (response) => half(response, () => response.destroy()),
  halfcrash: (response) => half(response, () => process.exit(7)),
};

const { createServer } = http;
http.createServer = (render) =>
  createServer((request, response) => {
    const [, what, argument] = /^\/guides\/fault-(\w+)-(\w+)/.exec(request.url) ?? [];
    return what ? faults[what](response, argument) : render(request, response);
  });
syncBuiltinESMExports();
await import("../../../dist/ssr/server.js");
