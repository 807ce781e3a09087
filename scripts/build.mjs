// Builds the front end into dist/: the browser's modules and style, the renderer, and what it must know of them.
// NODE_ENV=development leaves names and React's checks in; LIVE_RELOAD=1 makes pages reload when the server is back.
import { createHash } from "node:crypto";
import { cp, mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { compile, optimize } from "@tailwindcss/node";
import { Scanner } from "@tailwindcss/oxide";
import { marked } from "marked";
import { build } from "rolldown";
import { displayFont } from "./font.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const mode = process.env.NODE_ENV === "development" ? "development" : "production";
const production = mode === "production";
const entry = `${root}ui/entry.client.tsx`;

/** What both bundles share. */
const common = {
  cwd: root,
  transform: {
    jsx: { runtime: "automatic", development: false },
    define: {
      "process.env.NODE_ENV": JSON.stringify(mode),
      "process.env.LIVE_RELOAD": JSON.stringify(process.env.LIVE_RELOAD ?? ""),
    },
  },
  resolve: { conditionNames: [mode, "module-sync", "import", "default"] },
  plugins: [{ name: "markdown", transform: { filter: { id: /\.md$/ }, handler: markdown } }],
  checks: { moduleLevelDirective: false },
  logLevel: "warn",
};

/**
 * Everything that every page needs is one file beside the entry: finer splitting by use costs a page a dozen small
 * files and 5 kB. Heavy widgets therefore stay in their features, or are imported when they are needed.
 */
const base = /node_modules\/(react|react-dom|scheduler|react-router)\/|\/ui\/(paths\.ts|shared\/(?!ui\/toast\.tsx))/;

const client = {
  ...common,
  input: entry,
  platform: "browser",
  output: {
    dir: `${root}dist/client/assets`,
    format: "esm",
    minify: production,
    sourcemap: !production,
    comments: false,
    entryFileNames: "[name]-[hash].js",
    chunkFileNames: "[name]-[hash].js",
    codeSplitting: { groups: [{ name: "base", test: base }] },
  },
};

const renderer = {
  ...common,
  input: `${root}ssr/server.ts`,
  platform: "node",
  resolve: { conditionNames: [mode, "module-sync", "node", "import", "default"] },
  output: { file: `${root}dist/ssr/server.js`, format: "esm", codeSplitting: false, comments: false },
};

await rm(`${root}dist/client`, { recursive: true, force: true });
await mkdir(`${root}dist/client/assets`, { recursive: true });
const [{ output }, style] = await Promise.all([
  build(client),
  buildStyle(),
  build(renderer),
  cp(`${root}ui/public`, `${root}dist/client`, { recursive: true }),
]);
const chunks = new Map(output.filter(({ type }) => type === "chunk").map((chunk) => [chunk.fileName, chunk]));
const manifest = {
  styleHash: `sha256-${createHash("sha256").update(style.css).digest("base64")}`,
  style: style.css,
  entry: address(chunkOf(entry).fileName),
  preloads: preloads(),
  fonts: style.fonts,
};
await writeFile(`${root}dist/manifest.json.new`, JSON.stringify(manifest));
await rename(`${root}dist/manifest.json.new`, `${root}dist/manifest.json`);

/** By route id (the page's module under ui/): everything its page imports, so that nothing waits for anything. */
function preloads() {
  const always = closure(chunkOf(entry).fileName);
  const pages = [...chunks.values()].filter(({ facadeModuleId }) => facadeModuleId?.startsWith(`${root}ui/features/`));
  return Object.fromEntries(
    pages.map(({ facadeModuleId, fileName }) => [
      facadeModuleId.slice(`${root}ui/`.length).replace(/\.tsx?$/, ""),
      [...closure(fileName, new Set(always))].map(address),
    ]),
  );
}

/** The files that `file` imports statically, itself included. */
function closure(file, found = new Set()) {
  if (found.has(file)) return found;
  found.add(file);
  for (const imported of chunks.get(file).imports) closure(imported, found);
  return found;
}

function chunkOf(module) {
  return [...chunks.values()].find(({ facadeModuleId }) => facadeModuleId === module);
}

function address(file) {
  return `/assets/${file}`;
}

/** The one stylesheet, to be inlined, and the fonts that it names. */
async function buildStyle() {
  const font = await displayFont();
  const fontAddress = address(`display-${createHash("sha256").update(font).digest("hex").slice(0, 10)}.woff2`);
  await writeFile(`${root}dist/client${fontAddress}`, font);
  const source = await readFile(`${root}ui/styles/app.css`, "utf8");
  const tailwind = await compile(source.replace("font:display", fontAddress), {
    base: `${root}ui/styles`,
    onDependency() {},
  });
  const scanner = new Scanner({ sources: [{ base: `${root}ui`, pattern: "**/*.{ts,tsx}", negated: false }] });
  const { code } = optimize(tailwind.build(scanner.scan()), { minify: production });
  return { css: code.trim(), fonts: [fontAddress] };
}

/** Markdown becomes HTML as the bundle is made; no parser goes to the browser. */
async function markdown(source) {
  return { code: `export default ${JSON.stringify(await marked.parse(source))};`, moduleType: "js" };
}
