// The typeface of the site, Newsreader, in two optical sizes: a display cut of medium weight for headlines and a text cut
// of regular weight for reading. Each has the characters of US English, and those of Western Europe in a file of their own,
// which only pages that use one of them fetch (unicode-range in ui/styles/base.css).
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import subset from "subset-font";

const source = "@fontsource-variable/newsreader/files/newsreader-latin-opsz-normal.woff2";

const english = `${range(0x20, 0x7e)}\u00a0¢£§©®°·¼½¾×÷–—‘’“”†•…€™→−`;
const western = `${range(0xa1, 0xff)}Œœ`;

/** The files by their names. */
export const cuts = {
  display: { axes: { opsz: 72, wght: 500 }, characters: english },
  "display-western": { axes: { opsz: 72, wght: 500 }, characters: western },
  text: { axes: { opsz: 16, wght: 400 }, characters: english },
  "text-western": { axes: { opsz: 16, wght: 400 }, characters: western },
};

/** The face of share images, as they need it. */
export const shareFace = { axes: cuts.display.axes, characters: english + western, targetFormat: "sfnt" };

/** Returns a cut, as WOFF2 unless it says otherwise. */
export async function fontFile({ axes, characters, targetFormat = "woff2" }) {
  const file = createRequire(import.meta.url).resolve(source);
  // Variants that no character stands for, such as small capitals, are left out.
  return subset(await readFile(file), characters, {
    targetFormat,
    variationAxes: axes,
    noLayoutClosure: true,
  });
}

function range(first, last) {
  return Array.from({ length: last - first + 1 }, (_, i) => String.fromCharCode(first + i)).join("");
}
