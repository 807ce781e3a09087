// What esbuild's account of a build says of the files that pages need.
import { basename } from "node:path";

/** By route id (the page's module under ui/): everything that its page imports, the entry last, so that nothing waits for anything. */
export function preloads(metafile, entry) {
  const pages = Object.entries(metafile.outputs).filter(([, output]) => output.entryPoint?.startsWith("ui/features/"));
  return Object.fromEntries(
    pages.map(([file, { entryPoint }]) => [
      entryPoint.replace(/^ui\//, "").replace(/\.tsx?$/, ""),
      [...closure(metafile, outputOf(metafile, entry), closure(metafile, file))].map(address),
    ]),
  );
}

/** The files that `file` imports statically, each after those that it imports itself, and `file` last. */
export function closure(metafile, file, found = new Set()) {
  for (const { path, kind } of metafile.outputs[file].imports)
    if (kind === "import-statement" && !found.has(path)) closure(metafile, path, found);
  return found.add(file);
}

/** The built file of a module that was named to the bundler. */
export function outputOf(metafile, entryPoint) {
  return Object.entries(metafile.outputs).find(([, output]) => output.entryPoint === entryPoint)[0];
}

/** Where a built file is on the site. */
export function address(file) {
  return `/assets/${basename(file)}`;
}
