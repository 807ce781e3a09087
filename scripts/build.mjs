// The bundler is esbuild, which the customer chose.
// Builds the front end into dist/: the browser's modules and style, the renderer, and what it must know of them.
// NODE_ENV=development leaves names and React's checks in; LIVE_RELOAD=1 makes pages reload when the server is back.
import { createHash } from "node:crypto";
import { cp, glob, mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";
import { compile, optimize } from "@tailwindcss/node";
import { Scanner } from "@tailwindcss/oxide";
import * as esbuild from "esbuild";
import { marked } from "marked";
import { fontFile } from "./font.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const mode = process.env.NODE_ENV === "development" ? "development" : "production";
const production = mode === "production";
const entry = "ui/entry.client.tsx";

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
  logLevel: "warning",
};

const markdown = {
  name: "markdown",
  setup({ onLoad }) {
    // Markdown becomes HTML as the bundle is made; no parser goes to the browser.
    onLoad({ filter: /\.md$/ }, async ({ path }) => ({
      contents: await marked.parse(await readFile(path, "utf8")),
      loader: "text",
    }));
  },
};

/**
 * The style of what few visitors see is no part of the page: importing it gives the address of a sheet of its own. React
 * puts it before the page's style, so its layer says that it comes after the components.
 */
const sheets = {
  name: "sheets",
  setup({ onLoad }) {
    onLoad({ filter: /\/ui\/(features|shared)\/.*\.css$/ }, async ({ path }) => {
      const layers = "@layer theme, base, components, features, utilities;";
      const { code } = optimize(`${layers}@layer features{${await readFile(path, "utf8")}}`, { minify: production });
      return {
        contents: `export default ${JSON.stringify(await writeSheet(basename(path, ".css"), code))}`,
        loader: "js",
      };
    });
  },
};

/**
 * Everything that every page needs becomes one file. esbuild puts modules into one chunk when the same entries reach
 * them; left alone it makes a dozen small ones, which cost a page 5 kB. So every page imports the whole base, and what
 * is not used of it is still shaken off. Heavy widgets stay in their features, or are imported when they are needed;
 * what only the offer pages share (shared/offers) stays out, and so does what forms share (shared/form).
 */
const base = {
  name: "base",
  async setup({ onLoad, onResolve, resolve }) {
    const own = await Array.fromAsync(glob("ui/{paths.ts,shared/**/*.{ts,tsx}}", { cwd: root }));
    const modules = own
      .filter((file) => !/\.test\.|\.gen\.|\/(offers|form)\/|\/(dialog|search|sentences|staff|toast)\.tsx?$/.test(file))
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
    onLoad({ filter: /\/ui\/(entry\.client|features\/.*|shared\/ui\/toast)\.tsx?$/ }, async ({ path }) => ({
      contents: `${await readFile(path, "utf8")}\nimport "base:";`,
      loader: path.endsWith("x") ? "tsx" : "ts",
    }));
  },
};

/**
 * What React Router exports and no page uses is dropped. Its names for the developer tools and its calls of forwardRef
 * look like side effects, which would keep forms, other routers and their hooks; its links can prefetch, which only its
 * own framework does.
 */
