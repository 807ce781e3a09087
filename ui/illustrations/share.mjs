// Writes what must be PNG: share pictures, the touch icon and favicon.ico. Needs rsvg-convert and pngquant, and is run
// by hand when a picture has changed: node ui/illustrations/share.mjs
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { markup } from "./build.mjs";
import { pictures } from "./pictures.mjs";
import { logo, share, touchIcon } from "./scenes/brand.mjs";

const out = join(dirname(fileURLToPath(import.meta.url)), "../public");

const raster = (picture, name, width) =>
  execFileSync("rsvg-convert", ["--width", String(width)], { input: markup(picture, name), maxBuffer: 1 << 26 });

/** The same PNG with 96 colors, which is all that flat planes and their edges need. */
const small = (png) =>
  execFileSync("pngquant", ["--speed", "1", "--strip", "96", "-"], { input: png, maxBuffer: 1 << 26 });

/** An icon file of PNG images, each given with its width. */
function ico(images) {
  const head = Buffer.alloc(6 + 16 * images.length);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(images.length, 4);
  let offset = head.length;
  images.forEach(({ width, data }, i) => {
    const entry = 6 + 16 * i;
    head.writeUInt8(width, entry);
    head.writeUInt8(width, entry + 1);
    head.writeUInt16LE(1, entry + 4);
    head.writeUInt16LE(32, entry + 6);
    head.writeUInt32LE(data.length, entry + 8);
    head.writeUInt32LE(offset, entry + 12);
    offset += data.length;
  });
  return Buffer.concat([head, ...images.map(({ data }) => data)]);
}

const tile = (parts) => ({ width: 64, height: 64, parts });
writeFileSync(
  join(out, "favicon.ico"),
  ico([16, 32, 48].map((width) => ({ width, data: raster(tile(logo), "logo", width) }))),
);
writeFileSync(join(out, "apple-touch-icon.png"), small(raster(tile(touchIcon), "touch", 180)));

for (const [file, { parts }] of Object.entries(pictures)) {
  const [, name] = /^images\/(default|(?:articles|guides)\/.*)\.svg$/.exec(file) ?? [];
  if (!name) continue;
  const target = join(out, `images/share/${name}.png`);
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, small(raster({ width: 1200, height: 630, parts: share(parts) }, name, 1200)));
}
