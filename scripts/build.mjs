// The bundler is esbuild, which the customer chose.
// Builds the front end: the browser's modules and style, the renderer, and what it must know of them. All goes into a
// folder of its own; dist leads there once it is whole.
// NODE_ENV=development leaves names and React's checks in; LIVE_RELOAD=1 makes pages reload when the server is back;
// BENCH=1 adds what scripts/bench holds the renderer against.
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
import { dropUnread, firstPaint, plain, themeOf } from "./first.mjs";
import { cuts, fontFile, shareFace } from "./font.mjs";
import { licenses } from "./licenses.mjs";
import { patched, patchedRenderer } from "./patches.mjs";
import { address, closure, outputOf, preloads } from "./preloads.mjs";
import { newBuild, publish } from "./publish.mjs";
import { namedByServer, shortenSheet, shortenSource, shortNames } from "./short.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const started = new Date();
const dist = await newBuild(root);
const mode = process.env.NODE_ENV === "development" ? "development" : "production";
const production = mode === "production";
const entry = "ui/entry.client.tsx";
const start = "ui/start.ts";
const early = "ui/early.ts";
const views = "ui/shared/views.ts";

/** A sheet that comes late names no fonts: texts would change over to them. */
const fontFaces = /@font-face\{[^}]*\}/g;

/** What both bundles share. */
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

/** The style of the public pages, of which pages inline a part, and that of the staff's, a sheet that both bundles name. */
const styles = {
  app: once(() => buildStyle("app.css", "features/admin/**")),
  staff: once(() => buildStyle("staff.css")),
};

/** The short names of the utilities of both; while developing they have their own. */
const names = once(async () => {
  if (!production) return new Map();
  const sheets = await Promise.all([styles.app(), styles.staff()]);
  const isByServer = await namedByServer();
  const files = await Array.fromAsync(glob("ui/{document.tsx,shared,features/!(admin)}/**/*.tsx", { cwd: root }));
  const sources = await Promise.all(files.map((file) => readFile(root + file, "utf8")));
  // The names of some are put together.
  return shortNames(sheets, (name) => isByServer(name) || name.startsWith("focal-"), sources.join("\n"));
});

/**
 * The style of what few visitors see is no part of the page: importing it gives the address of a sheet of its own. React
 * puts it before the page's style, so its layer says that it comes after the components.
 */
const sheets = {
  name: "sheets",
  setup({ onLoad }) {
    onLoad({ filter: /\/ui\/styles\/staff\.css$/ }, async () => ({
      contents: `export default ${JSON.stringify(await writeSheet("staff", shortenSheet(await styles.staff(), await names())))}`,
      loader: "js",
    }));
    onLoad({ filter: /\/ui\/(features|shared)\/.*\.css$/ }, async ({ path }) => ({
      contents: `export default ${JSON.stringify(await writeSheet(basename(path, ".css"), await featureStyle(path)))}`,
      loader: "js",
    }));
  },
};

/** Sources name the classes as the stylesheets do. */
const classes = {
  name: "classes",
  setup({ onLoad }) {
    onLoad({ filter: /\/ui\/.*\.tsx?$/ }, async ({ path }) => load(path));
  },
};

/**
 * Everything that every page needs becomes one file. esbuild puts modules into one chunk when the same entries reach
 * them; left alone it makes a dozen small ones, which cost a page 5 kB. So every page imports the whole base, and what
 * is not used of it is still shaken off. Heavy widgets stay in their features, or are imported when they are needed;
 * what only the offer pages share (shared/offers) stays out, and so do what forms share (shared/form), the reader's own
 * numbers (shared/numbers) and list (shared/my-list), the look of dialogs, and the counting of views, which waits until the page is alive.
 */