const shaken = {
  name: "shaken",
  setup({ onLoad }) {
    onLoad({ filter: /\/react-router\/dist\/production\/lib\/.*\.js$/ }, async ({ path }) => ({
      contents: (await readFile(path, "utf8"))
        .replace(/^\w+\.displayName = .*$/gm, "")
        .replace(/(?=React\$1\.forwardRef\()/g, "/* @__PURE__ */ ")
        .replace(/React\$1\.createElement\(PrefetchPageLinks, .*?\)/, "null"),
      loader: "js",
    }));
  },
};

const client = {
  ...common,
  entryPoints: [entry],
  outdir: "dist/client/assets",
  entryNames: "[name]-[hash]",
  chunkNames: "[name]-[hash]",
  splitting: true,
  platform: "browser",
  target: ["es2022", "chrome111", "safari16.4", "firefox114"],
  conditions: [mode, "module-sync"],
  sourcemap: production ? false : "linked",
  plugins: [markdown, sheets, base, shaken],
};

const renderer = {
  ...common,
  entryPoints: ["ssr/server.ts", "ssr/bench.ts"],
  outdir: "dist/ssr",
  platform: "node",
  target: "node24",
  minify: false,
  minifySyntax: production,
  conditions: [mode, "module-sync"],
  banner: { js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);' },
  plugins: [markdown, sheets],
};

await rm(`${root}dist/client`, { recursive: true, force: true });
await mkdir(`${root}dist/client/assets`, { recursive: true });
const [{ metafile }, style] = await Promise.all([
  esbuild.build(client),
  buildStyle(),
  esbuild.build(renderer),
  cp(`${root}ui/public`, `${root}dist/client`, { recursive: true }),
]);
const manifest = {
  styleHash: `sha256-${createHash("sha256").update(style.css).digest("base64")}`,
  style: style.css,
  entry: address(outputOf(entry)),
  preloads: preloads(),
  fonts: style.fonts,
};
if (!process.env.LIVE_RELOAD) await compress(`${root}dist/client/`);
await writeFile(`${root}dist/manifest.json.new`, JSON.stringify(manifest));
await rename(`${root}dist/manifest.json.new`, `${root}dist/manifest.json`);

/** Leaves a brotli and a gzip form beside each file that compresses, which the server sends as they are. */
async function compress(folder) {
  for await (const file of glob("**/*.{js,css,svg}", { cwd: folder })) {
    const content = await readFile(folder + file);
    const [br, gz] = await Promise.all([promisify(brotliCompress)(content), promisify(gzip)(content, { level: 9 })]);
    await Promise.all([writeFile(`${folder}${file}.br`, br), writeFile(`${folder}${file}.gz`, gz)]);
  }
}

/** By route id (the page's module under ui/): everything its page imports, so that nothing waits for anything. */
function preloads() {
  const always = closure(outputOf(entry));
  const pages = Object.entries(metafile.outputs).filter(([, output]) => output.entryPoint?.startsWith("ui/features/"));
  return Object.fromEntries(
    pages.map(([file, { entryPoint }]) => [
      entryPoint.replace(/^ui\//, "").replace(/\.tsx?$/, ""),
      [...closure(file, new Set(always))].map(address),
    ]),
  );
}

/** The files that `file` imports statically, itself included. */
function closure(file, found = new Set()) {
  if (found.has(file)) return found;
  found.add(file);
  for (const { path, kind } of metafile.outputs[file].imports) if (kind === "import-statement") closure(path, found);
  return found;
}

function outputOf(entryPoint) {
  return Object.entries(metafile.outputs).find(([, output]) => output.entryPoint === entryPoint)[0];
}

function address(file) {
  return `/assets/${basename(file)}`;
}

/** The one stylesheet, to be inlined, and the addresses of its fonts. */
async function buildStyle() {
  const fonts = { display: await writeFont("display"), text: await writeFont("text") };
  const source = await readFile(`${root}ui/styles/app.css`, "utf8");
  const tailwind = await compile(source, { base: `${root}ui/styles`, onDependency() {} });
  const scanner = new Scanner({ sources: [{ base: `${root}ui`, pattern: "**/*.{ts,tsx}", negated: false }] });
  const { code } = optimize(tailwind.build(scanner.scan()), { minify: production });
  const css = code.trim().replace(/font:(display|text)/g, (_, cut) => fonts[cut]);
  return { css, fonts };
}

/** Writes a sheet under a name that changes with it; returns its address. */
async function writeSheet(name, css) {
  const hash = createHash("sha256").update(css).digest("hex").slice(0, 10);
  await writeFile(`${root}dist/client/assets/${name}-${hash}.css`, css);
  return address(`${name}-${hash}.css`);
}

/** Writes a cut of the face under a name that changes with it; returns its address. */
async function writeFont(cut) {
  const font = await fontFile(cut);
  const hash = createHash("sha256").update(font).digest("hex").slice(0, 10);
  await writeFile(`${root}dist/client/assets/${cut}-${hash}.woff2`, font);
  return address(`${cut}-${hash}.woff2`);
}
