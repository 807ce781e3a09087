import type { Picture } from "./api.gen.ts";

/** The widths of an uploaded picture's files, none wider than the original (server/platform/picture). */
const widths = [480, 800, 1200, 1600];

/** Matches a file of an uploaded picture. */
const address = /^(\/pictures\/[0-9a-f]{32}-)(\d+)\.(?:avif|webp|jpg|png)$/;

/** The srcset of an uploaded picture's files in a format; undefined for any other picture. */
export function srcset(src: string, ending: "avif" | "webp"): string | undefined {
  const [, stem = "", widest] = src.match(address) ?? [];
  if (!widest) return undefined;
  const all = [...widths.filter((width) => width < Number(widest)), Number(widest)];
  return all.map((width) => `${stem}${width}.${ending} ${width}w`).join(", ");
}

/** The smallest file of an uploaded picture, for a thumbnail; any other picture unchanged. */
export function thumbnail(src: string): string {
  const [, stem = "", widest] = src.match(address) ?? [];
  return widest ? `${stem}${Math.min(widths[0] ?? 0, Number(widest))}.webp` : src;
}

/**
 * The classes for a picture's focal point, in steps of ten percent. Elements can't have inline styles, so it needs
 * classes.
 */
export function focus(picture: Picture | undefined): string {
  if (!picture) return "";
  const [x, y] = [picture.focalX, picture.focalY].map((percent) => Math.round(percent / 10) * 10);
  return [x !== 50 && `focal-x-${x}`, y !== 50 && `focal-y-${y}`].filter(Boolean).join(" ");
}
