// The typeface of the site, Newsreader, in two optical sizes: a display cut for headlines and a text cut for reading.
// Each is one file of weights 400 to 700 with the characters of US English.
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import subset from "subset-font";

const source = "@fontsource-variable/newsreader/files/newsreader-latin-opsz-normal.woff2";
const ascii = Array.from({ length: 95 }, (_, i) => String.fromCharCode(32 + i)).join("");
const beyondAscii = "–—‘’“”…•·©®™éñ½¼¾×÷−§°¢£€→";
const opticalSizes = { display: 72, text: 16 };

/** Returns a cut as WOFF2. */
export async function fontFile(cut) {
  const file = createRequire(import.meta.url).resolve(source);
  return subset(await readFile(file), ascii + beyondAscii, {
    targetFormat: "woff2",
    variationAxes: { opsz: opticalSizes[cut], wght: { min: 400, max: 700 } },
  });
}
