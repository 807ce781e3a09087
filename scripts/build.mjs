// The bundler is esbuild, which the customer chose.
// Builds the front end: the browser's modules and styles, the renderer, and its manifest. Everything goes into a new
// folder, and dist links to it once it is complete. NODE_ENV=development keeps names and React's checks; LIVE_RELOAD=1
// makes pages reload when the server restarts; BENCH=1 adds the baseline that scripts/bench compares the renderer with.
import { createHash } from "node:crypto";
import { cp, glob, mkdir, readFile, rm, utimes, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";
import { compile, optimize } from "@tailwindcss/node";
import { Scanner } from "@tailwindcss/oxide";
import * as esbuild from "esbuild";
import { cuts, fontFile, shareFace } from "../ui/styles/font.mjs";
import { licenses } from "./licenses.mjs";
import { newBuild, publish } from "./publish.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const started = new Date();
const dist = await newBuild(root);
const mode = process.env.NODE_ENV === "development" ? "development" : "production";
const production = mode === "production";
const entry = "ui/entry.client.tsx";
const start = "ui/start.ts";
const views = "ui/shared/views.ts";
const reactDom = "node_modules/react-dom/client.js";

/** Options of both bundles. */
const common = {
  absWorkingDir: root,
  bundle: true,
  format: "esm",
  jsx: "automatic",
  minify: production,
  legalComments: "none",
  metafile: true,
  define: {
    "process.env.NODE_ENV": JSON.stringify(mode),
    "process.env.LIVE_RELOAD": JSON.stringify(process.env.LIVE_RELOAD ?? ""),
  },
  logLevel: "silent",
};

/**
 * Modules shared by two pages become separate chunks, dozens of small ones that compress badly. So every page imports
 * ui/base.ts, and the modules it names become one file.
 */
const base = {
  name: "base",
  setup({ onLoad }) {
    onLoad({ filter: /\/ui\/(entry\.client|features\/.*|shared\/ui\/toast)\.tsx?$/ }, async ({ path }) => ({
      contents: `${await readFile(path, "utf8")}\nimport "${root}ui/base.ts";`,
      loader: path.endsWith("x") ? "tsx" : "ts",
    }));
  },
};

/** The first script of a page, as a single file. */
const first = {
  ...common,
  entryPoints: [start],
  outdir: `${dist}/client/assets`,
  entryNames: "[name]-[hash]",
  platform: "browser",
  target: ["es2022", "chrome111", "safari16.4", "firefox114"],
  sourcemap: production ? false : "linked",
};

const client = {
  ...first,
  entryPoints: [entry, views, reactDom],
  banner: { js: "//# allFunctionsCalledOnLoad" }, // Chromium compiles them beside the page, not while it answers
  chunkNames: "[name]-[hash]",
  splitting: true,
  conditions: [mode, "module-sync"],
  plugins: [base],
};

const renderer = {
  ...common,
  entryPoints: ["ssr/server.ts", "ssr/pictures.ts", "ssr/share.ts", ...(process.env.BENCH ? ["ssr/bench.tsx"] : [])],
  outdir: `${dist}/ssr`,
  chunkNames: "[name]-[hash]",
  splitting: true, // a worker loads the code of a page with the first such page; most never load the staff's
  platform: "node",
  target: "node24",
  minify: false,
  minifySyntax: production,
  conditions: [mode, "module-sync"],
  external: ["sharp"], // a library of the machine's own
  banner: { js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);' },
};

try {
  await build();
  await publish(root, dist);
} catch (error) {
  await rm(dist, { recursive: true, force: true });
  const failures = (error.errors ?? [error]).flatMap((failure) => failure.errors ?? [{ text: failure.stack }]);
  console.error(await inWords("error", failures));
  process.exitCode = 1;
}

async function build() {
  await mkdir(`${dist}/client/assets`, { recursive: true });
  const fonts = await writeFonts();
  const made = await Promise.allSettled([
    esbuild.build(first),
    esbuild.build(client),
    esbuild.build(renderer),
    writeStyle("app.css", fonts, "features/admin/**"),
    writeStyle("staff.css", fonts),
    cp(`${root}ui/public`, `${dist}/client`, { recursive: true }),
  ]);
  const failed = made.filter(({ status }) => status === "rejected").map(({ reason }) => reason);
  if (failed.length > 0) throw new AggregateError(failed);
  const [beginning, browser, server, sheet, staffSheet] = made.map(({ value }) => value);
  const { metafile } = browser;
  const warnings = [...beginning.warnings, ...browser.warnings, ...server.warnings];
  if (warnings.length > 0) console.error(await inWords("warning", warnings));
  const manifest = {
    sheet,
    staffSheet,
    start: address(outputOf(beginning.metafile, start)),
    entry: address(outputOf(metafile, entry)),
    views: address(outputOf(metafile, views)),
    early: [...closure(metafile, outputOf(metafile, reactDom))].map(address),
    preloads: preloads(metafile, entry),
  };
  if (!process.env.LIVE_RELOAD) {
    const metafiles = [beginning.metafile, metafile, server.metafile];
    await writeFile(`${dist}/client/licenses.txt`, await licenses(root, metafiles));
    await compress(`${dist}/client/`);
  }
  await writeFile(`${dist}/ssr/share.ttf`, await fontFile(shareFace));
  await writeFile(`${dist}/manifest.json`, JSON.stringify(manifest));
  await utimes(`${dist}/manifest.json`, started, started); // what was saved since then is newer
}

/** esbuild's messages without duplicates: both bundles report problems in shared modules. */
async function inWords(kind, messages) {
  const once = new Map(messages.map((message) => [JSON.stringify([message.location, message.text]), message]));
  const color = Boolean(process.stderr.isTTY || process.env.FORCE_COLOR);
  const text = await esbuild.formatMessages([...once.values()], { kind, color });
  return text.join("").trimEnd();
}

/** Writes a Brotli and a gzip version of each compressible file. The server sends them as they are. */
async function compress(folder) {
  for await (const file of glob("**/*.{js,css,svg,txt}", { cwd: folder })) {
    const content = await readFile(folder + file);
    const [br, gz] = await Promise.all([promisify(brotliCompress)(content), promisify(gzip)(content, { level: 9 })]);
    await Promise.all([writeFile(`${folder}${file}.br`, br), writeFile(`${folder}${file}.gz`, gz)]);
  }
}

/**
 * Writes the stylesheet for a file in ui/styles, without the classes used only in the files left out. Returns its URL.
 */
async function writeStyle(file, fonts, leftOut) {
  const tailwind = await compile(await readFile(`${root}ui/styles/${file}`, "utf8"), {
    base: `${root}ui/styles`,
    onDependency() {},
    // Tailwind's own file lookup treats a "#" in a path as its end.
    customCssResolver: async (id, base) => createRequire(`${base}/`).resolve(id),
  });
  const sources = [{ base: `${root}ui`, pattern: "**/*.{ts,tsx}", negated: false }];
  if (leftOut) sources.push({ base: `${root}ui`, pattern: leftOut, negated: true });
  const { code } = optimize(tailwind.build(new Scanner({ sources }).scan()), { minify: production });
  const css = code.replace(/(?<=url\("?)font:([\w-]+)/g, (_, name) => fonts[name]);
  return writeHashed(file, css);
}

/** Writes the font files as WOFF2 and returns their URLs by name. */
async function writeFonts() {
  const writing = Object.entries(cuts).map(async ([name, cut]) => [
    name,
    await writeHashed(`${name}.woff2`, await fontFile(cut)),
  ]);
  return Object.fromEntries(await Promise.all(writing));
}

/** Writes an asset under a name that includes its hash, and returns its URL. */
async function writeHashed(file, content) {
  const hash = createHash("sha256").update(content).digest("hex").slice(0, 10);
  const name = file.replace(".", `-${hash}.`);
  await writeFile(`${dist}/client/assets/${name}`, content);
  return address(name);
}

/**
 * By route ID (the page's module under ui/): everything the page imports, with the entry last, so that nothing waits.
 */
function preloads(metafile, entry) {
  const pages = Object.entries(metafile.outputs).filter(([, output]) => output.entryPoint?.startsWith("ui/features/"));
  return Object.fromEntries(
    pages.map(([file, { entryPoint }]) => [
      entryPoint.replace(/^ui\//, "").replace(/\.tsx?$/, ""),
      [...closure(metafile, outputOf(metafile, entry), closure(metafile, file))].map(address),
    ]),
  );
}

/** The files that `file` imports statically, dependencies first and `file` last. */
function closure(metafile, file, found = new Set()) {
  for (const { path, kind } of metafile.outputs[file].imports)
    if (kind === "import-statement" && !found.has(path)) closure(metafile, path, found);
  return found.add(file);
}

/** The output file of an entry point. */
function outputOf(metafile, entryPoint) {
  return Object.entries(metafile.outputs).find(([, output]) => output.entryPoint === entryPoint)[0];
}

/** The URL of an output file. */
function address(file) {
  return `/assets/${basename(file)}`;
}
