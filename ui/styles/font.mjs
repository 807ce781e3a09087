// The site's typeface, Newsreader, in two optical sizes: a medium display cut for headlines and a regular text cut for
// reading. Each has a file with the characters of US English and one with those of Western Europe, which only pages
// that use them download (unicode-range in ui/styles/base.css).
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import subset from "subset-font";

const source = "@fontsource-variable/newsreader/files/newsreader-latin-opsz-normal.woff2";

const english = `${range(0x20, 0x7e)}\u00a0¢£§©®°·¼½¾×÷–—‘’“”†•…€™→−`;
const western = `${range(0xa1, 0xff)}Œœ`;

/** The files by name. */
export const cuts = {
  display: { axes: { opsz: 72, wght: 500 }, characters: english },
  "display-western": { axes: { opsz: 72, wght: 500 }, characters: western },
  text: { axes: { opsz: 16, wght: 400 }, characters: english },
  "text-western": { axes: { opsz: 16, wght: 400 }, characters: western },
};

/** The typeface of share images. */
export const shareFace = { axes: cuts.display.axes, characters: english + western, targetFormat: "sfnt" };

/** Returns a cut, as WOFF2 unless specified otherwise. */
export async function fontFile({ axes, characters, targetFormat = "woff2" }) {
  const file = createRequire(import.meta.url).resolve(source);
  // Leave out variants without a character of their own, such as small capitals.
  return subset(await readFile(file), characters, {
    targetFormat,
    variationAxes: axes,
    noLayoutClosure: true,
  });
}

function range(first, last) {
  return Array.from({ length: last - first + 1 }, (_, i) => String.fromCharCode(first + i)).join("");
}
