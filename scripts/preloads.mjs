// What esbuild's account of a build says of the files that pages need.
import { basename } from "node:path";

/** By route id (the page's module under ui/): everything its page imports beside the entry, so that nothing waits for anything. */
export function preloads(metafile, entry) {
  const always = closure(metafile, outputOf(metafile, entry));
  const pages = Object.entries(metafile.outputs).filter(([, output]) => output.entryPoint?.startsWith("ui/features/"));
  return Object.fromEntries(
    pages.map(([file, { entryPoint }]) => [
      entryPoint.replace(/^ui\//, "").replace(/\.tsx?$/, ""),
      [...closure(metafile, file, new Set(always))].map(address),
    ]),
  );
}

/** The files that `file` imports statically, itself included. */
export function closure(metafile, file, found = new Set()) {
  if (found.has(file)) return found;
  found.add(file);
  for (const { path, kind } of metafile.outputs[file].imports)
    if (kind === "import-statement") closure(metafile, path, found);
  return found;
}

/** The built file of a module that was named to the bundler. */
export function outputOf(metafile, entryPoint) {
  return Object.entries(metafile.outputs).find(([, output]) => output.entryPoint === entryPoint)[0];
}

/** Where a built file is on the site. */
export function address(file) {
  return `/assets/${basename(file)}`;
}
