// The display face: Newsreader's display cut (optical size 72), weights 400 to 700, with the characters of US English.
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import subset from "subset-font";

const source = "@fontsource-variable/newsreader/files/newsreader-latin-opsz-normal.woff2";
const ascii = Array.from({ length: 95 }, (_, i) => String.fromCharCode(32 + i)).join("");
const beyondAscii = "–—‘’“”…•·©®™éñ½¼¾×÷−§°¢£€→";

/** The subset as WOFF2. */
export async function displayFont() {
  const file = createRequire(import.meta.url).resolve(source);
  return subset(await readFile(file), ascii + beyondAscii, {
    targetFormat: "woff2",
    variationAxes: { opsz: 72, wght: { min: 400, max: 700 } },
  });
}
