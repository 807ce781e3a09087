import { P } from "../palette.mjs";
import { at, circle, half, light, path, rect, shade, stroke, times } from "../svg.mjs";

/** A leaf that grows upward from the origin. */
export const leaf = (len, w, color) =>
  [
    path(`M0 0C${w} ${-len * 0.3} ${w} ${-len * 0.72} 0 ${-len}C${-w} ${-len * 0.72} ${-w} ${-len * 0.3} 0 0z`, color),
    shade(`M0 0C${w} ${-len * 0.3} ${w} ${-len * 0.72} 0 ${-len}z`, 0.16),
  ].join("");

/** A pot plant; stands on y = 0. */
export const plant = (pot, potDark, green = P.pine, { s = 1 } = {}) =>
  at(
    0,
    0,
    [
      at(0, -96, leaf(190, 44, green)),
      at(-8, -92, leaf(160, 38, green), { r: -38 }),
      at(8, -92, leaf(160, 38, green), { r: 38 }),
      at(-12, -90, leaf(110, 30, P.sage), { r: -68 }),
      at(12, -90, leaf(110, 30, P.sage), { r: 66 }),
      path("M-62-96H62L46-10Q44 0 34 0H-34Q-44 0-46-10z", pot),
      shade("M12-96H62L46-10Q44 0 34 0H12z", 0.16),
      rect(-70, -112, 140, 30, potDark, 8),
    ],
    { s },
  );

/** A sprig with paired leaves that grows upward from the origin. */
export const sprig = (n, color, len = 64) =>
  [
    stroke(`M0 0V${-n * len * 0.7}`, color, 6),
    times(n, (i) => [
      at(0, -len * 0.3 - i * len * 0.66, leaf(len, len * 0.26, color), { r: 52 }),
      at(0, -len * 0.3 - i * len * 0.66, leaf(len, len * 0.26, color), { r: -52 }),
    ]),
    at(0, -n * len * 0.68, leaf(len, len * 0.26, color)),
  ]
    .flat()
    .join("");

/** A round tree; stands on y = 0. */
export const tree = (h, color, trunk = P.bark) =>
  [
    rect(-h * 0.035, -h * 0.5, h * 0.07, h * 0.5, trunk, 4),
    circle(0, -h * 0.66, h * 0.34, color),
    shade(half(0, -h * 0.66, h * 0.34, 110), 0.15),
    stroke(`M0 ${-h * 0.42}V${-h * 0.66}M0 ${-h * 0.5}L${h * 0.1} ${-h * 0.6}`, trunk, h * 0.035),
  ].join("");

/** A pointed tree; stands on y = 0. */
export const cypress = (h, color) => [rect(-6, -30, 12, 30, P.bark), at(0, -18, leaf(h, h * 0.26, color))].join("");

export const cloud = (w, color) => {
  const k = w / 200;
  return path(
    `M${-80 * k} ${40 * k}A${40 * k} ${40 * k} 0 0 1 ${-72 * k} ${-38 * k}A${52 * k} ${52 * k} 0 0 1 ${24 * k} ${-56 * k}A${46 * k} ${46 * k} 0 0 1 ${74 * k} ${-36 * k}A${38.5 * k} ${38.5 * k} 0 0 1 ${80 * k} ${40 * k}z`,
    color,
  );
};
export const sun = (r, color = P.gold, rays = 12) =>
  [
    circle(0, 0, r, color),
    light(half(0, 0, r, 315), 0.22),
    times(rays, (i) =>
      at(0, 0, rect(-r * 0.06, -r * 1.52, r * 0.12, r * 0.28, color, r * 0.06), { r: (360 / rays) * i }),
    ),
  ].join("");
export const moon = (r, color = P.butter) =>
  path(
    `M${r * 0.3} ${-r * 0.95}A${r} ${r} 0 1 0 ${r * 0.95} ${r * 0.3}A${r * 0.8} ${r * 0.8} 0 0 1 ${r * 0.3} ${-r * 0.95}z`,
    color,
  );
export const drop = (r, color) =>
  [
    path(
      `M0 ${-r * 1.9}C${r * 0.2} ${-r * 1.3} ${r} ${-r * 0.7} ${r} 0A${r} ${r} 0 0 1 ${-r} 0C${-r} ${-r * 0.7} ${-r * 0.2} ${-r * 1.3} 0 ${-r * 1.9}z`,
      color,
    ),
    shade(`M0 ${-r * 1.9}C${r * 0.2} ${-r * 1.3} ${r} ${-r * 0.7} ${r} 0A${r} ${r} 0 0 1 0 ${r}z`, 0.1),
    `<path d="M${-r * 0.6} 0A${r * 0.6} ${r * 0.6} 0 0 0 ${-r * 0.1} ${r * 0.6}" fill="none" stroke="#fffdf6" stroke-opacity=".7" stroke-width="${r * 0.16}" stroke-linecap="round"/>`,
  ].join("");
export const flame = (s, outer = P.coral, inner = P.gold) =>
  at(
    0,
    0,
    [
      path(
        "M0 0C-60 0-78-46-62-88C-50-118-18-130-14-180C30-156 40-120 40-96C50-104 54-116 54-128C80-96 84 0 0 0z",
        outer,
      ),
      path("M0 0C-34 0-42-30-30-54C-20-72-6-78 0-104C24-80 36-56 34-34C32-12 20 0 0 0z", inner),
    ],
    { s },
  );

/** Wind that runs to the right from the origin and curls up. */
export const gust = (len, color, width = 12) => stroke(`M0 0H${len}a38 38 0 1 0-38-38`, color, width);
export const sparkle = (r, color) =>
  path(
    `M0 ${-r}Q${r * 0.14} ${-r * 0.14} ${r} 0Q${r * 0.14} ${r * 0.14} 0 ${r}Q${-r * 0.14} ${r * 0.14} ${-r} 0Q${-r * 0.14} ${-r * 0.14} 0 ${-r}z`,
    color,
  );

/** Water whose surface waves at height y over the picture's width. */
export const water = (y, color, { w = 1200, h = 800, step = 150, swell = 22 } = {}) => {
  const n = Math.ceil(w / step) + 1;
  return path(
    `M${-step / 2} ${y}${times(n, (i) => `q${step / 2} ${i % 2 ? swell : -swell} ${step} 0`)}V${h}H${-step / 2}z`,
    color,
  );
};

/** A cat that sleeps in a ring; its bottom is y = 0, 220 wide. */
export const cat = (color, dark) =>
  [
    path("M-110-44C-110-108-40-130 16-126C84-122 112-84 112-46C112-10 84 0 40 0H-60C-96 0-110-16-110-44z", color),
    shade("M112-46C112-10 84 0 40 0H-60C-76 0-88-3-96-10C-40-16 60-10 96-88C108-76 112-60 112-46z", 0.13),
    path("M-118-104L-112-58H-84z", dark),
    path("M-44-108L-60-62L-84-66z", dark),
    ellipseHead(color),
    stroke("M-104-42q9 8 18 0M-70-42q9 8 18 0", P.night, 4),
    path("M-80-32h12l-6 8z", P.night),
    stroke("M104-22C70 6-10 4-42-6", dark, 22),
    stroke("M20-122v24M48-118v22M74-106v20", dark, 9),
  ].join("");
const ellipseHead = (color) => `<ellipse cx="-76" cy="-46" rx="46" ry="38" fill="${color}"/>`;
