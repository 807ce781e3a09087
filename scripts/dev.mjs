// Watches the sources; each save rebuilds and restarts the server. Pages that
// were built with LIVE_RELOAD hold a stream open and reload when it comes back.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { watch } from "node:fs";

// Editors write a file in several steps; wait until they are through.
const quietMs = 150;

let server;
let timer;
let working = Promise.resolve();

function start() {
  server = spawn("bin/server", ["serve"], { stdio: "inherit" });
}

async function stop() {
  if (server.exitCode === null && server.signalCode === null) {
    server.kill("SIGTERM");
    await once(server, "exit");
  }
}

async function rebuild() {
  const build = spawn("scripts/build", { stdio: "inherit" });
  const [code] = await once(build, "exit");
  if (code !== 0) {
    console.error("The build failed; the site stays as it was.");
    return;
  }
  await stop();
  start();
}

function changed(folder, file) {
  if (file === null || file.endsWith("_test.go") || /\.(test|spec)\.tsx?$/.test(file) || file.startsWith(".")) return;
  console.log(`== changed: ${folder}/${file}`);
  clearTimeout(timer);
  timer = setTimeout(() => {
    working = working.then(rebuild);
  }, quietMs);
}

for (const folder of ["server", "db", "ui", "ssr"]) {
  watch(folder, { recursive: true }, (_event, file) => changed(folder, file));
}
for (const signal of ["SIGINT", "SIGTERM"]) {
  process.on(signal, async () => {
    await stop();
    process.exit(0);
  });
}
start();
