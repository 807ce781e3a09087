// Gives the long names of classes short ones. Utilities with variants and values of their own, such as
// lg:grid-cols-[15rem_minmax(0,48rem)], read well where they are written and would be a fifth of a page's bytes.

import { glob, readFile } from "node:fs/promises";

/** A class in a selector, with its escapes. */
const inSelector = /(?<=\.)(?:\\.|[\w-]|\P{ASCII})+/gu;

/** What may be a utility in a source: a word of a string. Words without a dash may be anything. */
const inSource = /(?<=["'`\s])[^\s"`]*[-:[(][^\s"`]*(?=["'`\s])/g;

/** Short names by long ones, for the utilities of some stylesheets but those that `isKept` wants as they are; the shortest for those that the sources have most. */
export function shortNames(sheets, isKept, sources = "") {
  const utilities = sheets.flatMap((css) => css.slice(css.indexOf("@layer utilities{")).match(inSelector) ?? []);
  const names = new Set(utilities.map(plain).filter((name) => /[-:[(]/.test(name) && !isKept(name)));
  const uses = new Map();
  for (const [word] of sources.matchAll(inSource)) uses.set(word, (uses.get(word) ?? 0) + 1);
  // Shorter names first compress a little better.
  const byLength = [...names].sort((a, b) => a.length - b.length || (a < b ? -1 : 1));
  const byUse = byLength.toSorted((a, b) => (uses.get(b) ?? 0) - (uses.get(a) ?? 0));
  return new Map(byUse.map((name, i) => [name, short(i)]));
}

/** A stylesheet with the short names. */
export function shortenSheet(css, names) {
  return css.replace(inSelector, (name) => names.get(plain(name)) ?? name);
}

/** The source of a module with the short names. */
export function shortenSource(source, names) {
  return source.replace(inSource, (name) => names.get(name) ?? name);
}

function plain(name) {
  return name.replaceAll("\\", "");
}

const letters = "abcdefghijklmnopqrstuvwxyz";
const second = `${letters}${letters.toUpperCase()}0123456789_`;

/** A capital and a further character, which no class that is written by hand begins with. */
function short(i) {
  const first = letters[i % letters.length].toUpperCase();
  const rest = Math.floor(i / letters.length);
  return rest === 0 ? first : `${first}${second[(rest - 1) % second.length]}${rest > second.length ? "-" : ""}`;
}

/** Whether a page that the server makes without the renderer names a class. */
export async function namedByServer() {
  return names(await Array.fromAsync(glob("server/features/**/*.html")));
}

/** Whether a string of one of the files has a class, or its beginning up to a dash, as in `offer-${look}`. */
async function names(files) {
  const sources = await Promise.all(files.map((file) => readFile(file, "utf8")));
  const strings = sources
    .map((source) => source.replaceAll(/^\s*(\/\/|\/?\*).*$/gm, ""))
    .flatMap((source) => source.match(/"[^"\n]*"|'[^'\n]*'|`[^`]*`/g) ?? []);
  // A class may have quotes and angle brackets in it, as in content-['·'], and may stand beside them.
  const words = new Set(
    strings.flatMap((string) => [/[\s"'`<>={}$\\]+/, /[\s"`]+/].flatMap((between) => string.split(between))),
  );
  const beginnings = [...words].filter((word) => /^[a-z][\w-]*-$/.test(word));
  return (name) => words.has(name) || beginnings.some((beginning) => name.startsWith(beginning));
}
