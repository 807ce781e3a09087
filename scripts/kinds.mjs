// Which classes each kind of page can use: those that the sources of its pages name, and of what stands around them.
import { glob, readFile } from "node:fs/promises";

const entry = "ui/entry.client.tsx";
const routes = "ui/routes.tsx";

/** Sources that no module imports: the HTML of texts is made by the server. */
const texts = [
  "server/platform/markdown/blocks.go",
  "server/platform/markdown/images.go",
  "server/platform/markdown/claims.go",
];

/** By kind of page: whether one can use a class. `inputs` are what the bundler knows of each module. */
export async function usedBy(kinds, inputs) {
  const table = await readFile(routes, "utf8");
  const pages = [...table.matchAll(/id: "(features\/[^"]+)"(.*?)lazy:/gs)].map(([, id, between]) => ({
    file: `ui/${id}.tsx`,
    kind: between.match(/handle: (\w+)/)?.[1] ?? "acting",
  }));
  const used = {};
  for (const kind of kinds) {
    const files = new Set();
    for (const { file } of [{ file: entry }, ...pages.filter((page) => page.kind === kind)]) reach(inputs, file, files);
    used[kind] = await names([...files, ...texts]);
  }
  return used;
}

/** Whether a page that the server makes without the renderer names a class. */
export async function namedByServer() {
  return names(await Array.fromAsync(glob("server/features/**/*.html")));
}

/** Adds a module and all of ours that it imports, at once or later; of the route table not its pages. */
function reach(inputs, file, files) {
  if (!/^ui\/.*\.tsx?$/.test(file) || files.has(file)) return;
  files.add(file);
  for (const { path, kind } of inputs[file].imports)
    if (file !== routes || kind === "import-statement") reach(inputs, path, files);
}

/** Whether a string of one of the files has a class, or its beginning up to a dash, as in `offer-${look}`. */
async function names(files) {
  const sources = await Promise.all(files.map((file) => readFile(file, "utf8")));
  const strings = sources
    .map((source) => source.replaceAll(/^\s*(\/\/|\/?\*).*$/gm, ""))
    .flatMap((source) => source.match(/"[^"\n]*"|'[^'\n]*'|`[^`]*`/g) ?? []);
  // A class may have quotes and angle brackets in it, as in content-['·'], and may stand beside them.
  const words = new Set(
    strings.flatMap((string) => [/[\s"'`<>={}$\\]+/, /[\s"`]+/].flatMap((between) => string.split(between))),
  );
  const beginnings = [...words].filter((word) => /^[a-z][\w-]*-$/.test(word));
  return (name) => words.has(name) || beginnings.some((beginning) => name.startsWith(beginning));
}
