import { circle, path, rect, times } from "../svg.mjs";

// What a picture stands on. The canvas is 1200 by 800.

export const ground = (color) => rect(0, 0, 1200, 800, color);
export const table = (y, color) => rect(0, y, 1200, 800 - y, color);
export const arch = (x, y, w, color, bottom = 800) =>
  path(`M${x - w / 2} ${bottom}V${y + w / 2}A${w / 2} ${w / 2} 0 0 1 ${x + w / 2} ${y + w / 2}V${bottom}z`, color);
export const hill = (y, rise, color, x = 600, spread = 1100) =>
  path(`M${x - spread} 800V${y + rise}Q${x} ${y - rise} ${x + spread} ${y + rise}V800z`, color);
/** The right part of the canvas, its edge leaning from `top` to `bottom`. */
export const lean = (top, bottom, color) => path(`M${top} 0H1200V800H${bottom}z`, color);
export const dots = (x, y, cols, rows, gap, r, color) =>
  times(rows, (j) => times(cols, (i) => circle(x + i * gap, y + j * gap, r, color)));
export const rays = (cx, cy, n, color) =>
  times(n, (i) => {
    const [a, b] = [(2 * Math.PI * i) / n, (2 * Math.PI * (i + 0.5)) / n];
    const p = (t) => `${Math.round(cx + 1600 * Math.sin(t))} ${Math.round(cy - 1600 * Math.cos(t))}`;
    return path(`M${cx} ${cy}L${p(a)}L${p(b)}z`, color);
  });
export const stripes = (x, y, w, h, n, color) =>
  times(n, (i) => rect(x + (i * 2 * w) / (2 * n - 1), y, w / (2 * n - 1), h, color));
export const checks = (x, y, cols, rows, s, color) =>
  times(rows, (j) => times(cols, (i) => ((i + j) % 2 ? rect(x + i * s, y + j * s, s, s, color) : "")));
/** A road that runs across, with its broken line. */
export const road = (y, h, color, mark) =>
  rect(0, y, 1200, h, color) + times(8, (i) => rect(-40 + i * 170, y + h * 0.46, 90, 8, mark, 4));
