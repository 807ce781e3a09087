import { P } from "../palette.mjs";
import { at, box, check, circle, light, path, rect, ring, shade, stroke, times } from "../svg.mjs";

/** Bars that stand for lines of writing; widths are parts of `w`. */
export const lines = (x, y, w, widths, color = P.sand, gap = 34, h = 12) =>
  times(widths.length, (i) => (widths[i] ? rect(x, y + i * gap, w * widths[i], h, color, h / 2) : ""));

/** A sheet with a folded corner, around its middle. */
export const sheet = (w, h, parts = "", { color = P.paper, fold = 46 } = {}) => {
  const [x, y] = [-w / 2, -h / 2];
  return [
    path(
      `M${x + 10} ${y}H${x + w - fold}L${x + w} ${y + fold}V${y + h - 10}Q${x + w} ${y + h} ${x + w - 10} ${y + h}H${x + 10}Q${x} ${y + h} ${x} ${y + h - 10}V${y + 10}Q${x} ${y} ${x + 10} ${y}z`,
      color,
    ),
    fold ? path(`M${x + w - fold} ${y}v${fold - 8}q0 8 8 8h${fold - 8}z`, P.sand) : "",
    parts,
  ]
    .flat()
    .join("");
};

/** The hard shadow that a lying sheet throws. */
export const under = (w, h, { x = 14, y = 18, amount = 0.16, r = 10 } = {}) =>
  `<rect x="${-w / 2 + x}" y="${-h / 2 + y}" width="${w}" height="${h}" rx="${r}" fill="#2b1608" fill-opacity="${amount}"/>`;

/** A till receipt with torn ends, around its middle. */
export function receipt(w, h, parts = "", color = P.white) {
  const teeth = Math.round(w / 26);
  const t = w / teeth;
  const down = Array.from({ length: teeth }, () => `l${-t / 2} 16l${-t / 2}-16`).join("");
  const up = Array.from({ length: teeth }, () => `l${t / 2} -16l${t / 2} 16`).join("");
  return path(`M${-w / 2} ${-h / 2}${up}V${h / 2}${down}z`, color) + [parts].flat().join("");
}

/** What a receipt lists: item bars left, price bars right, a sum below a rule. */
export const items = (w, y, n, { color = P.sand, sum = P.ever, gap = 38 } = {}) =>
  [
    times(n, (i) => [
      rect(-w / 2, y + i * gap, w * [0.5, 0.38, 0.58, 0.44][i % 4], 12, color, 6),
      rect(w / 2 - w * 0.2, y + i * gap, w * 0.2, 12, color, 6),
    ]),
    stroke(`M${-w / 2} ${y + n * gap + 4}H${w / 2}`, color, 5),
    rect(-w / 2, y + n * gap + 26, w * 0.34, 18, sum, 9),
    rect(w / 2 - w * 0.3, y + n * gap + 26, w * 0.3, 18, sum, 9),
  ].join("");

/** An envelope around its middle; with `letter` a sheet looks out of it. */
export const envelope = (w, color, dark, letter = "") => {
  const h = w * 0.64;
  const [x, y] = [-w / 2, -h / 2];
  return [
    rect(x, y, w, h, dark, 14),
    letter,
    path(
      `M${x} ${y + 10}L0 ${h * 0.12}L${-x} ${y + 10}V${-y - 14}Q${-x} ${-y} ${-x - 14} ${-y}H${x + 14}Q${x} ${-y} ${x} ${-y - 14}z`,
      color,
    ),
    shade(`M${-x} ${y + 10}V${-y - 14}Q${-x} ${-y} ${-x - 14} ${-y}H${x + 14}L${w * 0.1} ${h * 0.06}z`, 0.1),
  ].join("");
};

/** A wall calendar around its middle, `cols` by `rows`; mark(i) draws into the i-th day. */
export function calendar(w, h, head, { cols = 7, rows = 5, mark = () => "", color = P.paper, cell = P.cream } = {}) {
  const [x, y, top] = [-w / 2, -h / 2, h * 0.2];
  const [cw, ch] = [(w - 40) / cols, (h - top - 34) / rows];
  return [
    rect(x, y, w, h, color, 20),
    path(`M${x} ${y + top}V${y + 20}Q${x} ${y} ${x + 20} ${y}H${-x - 20}Q${-x} ${y} ${-x} ${y + 20}V${y + top}z`, head),
    shade(box(x, y + top, w, 8), 0.12),
    times(2, (i) => [
      circle(x + w * (0.25 + i * 0.5), y + top * 0.45, 13, P.night),
      rect(x + w * (0.25 + i * 0.5) - 7, y - 24, 14, top * 0.45 + 24, P.sand, 7),
    ]),
    times(cols * rows, (i) => {
      const [cx, cy] = [x + 20 + cw * (i % cols), y + top + 22 + ch * Math.floor(i / cols)];
      return [rect(cx + 4, cy + 4, cw - 8, ch - 8, cell, 8), at(cx + cw / 2, cy + ch / 2, mark(i))];
    }),
  ].join("");
}

