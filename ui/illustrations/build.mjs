// Writes every picture of the site into ui/public. Run: node ui/illustrations/build.mjs
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { pictures } from "./pictures.mjs";

const here = fileURLToPath(import.meta.url);
const out = join(dirname(here), "../public");

/** The SVG file of a picture; `name` keeps its ids apart from those of other pictures. */
export function markup({ width, height, parts }, name) {
  const body = [parts]
    .flat(Infinity)
    .join("")
    .replaceAll("~", `${name.replaceAll("/", "-")}-`);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${body}</svg>\n`;
}

if (process.argv[1] === here) {
  for (const [file, picture] of Object.entries(pictures)) {
    mkdirSync(dirname(join(out, file)), { recursive: true });
    writeFileSync(join(out, file), markup(picture, file.replace(/^images\/|\.svg$/g, "")));
  }
}
