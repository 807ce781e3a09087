// What must be PNG: the touch icon, the icons of the web manifest, and favicon.ico.
import { execFileSync } from "node:child_process";
import { logo, touchIcon } from "./scenes/brand.mjs";
import { markup } from "./svg.mjs";

const tile = (parts) => ({ width: 64, height: 64, parts });

/** The files, with their paths under ui/public. */
export function* rasters() {
  yield ["favicon.ico", ico([16, 32, 48].map((width) => ({ width, data: raster(tile(logo), "logo", width) })))];
  yield ["apple-touch-icon.png", small(raster(tile(touchIcon), "touch", 180))];
  for (const width of [192, 512]) yield [`icon-${width}.png`, small(raster(tile(touchIcon), "touch", width))];
}

function raster(picture, name, width) {
  return execFileSync("rsvg-convert", ["--width", String(width)], { input: markup(picture, name), maxBuffer: 1 << 26 });
}

/** The same PNG with 96 colors, which is enough for flat areas and their edges. */
function small(png) {
  return execFileSync("pngquant", ["--speed", "1", "--strip", "96", "-"], { input: png, maxBuffer: 1 << 26 });
}

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