/** A clipboard around its middle. */
export const clipboard = (w, h, parts, color = P.wood) =>
  [
    rect(-w / 2, -h / 2, w, h, color, 24),
    shade(box(w * 0.1, -h / 2 + 20, w * 0.4, h - 40), 0.1),
    rect(-w / 2 + 24, -h / 2 + 44, w - 48, h - 70, P.paper, 8),
    parts,
    rect(-70, -h / 2 - 20, 140, 62, P.ever, 16),
    circle(0, -h / 2 - 12, 26, P.ever),
    circle(0, -h / 2 - 12, 10, color),
  ]
    .flat()
    .join("");

/** Rows with a tick box; `done` of them ticked. */
export const ticks = (x, y, w, n, done, { on = P.ever, gap = 62 } = {}) =>
  times(n, (i) => [
    i < done
      ? rect(x, y + i * gap, 38, 38, on, 10) + at(x + 19, y + i * gap + 19, check(P.white, 20), { s: 0.32 })
      : `<rect x="${x + 3}" y="${y + i * gap + 3}" width="32" height="32" rx="8" fill="none" stroke="${P.sand}" stroke-width="6"/>`,
    rect(x + 58, y + i * gap + 12, (w - 58) * [1, 0.72, 0.88, 0.6][i % 4], 14, P.sand, 7),
  ]);

/** A notebook lying open around its middle; left and right are drawn around each page's middle. */
export const book = (w, h, cover, left, right) =>
  [
    rect(-w / 2 - 16, -h / 2 - 12, w + 32, h + 28, cover, 18),
    path(
      `M0 ${-h / 2}Q${-w * 0.1} ${-h / 2 - 14} ${-w / 2} ${-h / 2}V${h / 2}Q${-w * 0.1} ${h / 2 - 14} 0 ${h / 2}z`,
      P.paper,
    ),
    path(
      `M0 ${-h / 2}Q${w * 0.1} ${-h / 2 - 14} ${w / 2} ${-h / 2}V${h / 2}Q${w * 0.1} ${h / 2 - 14} 0 ${h / 2}z`,
      P.white,
    ),
    shade(
      `M0 ${-h / 2}Q${-w * 0.03} ${-h / 2 - 6} ${-w * 0.08} ${-h / 2 - 7}V${h / 2 - 7}Q${-w * 0.03} ${h / 2 - 6} 0 ${h / 2}z`,
      0.1,
    ),
    at(-w / 4, 0, left),
    at(w / 4, 0, right),
  ].join("");

/** A pencil whose point is at the origin and that rises along -y. */
export const pencil = (color = P.gold, dark = P.amber) =>
  [
    path("M0 0L-22-60H22z", P.sand),
    path("M0 0L-8-22H8z", P.night),
    rect(-22, -330, 15, 270, color),
    rect(-7, -330, 14, 270, color),
    rect(7, -330, 15, 270, dark),
    light(box(-22, -330, 15, 270), 0.3),
    rect(-24, -360, 48, 34, P.mist, 4),
    path("M-22-360V-384Q-22-404 0-404T22-384V-360z", P.coral),
  ].join("");

/** Columns of a chart that stand on y = 0. */
export const bars = (heights, w, gap, colors) =>
  times(heights.length, (i) => {
    const x = i * (w + gap);
    return [
      rect(x, -heights[i], w, heights[i], colors[i % colors.length], 6),
      shade(box(x + w * 0.6, -heights[i], w * 0.4, heights[i]), 0.13),
    ];
  });

export const seal = (r, color, sign) =>
  [
    times(12, (i) => at(0, 0, circle(0, -r, r * 0.28, color), { r: i * 30 })),
    circle(0, 0, r * 1.04, color),
    ring(0, 0, r * 0.8, P.white, 4),
    sign,
  ]
    .flat()
    .join("");
