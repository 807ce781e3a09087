// Draws the site's pictures into ui/public: npm run illustrations. The PNG files need rsvg-convert 2.54 and pngquant
// 2.17 (in Debian 12: librsvg2-bin, pngquant). Other versions write different bytes for the same picture. With --check
// it writes nothing, and fails if an SVG file differs from what is drawn here.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { pictures } from "./pictures.mjs";
import { rasters } from "./raster.mjs";
import { markup } from "./svg.mjs";

const out = new URL("../../ui/public/", import.meta.url);
const vectors = Object.entries(pictures).map(([file, picture]) => [
  file,
  markup(picture, file.replace(/^images\/|\.svg$/g, "")),
]);

if (process.argv.includes("--check")) {
  const stale = vectors.filter(([file, svg]) => read(file) !== svg);
  for (const [file] of stale) console.error(`ui/public/${file} is not current; run npm run illustrations.`);
  process.exit(stale.length > 0 ? 1 : 0);
}
for (const [file, svg] of vectors) write(file, svg);
try {
  for (const [file, png] of rasters()) write(file, png);
} catch (error) {
  if (error.code !== "ENOENT") throw error;
  console.error(`${error.path} is missing, so the PNG files stay as they were.`);
  process.exit(1);
}

function read(file) {
  try {
    return readFileSync(new URL(file, out), "utf8");
  } catch {
    return null;
  }
}

function write(file, content) {
  const target = new URL(file, out);
  mkdirSync(new URL(".", target), { recursive: true });
  writeFileSync(target, content);
}