const base = {
  name: "base",
  async setup({ onLoad, onResolve, resolve }) {
    const own = await Array.fromAsync(glob("ui/{paths.ts,shared/**/*.{ts,tsx}}", { cwd: root }));
    const modules = own
      .filter(
        (file) =>
          !/\.test\.|\.gen\.|\/(offers|form|numbers|my-list)\/|\/(dialog-look|search|sentences|toast|views|visit|whole-sheet)\.tsx?$/.test(
            file,
          ),
      )
      .map((file) => root + file);
    const packages = [
      "react",
      "react/jsx-runtime",
      "react-dom",
      "react-dom/client",
      "react-router",
      "react-router/dom",
    ];
    onResolve({ filter: /^base:$/ }, () => ({ path: "base", namespace: "base", sideEffects: true }));
    // react-router says that it has no side effects, so an import for the sake of the chunk alone would be dropped.
    onResolve({ filter: /^react-router/ }, async ({ path, pluginData, importer, kind, resolveDir }) => {
      if (pluginData?.resolved) return undefined;
      const found = await resolve(path, { importer, kind, resolveDir, pluginData: { resolved: true } });
      return { ...found, sideEffects: true };
    });
    onLoad({ filter: /./, namespace: "base" }, () => ({
      contents: [...packages, ...modules].map((name) => `import ${JSON.stringify(name)};`).join("\n"),
      resolveDir: root,
    }));
    onLoad({ filter: /\/ui\/(entry\.client|features\/.*|shared\/ui\/toast)\.tsx?$/ }, async ({ path }) =>
      load(path, '\nimport "base:";'),
    );
  },
};

/** The first script of a page, one file by itself. */
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
  entryPoints: [entry, early, views],
  chunkNames: "[name]-[hash]",
  splitting: true,
  conditions: [mode, "module-sync"],
  plugins: [sheets, base, classes, ...(production ? [patched] : [])],
};

const renderer = {
  ...common,
  entryPoints: ["ssr/server.ts", "ssr/pictures.ts", "ssr/share.ts", ...(process.env.BENCH ? ["ssr/bench.tsx"] : [])],
  outdir: `${dist}/ssr`,
  platform: "node",
  target: "node24",
  minify: false,
  minifySyntax: production,
  conditions: [mode, "module-sync"],
  external: ["sharp"], // a library of the machine's own
  banner: { js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);' },
  plugins: [sheets, classes, ...(production ? [patchedRenderer] : [])],
};

try {
  await build();
  await publish(root, dist);
} catch (error) {
  await rm(dist, { recursive: true, force: true });
  console.error(await complaint(error));
  process.exitCode = 1;
}

