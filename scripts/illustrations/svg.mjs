// SVG strings with presentation attributes only, so that a picture needs no style sheet, font or script.

const num = (v) => String(Math.round(v * 10) / 10);
const attrs = (list) =>
  Object.entries(list)
    .map(([k, v]) => ` ${k}="${typeof v === "number" ? num(v) : v}"`)
    .join("");

export const rect = (x, y, width, height, fill, rx = 0) =>
  `<rect${attrs({ x, y, width, height, ...(rx ? { rx } : {}), fill })}/>`;
export const circle = (cx, cy, r, fill) => `<circle${attrs({ cx, cy, r, fill })}/>`;
export const ellipse = (cx, cy, rx, ry, fill) => `<ellipse${attrs({ cx, cy, rx, ry, fill })}/>`;
export const path = (d, fill) => `<path d="${d}" fill="${fill}"/>`;

/** An open line with round ends, in the default width of all pictures. */
export const stroke = (d, color, width = 12) =>
  `<path d="${d}" fill="none" stroke="${color}" stroke-width="${num(width)}" stroke-linecap="round" stroke-linejoin="round"/>`;
/** A dotted line. */
export const dashed = (d, color, width = 12) =>
  stroke(d, color, width).replace("/>", ` stroke-dasharray="2 ${num(width * 2.6)}"/>`);
export const ring = (cx, cy, r, color, width = 12) =>
  `<circle${attrs({ cx, cy, r })} fill="none" stroke="${color}" stroke-width="${num(width)}"/>`;

/** The second tone: the same shade of shadow or light over any color. */
export const shade = (d, amount = 0.16) => `<path d="${d}" fill="#2b1608" fill-opacity="${amount}"/>`;
export const light = (d, amount = 0.28) => `<path d="${d}" fill="#fffdf6" fill-opacity="${amount}"/>`;

/** A thing's shadow on the floor: `w` wide, centered at x. */
export const floor = (x, y, w, amount = 0.18) =>
  `<ellipse${attrs({ cx: x + w * 0.04, cy: y, rx: w / 2, ry: Math.max(8, w * 0.035) })} fill="#2b1608" fill-opacity="${amount}"/>`;

/** Puts parts at a place; `r` turns (degrees), `s` scales, `flip` mirrors left and right. */
export function at(x, y, parts, { r = 0, s = 1, flip = false } = {}) {
  const turn = r ? ` rotate(${num(r)})` : "";
  const k = Math.round(s * 1000) / 1000;
  const scale = flip ? ` scale(${-k} ${k})` : k !== 1 ? ` scale(${k})` : "";
  return `<g transform="translate(${num(x)} ${num(y)})${turn}${scale}">${[parts].flat(Infinity).join("")}</g>`;
}

export const fade = (opacity, ...parts) => `<g opacity="${opacity}">${parts.flat(Infinity).join("")}</g>`;

/** Shows parts only inside `shape`. The ID must be unique in the picture. */
export const clip = (id, shape, ...parts) =>
  `<clipPath id="~${id}">${shape}</clipPath><g clip-path="url(#~${id})">${parts.flat(Infinity).join("")}</g>`;

/** f of 0 … n-1, joined. */
export const times = (n, f) =>
  Array.from({ length: n }, (_, i) => f(i))
    .flat(Infinity)
    .join("");

/** Path data of a rectangle, for shade() and light(). */
export const box = (x, y, w, h) => `M${num(x)} ${num(y)}h${num(w)}v${num(h)}h${num(-w)}z`;
/** Path data of half a disc, on the side that `angle` points to. */
export function half(cx, cy, r, angle = 0) {
  const a = ((angle - 180) * Math.PI) / 180;
  const [dx, dy] = [Math.cos(a) * r, Math.sin(a) * r];
  return `M${num(cx + dx)} ${num(cy + dy)}A${num(r)} ${num(r)} 0 0 1 ${num(cx - dx)} ${num(cy - dy)}z`;
}
/** Path data of a slice of a disc from one angle to another, clockwise, in degrees from the top. */
export function sector(cx, cy, r, from, to) {
  const point = (deg) =>
    `${num(cx + r * Math.sin((deg * Math.PI) / 180))} ${num(cy - r * Math.cos((deg * Math.PI) / 180))}`;
  return `M${num(cx)} ${num(cy)}L${point(from)}A${num(r)} ${num(r)} 0 ${to - from > 180 ? 1 : 0} 1 ${point(to)}z`;
}
/** Path data of an arc between two angles, clockwise, in degrees from the top. */
export function arc(cx, cy, r, from, to) {
  return `M${sector(cx, cy, r, from, to).split("L")[1].replace("z", "")}`;
}

// Symbols, about 100 units high, centered.
export const dollar = (color, width = 14) =>
  stroke(
    "M25-22C23-35 12-41 0-41C-15-41-26-33-26-21C-26-6-12-3 0 0C13 3 27 7 27 21C27 34 15 41 0 41C-13 41-25 34-27 21M0-56V56",
    color,
    width,
  );
export const percent = (color, width = 13) =>
  stroke("M27-42L-27 42", color, width) + ring(-26, -25, 15, color, width) + ring(26, 25, 15, color, width);
export const check = (color, width = 16) => stroke("M-34 3L-10 28L36-26", color, width);
export const cross = (color, width = 16) => stroke("M-26-26L26 26M26-26L-26 26", color, width);
export const plus = (color, width = 16) => stroke("M-32 0H32M0-32V32", color, width);
export const star = (r, fill) => {
  const p = Array.from({ length: 10 }, (_, i) => {
    const a = (i * Math.PI) / 5;
    const k = i % 2 ? r * 0.46 : r;
    return `${num(k * Math.sin(a))} ${num(-k * Math.cos(a))}`;
  });
  return `<path d="M${p.join("L")}z" fill="${fill}" stroke="${fill}" stroke-width="${num(r * 0.16)}" stroke-linejoin="round"/>`;
};
export const heart = (fill) => path("M0 42C-62 2-50-44-24-44C-10-44-3-35 0-27C3-35 10-44 24-44C50-44 62 2 0 42z", fill);

/** The SVG file of a picture. `name` keeps its IDs different from other pictures'. */
export function markup({ width, height, parts }, name) {
  const body = [parts]
    .flat(Infinity)
    .join("")
    .replaceAll("~", `${name.replaceAll("/", "-")}-`);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${body}</svg>\n`;
}
