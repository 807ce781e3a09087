// Watches the sources and, after each save, rebuilds and restarts the server. Pages built with LIVE_RELOAD keep a
// stream open: they reload when the server is back, and show the error of a failed build.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, watch } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import { stripVTControlCharacters } from "node:util";

/** Editors write a file in several steps, so wait until they are done. */
const quietMs = 150;

/** A server that exits sooner would exit again. */
const livelyMs = 5_000;

/** What the server sends to pages (server/app/develop.go). */
const errors = ".build/errors.txt";

let server;
let isFirst = true;
let timer;
let working = Promise.resolve();
const saved = new Set();
const content = new Set(); // files of the starting content that the site does not show yet

function start() {
  const started = Date.now();
  // Use a process group of its own, so that Ctrl-C reaches only this script. A second signal would interrupt the
  // server.
  const starting = spawn("bin/server", ["serve"], { stdio: "inherit", detached: true });
  server = starting;
  starting.once("exit", (code, signal) => {
    if (server !== starting) return; // we stopped it
    server = undefined;
    if (isFirst && code === 1) process.exit(code); // it said why: the port is taken, a setting is wrong …
    if (signal === null && Date.now() - started < livelyMs) {
      console.error("== the server didn't start; the next save will try again");
      return;
    }
    console.error("== the server crashed; restarting");
    start();
  });
  setTimeout(() => {
    if (server === starting) isFirst = false;
  }, livelyMs);
}

async function stop() {
  if (!server) return;
  const ending = server;
  server = undefined;
  ending.kill("SIGTERM");
  await once(ending, "exit");
}

/** Runs a program. Its errors go to the terminal and, if it fails, to the pages. */
async function succeeds(program, ...args) {
  const env = process.stderr.isTTY ? { ...process.env, FORCE_COLOR: "1" } : process.env;
  const running = spawn(program, args, { stdio: ["ignore", "inherit", "pipe"], env });
  let said = "";
  running.stderr.on("data", (piece) => {
    said += piece;
    process.stderr.write(piece);
  });
  const [code] = await once(running, "close");
  if (code !== 0) await writeFile(errors, stripVTControlCharacters(said));
  return code === 0;
}

async function rebuild() {
  const files = [...content].filter((file) => existsSync(`db/seed/${file}`));
  const again = files.flatMap((file) => ["--again", file]);
  const works =
    (await succeeds("scripts/build")) && (again.length === 0 || (await succeeds("bin/server", "seed", ...again)));
  if (!works) {
    console.error("== the build failed; the site is unchanged");
    return;
  }
  content.clear();
  await rm(errors, { force: true });
  await stop();
  start();
}

function changed(folder, file) {
  if (file === null || file.endsWith("_test.go") || /\.(test|spec)\.tsx?$/.test(file) || file.startsWith(".")) return;
  saved.add(`${folder}/${file}`);
  if (folder === "db" && /^seed\/.*\.(md|yaml)$/.test(file)) content.add(file.slice("seed/".length));
  clearTimeout(timer);
  timer = setTimeout(() => {
    console.log(`== changed: ${[...saved].join(", ")}`);
    saved.clear();
    working = working.then(rebuild);
  }, quietMs);
}

for (const folder of ["server", "db", "ui", "ssr"]) {
  watch(folder, { recursive: true }, (_event, file) => changed(folder, file));
}
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
  process.on(signal, async () => {
    await stop();
    process.exit(0);
  });
}
await rm(errors, { force: true });
start();
