import type { Picture } from "./api.gen.ts";

/** The widths of the files of an uploaded picture, none wider than it is (server/platform/picture). */
const widths = [480, 800, 1200, 1600];

/** One file of an uploaded picture. */
const address = /^(\/pictures\/[0-9a-f]{32}-)(\d+)\.(?:avif|webp|jpg|png)$/;

/** The files of an uploaded picture with an ending, for srcset; undefined for any other picture. */
export function srcset(src: string, ending: "avif" | "webp"): string | undefined {
  const [, stem = "", widest] = src.match(address) ?? [];
  if (!widest) return undefined;
  const all = [...widths.filter((width) => width < Number(widest)), Number(widest)];
  return all.map((width) => `${stem}${width}.${ending} ${width}w`).join(", ");
}

/** The smallest file of an uploaded picture, for a thumbnail; any other picture as it is. */
export function thumbnail(src: string): string {
  const [, stem = "", widest] = src.match(address) ?? [];
  return widest ? `${stem}${Math.min(widths[0] ?? 0, Number(widest))}.webp` : src;
}

/**
 * Where the focal point of a picture lies, in steps of ten percent, for the style to keep it in view. No element may
 * carry a style of its own, so it is told by classes.
 */
export function focus(picture: Picture | undefined): string {
  if (!picture) return "";
  const [x, y] = [picture.focalX, picture.focalY].map((percent) => Math.round(percent / 10) * 10);
  return [x !== 50 && `focal-x-${x}`, y !== 50 && `focal-y-${y}`].filter(Boolean).join(" ");
}
