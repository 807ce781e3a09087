// Builds the front end into dist/: the browser's modules and style, the renderer, and what it must know of them.
// NODE_ENV=development leaves names and React's checks in; LIVE_RELOAD=1 makes pages reload when the server is back.
import { createHash } from "node:crypto";
import { cp, mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { compile } from "@tailwindcss/node";
import { Scanner } from "@tailwindcss/oxide";
import * as esbuild from "esbuild";
import { displayFont } from "./font.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const production = process.env.NODE_ENV !== "development";
const liveReload = process.env.LIVE_RELOAD === "1";
const entry = "ui/entry.client.tsx";

/** What both bundles share. */
const common = {
  absWorkingDir: root,
  bundle: true,
  format: "esm",
  jsx: "automatic",
  jsxDev: false,
  minify: production,
  legalComments: "none",
  metafile: true,
  define: {
    "process.env.NODE_ENV": JSON.stringify(production ? "production" : "development"),
    "process.env.LIVE_RELOAD": JSON.stringify(liveReload),
  },
  conditions: [production ? "production" : "development", "module-sync"],
  loader: { ".md": "text", ".svg": "text" },
  plugins: [markdownPlugin()],
  logLevel: "warning",
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
  sourcemap: production ? false : "linked",
};

const server = {
  ...common,
  entryPoints: ["ssr/server.ts"],
  outfile: "dist/ssr/server.js",
  platform: "node",
  target: "node24",
  minify: false,
  minifySyntax: production,
  banner: { js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);' },
};

await build();

async function build() {
  await rm(`${root}dist/client`, { recursive: true, force: true });
  await mkdir(`${root}dist/client/assets`, { recursive: true });
  const [clientResult, style] = await Promise.all([
    esbuild.build(client),
    buildStyle(),
    esbuild.build(server),
    cp(`${root}ui/public`, `${root}dist/client`, { recursive: true }),
  ]);
  const { outputs } = clientResult.metafile;
  const manifest = {
    styleHash: `sha256-${createHash("sha256").update(style.css).digest("base64")}`,
    style: style.css,
    entry: address(outputOf(outputs, entry)),
    preloads: preloads(outputs),
    fonts: style.fonts,
  };
  await writeFile(`${root}dist/manifest.json.new`, JSON.stringify(manifest));
  await rename(`${root}dist/manifest.json.new`, `${root}dist/manifest.json`);
}

/** By route id (the page's module under ui/): everything its page imports, so that nothing waits for anything. */
function preloads(outputs) {
  const pages = Object.entries(outputs).filter(([, output]) => output.entryPoint?.startsWith("ui/features/"));
  return Object.fromEntries(
    pages.map(([file, output]) => [
      output.entryPoint.replace(/^ui\//, "").replace(/\.tsx?$/, ""),
      [...closure(outputs, file, closure(outputs, outputOf(outputs, entry)))].map(address),
    ]),
  );
}

/** The files that `file` imports statically, itself included. */
function closure(outputs, file, found = new Set()) {
  if (found.has(file)) return found;
  found.add(file);
  for (const { path, kind } of outputs[file].imports) if (kind === "import-statement") closure(outputs, path, found);
  return found;
}

function outputOf(outputs, entryPoint) {
  const found = Object.entries(outputs).find(([, output]) => output.entryPoint === entryPoint);
  if (!found) throw new Error(`No output for ${entryPoint}.`);
  return found[0];
}

function address(file) {
  return `/assets/${basename(file)}`;
}

/** The one stylesheet, to be inlined, and the fonts that it names. */
async function buildStyle() {
  const font = await displayFont();
  const fontFile = `display-${createHash("sha256").update(font).digest("hex").slice(0, 10)}.woff2`;
  await writeFile(`${root}dist/client/assets/${fontFile}`, font);
  const source = await readFile(`${root}ui/styles/app.css`, "utf8");
  const tailwind = await compile(source.replace("font:display", `/assets/${fontFile}`), {
    base: `${root}ui/styles`,
    onDependency() {},
  });
  const scanner = new Scanner({ sources: [{ base: `${root}ui`, pattern: "**/*.{ts,tsx}", negated: false }] });
  const { code } = await esbuild.transform(tailwind.build(scanner.scan()), {
    loader: "css",
    minify: production,
    legalComments: "none",
    target: ["chrome111", "safari16.4", "firefox114"],
  });
  return { css: code.trim(), fonts: [`/assets/${fontFile}`] };
}

/** Markdown becomes HTML as the bundle is made; no parser goes to the browser. */
function markdownPlugin() {
  return {
    name: "markdown",
    setup({ onLoad }) {
      onLoad({ filter: /\.md$/ }, async ({ path }) => {
        const { marked } = await import("marked");
        return { contents: await marked.parse(await readFile(path, "utf8")), loader: "text" };
      });
    },
  };
}