async function build() {
  await mkdir(`${dist}/client/assets`, { recursive: true });
  const made = await Promise.allSettled([
    esbuild.build(first),
    esbuild.build(client),
    styles.app(),
    esbuild.build(renderer),
    cp(`${root}ui/public`, `${dist}/client`, { recursive: true }),
  ]);
  const failed = made.filter(({ status }) => status === "rejected").map(({ reason }) => reason);
  if (failed.length > 0) throw new AggregateError(failed);
  const [beginning, browser, full, server] = made.map(({ value }) => value);
  const short = await names();
  const style = shortenSheet(full, short);
  const { metafile } = browser;
  const warnings = [...beginning.warnings, ...browser.warnings, ...server.warnings];
  if (warnings.length > 0) console.error(await inWords("warning", warnings));
  const manifest = {
    style,
    first: firstPaint(style),
    numbers: await featureStyle(`${root}ui/shared/numbers/block.css`),
    sheet: await writeSheet("app", style.replaceAll(fontFaces, "")),
    fonts: await writeSheet("fonts", style.match(fontFaces).join("")),
    start: address(outputOf(beginning.metafile, start)),
    entry: address(outputOf(metafile, entry)),
    views: address(outputOf(metafile, views)),
    early: [...closure(metafile, outputOf(metafile, early))]
      .filter((file) => !metafile.outputs[file].entryPoint)
      .map(address),
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

/** What went wrong. */
function complaint(error) {
  const failures = error.errors ?? [error];
  return inWords(
    "error",
    failures.flatMap((failure) => failure.errors ?? [{ text: failure.stack }]),
  );
}

/** esbuild's messages, each once: both bundles report what is in both. */
async function inWords(kind, messages) {
  const once = new Map(messages.map((message) => [JSON.stringify([message.location, message.text]), message]));
  const color = Boolean(process.stderr.isTTY || process.env.FORCE_COLOR);
  const text = await esbuild.formatMessages([...once.values()], { kind, color });
  return text.join("").trimEnd();
}

/** A module of the site, with what is added to it. */
async function load(path, added = "") {
  const source = shortenSource(await readFile(path, "utf8"), await names());
  return { contents: source + added, loader: path.endsWith("x") ? "tsx" : "ts" };
}

/** Leaves a brotli and a gzip form beside each file that compresses, which the server sends as they are. */
async function compress(folder) {
  for await (const file of glob("**/*.{js,css,svg,txt}", { cwd: folder })) {
    const content = await readFile(folder + file);
    const [br, gz] = await Promise.all([promisify(brotliCompress)(content), promisify(gzip)(content, { level: 9 })]);
    await Promise.all([writeFile(`${folder}${file}.br`, br), writeFile(`${folder}${file}.gz`, gz)]);
  }
}

/** The stylesheet of a file of ui/styles. It knows no class of the files left out. */
async function buildStyle(file, leftOut) {
  const fonts = Object.fromEntries(
    await Promise.all(Object.entries(cuts).map(async ([name, cut]) => [name, await writeFont(name, cut)])),
  );
  const tailwind = await compileStyle(await readFile(`${root}ui/styles/${file}`, "utf8"));
  const sources = [{ base: `${root}ui`, pattern: "**/*.{ts,tsx}", negated: false }];
  if (leftOut) sources.push({ base: `${root}ui`, pattern: leftOut, negated: true });
  const scanner = new Scanner({ sources });
  const { code } = optimize(tailwind.build(scanner.scan()), { minify: production });
  const css = (production ? dropUnread(code) : code)
    .trim()
    .replace(/(?<=url\("?)font:([\w-]+)/g, (_, name) => fonts[name]);
  return css;
}

/** The style of a file of a feature, in the layer that comes after the components. It may apply utilities. */
async function featureStyle(path) {
  const source = `@layer theme, base, components, features, utilities;
    @reference "./app.css";
    @layer features{${await readFile(path, "utf8")}}`;
  const tailwind = await compileStyle(source);
  const { code } = optimize(tailwind.build([]), { minify: production });
  if (!production) return code;
  // The sheet of the page has the theme, so what stands in for it is not needed, nor what utilities tell each other.
  const said = code
    .replace(/\/\*![^*]*\*\//, "")
    .replaceAll(/var\((--(?!tw-)[\w-]+),(?:[^()]|\([^()]*\))*\)/g, "var($1)");
  return optimize(plain(said, themeOf(await styles.app())), { minify: true }).code.trim();
}

/** A stylesheet that stands in ui/styles, with what it imports. */
function compileStyle(source) {
  return compile(source, {
    base: `${root}ui/styles`,
    onDependency() {},
    // Tailwind's own way to find a file takes a "#" in its path for the end of it.
    customCssResolver: async (id, base) => createRequire(`${base}/`).resolve(id),
  });
}

/** What `make` returns, made once. */
function once(make) {
  let made;
  return () => {
    made ??= make();
    return made;
  };
}

/** Writes a sheet under a name that changes with it; returns its address. */
async function writeSheet(name, css) {
  const hash = createHash("sha256").update(css).digest("hex").slice(0, 10);
  await writeFile(`${dist}/client/assets/${name}-${hash}.css`, css);
  return address(`${name}-${hash}.css`);
}

/** Writes a cut of the face under a name that changes with it; returns its address. */
async function writeFont(name, cut) {
  const font = await fontFile(cut);
  const hash = createHash("sha256").update(font).digest("hex").slice(0, 10);
  await writeFile(`${dist}/client/assets/${name}-${hash}.woff2`, font);
  return address(`${name}-${hash}.woff2`);
}
