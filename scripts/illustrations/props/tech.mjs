import { P } from "../palette.mjs";
import { at, circle, light, path, rect, shade, stroke, times } from "../svg.mjs";

/** A smartphone around its middle; `parts` are drawn on the screen. */
export const phone = (w, h, screen, parts = "", body = P.night) => {
  const b = w * 0.055;
  return [
    rect(-w / 2 + 10, -h / 2 + 6, w, h, P.ever, w * 0.14),
    rect(-w / 2, -h / 2, w, h, body, w * 0.14),
    rect(-w / 2 + b, -h / 2 + b, w - 2 * b, h - 2 * b, screen, w * 0.09),
    light(
      `M${-w / 2 + b} ${h * 0.1}L${w * 0.28} ${-h / 2 + b}H${-w / 2 + b + w * 0.09}Q${-w / 2 + b} ${-h / 2 + b} ${-w / 2 + b} ${-h / 2 + b + w * 0.09}z`,
      0.13,
    ),
    parts,
    rect(-w * 0.13, -h / 2 + b * 1.7, w * 0.26, w * 0.065, body, w * 0.033),
  ]
    .flat()
    .join("");
};

/** Waves of a wireless signal that rise from the origin; `on` of the three are lit. */
export const wifi = (color, { on = 3, off = P.sand, s = 1 } = {}) =>
  at(
    0,
    0,
    [
      circle(0, -10, 17, color),
      times(3, (i) =>
        stroke(
          `M${-46 - i * 42} ${-56 - i * 42}A${66 + i * 60} ${66 + i * 60} 0 0 1 ${46 + i * 42} ${-56 - i * 42}`,
          i < on ? color : off,
          24,
        ),
      ),
    ],
    { s },
  );

/** A router on the table, its aerials up; stands on y = 0, 380 wide. */
export const router = (color, dark, lamp = P.gold) =>
  [
    at(-140, -70, [rect(-12, -210, 24, 220, dark, 12)], { r: -14 }),
    at(140, -70, [rect(-12, -210, 24, 220, dark, 12)], { r: 14 }),
    rect(-12, -300, 24, 240, dark, 12),
    rect(-150, -16, 40, 18, dark, 6),
    rect(110, -16, 40, 18, dark, 6),
    path("M-150-110H150Q168-110 174-94L190-36Q194-10 168-10H-168Q-194-10-190-36L-174-94Q-168-110-150-110z", color),
    shade("M60-110H150Q168-110 174-94L190-36Q194-10 168-10H60z", 0.14),
    times(4, (i) => circle(-128 + i * 36, -54, 9, i < 3 ? lamp : dark)),
    rect(60, -62, 84, 14, dark, 7),
  ].join("");

/** A flat television; stands on y = 0. */
export const television = (w, h, screen, parts = "") =>
  [
    path(`M${-w * 0.12} -16H${w * 0.12}L${w * 0.2} 0H${-w * 0.2}z`, P.ever),
    rect(-w * 0.05, -50, w * 0.1, 40, P.ever),
    rect(-w / 2, -h - 40, w, h, P.night, 18),
    rect(-w / 2 + 16, -h - 24, w - 32, h - 32, screen, 8),
    parts,
    light(
      `M${-w / 2 + 16} ${-h * 0.36}L${-w * 0.1} ${-h - 24}H${-w / 2 + 24}Q${-w / 2 + 16} ${-h - 24} ${-w / 2 + 16} ${-h - 16}z`,
      0.12,
    ),
  ]
    .flat()
    .join("");

/** An open laptop; stands on y = 0. */
export const laptop = (w, screen, parts = "", { shell = P.mist, dark = P.sage } = {}) => {
  const h = w * 0.62;
  return [
    rect(-w / 2, -h - 26, w, h, P.night, 20),
    rect(-w / 2 + 18, -h - 8, w - 36, h - 36, screen, 6),
    parts,
    path(
      `M${-w * 0.62} -30H${w * 0.62}L${w * 0.6} -10Q${w * 0.59} 0 ${w * 0.56} 0H${-w * 0.56}Q${-w * 0.59} 0 ${-w * 0.6} -10z`,
      shell,
    ),
    shade(`M${w * 0.16} -30H${w * 0.62}L${w * 0.6} -10Q${w * 0.59} 0 ${w * 0.56} 0H${w * 0.16}z`, 0.12),
    path(
      `M${-w * 0.1} -30H${w * 0.1}Q${w * 0.1} -18 ${w * 0.07} -18H${-w * 0.07}Q${-w * 0.1} -18 ${-w * 0.1} -30z`,
      dark,
    ),
  ]
    .flat()
    .join("");
};

/** A pocket calculator around its middle. */
export const calculator = (w, h, color, keys, { accent = P.gold, screen = P.mist, parts = "" } = {}) => {
  const k = (w - 60) / 4;
  return [
    rect(-w / 2, -h / 2, w, h, color, 28),
    shade(
      `M${w * 0.22} ${-h / 2}H${w / 2 - 28}Q${w / 2} ${-h / 2} ${w / 2} ${-h / 2 + 28}V${h / 2 - 28}Q${w / 2} ${h / 2} ${w / 2 - 28} ${h / 2}H${w * 0.22}z`,
      0.1,
    ),
    rect(-w / 2 + 30, -h / 2 + 30, w - 60, h * 0.2, screen, 10),
    at(0, -h / 2 + 30 + h * 0.1, parts),
    times(16, (i) => {
      const rowH = (h * 0.8 - 80) / 4;
      return rect(
        -w / 2 + 30 + (i % 4) * k + 5,
        -h / 2 + 30 + h * 0.2 + 24 + Math.floor(i / 4) * rowH + 4,
        k - 10,
        rowH - 8,
        i % 4 === 3 ? accent : keys,
        10,
      );
    }),
  ].join("");
};

/** A SIM card around its middle. */
export const sim = (w, color, chip = P.gold) => {
  const h = w * 1.34;
  return [
    path(
      `M${-w / 2 + 20} ${-h / 2}H${w * 0.16}L${w / 2} ${-h / 2 + w * 0.34}V${h / 2 - 20}Q${w / 2} ${h / 2} ${w / 2 - 20} ${h / 2}H${-w / 2 + 20}Q${-w / 2} ${h / 2} ${-w / 2} ${h / 2 - 20}V${-h / 2 + 20}Q${-w / 2} ${-h / 2} ${-w / 2 + 20} ${-h / 2}z`,
      color,
    ),
    shade(
      `M0 ${-h / 2}H${w * 0.16}L${w / 2} ${-h / 2 + w * 0.34}V${h / 2 - 20}Q${w / 2} ${h / 2} ${w / 2 - 20} ${h / 2}H0z`,
      0.1,
    ),
    rect(-w * 0.32, -h * 0.08, w * 0.64, h * 0.42, chip, 20),
    stroke(
      `M${-w * 0.32} ${h * 0.06}H${-w * 0.1}M${-w * 0.32} ${h * 0.2}H${-w * 0.1}M${w * 0.32} ${h * 0.06}H${w * 0.1}M${w * 0.32} ${h * 0.2}H${w * 0.1}M${-w * 0.1} ${-h * 0.08}V${h * 0.34}M${w * 0.1} ${-h * 0.08}V${h * 0.34}`,
      P.amber,
      6,
    ),
  ].join("");
};

/** A telephone's handset that lies level, open side down, around its middle. */
export const handset = (color, dark) =>
  [
    path(
      "M-210-10C-150-110 150-110 210-10L226 50Q230 70 210 74L130 86Q112 88 108 70L100 34C50 10-50 10-100 34L-108 70Q-112 88-130 86L-210 74Q-230 70-226 50z",
      color,
    ),
    shade("M0-85C80-85 180-60 210-10L226 50Q230 70 210 74L130 86Q112 88 108 70L100 34C76 22 40 16 0 16z", 0.13),
    rect(-222, 70, 108, 26, dark, 10),
    rect(114, 70, 108, 26, dark, 10),
  ].join("");

/** A payment terminal around its middle. */
export const terminal = (color, keys, screen, parts = "") =>
  [
    rect(-120, -190, 240, 400, color, 34),
    shade("M40-190H86Q120-190 120-156V176Q120 210 86 210H40z", 0.13),
    rect(-92, -160, 184, 140, screen, 12),
    at(0, -90, parts),
    times(9, (i) => rect(-88 + (i % 3) * 62, 10 + Math.floor(i / 3) * 50, 52, 38, keys, 10)),
    rect(-88, 162, 52, 28, P.coral, 10),
    rect(-26, 162, 114, 28, P.gold, 10),
  ].join("");

/** A speech bubble around its middle; its tail points down to the given side. */
export const bubble = (w, h, color, parts = "", tail = -1) =>
  [
    path(
      `M${tail * w * 0.1} ${h / 2 - 10}L${tail * w * 0.34} ${h / 2 + h * 0.34}L${tail * w * 0.36} ${h / 2 - 10}z`,
      color,
    ),
    rect(-w / 2, -h / 2, w, h, color, Math.min(h * 0.36, 60)),
    parts,
  ]
    .flat()
    .join("");

/** An infinity sign laid as a band of two tones, around its middle. */
export const endless = (w, front, back, width) => {
  const k = w / 2;
  const strand = (up, color) =>
    `<path d="M${-k} 0C${-k} ${up * k * 0.66} ${-k * 0.42} ${up * k * 0.62} 0 0S${k} ${up * -k * 0.66} ${k} 0" fill="none" stroke="${color}" stroke-width="${width}"/>`;
  return strand(1, back) + strand(-1, front);
};

export const play = (color) => path("M-26-36Q-26-46-17-41L40-8Q48-2 40 6L-17 40Q-26 45-26 35z", color);
export const noteSign = (color) =>
  [circle(-20, 30, 18, color), circle(34, 20, 18, color), path("M-10-36L50-48V22H38V-18L2-11V30H-10z", color)].join("");
export const cloudSign = (color) =>
  [
    circle(-24, 8, 22, color),
    circle(6, -8, 28, color),
    circle(34, 10, 20, color),
    rect(-24, 6, 58, 24, color, 12),
  ].join("");
export const cable = (d, color = P.night, width = 18) =>
  `${stroke(d, color, width)}<path d="${d}" fill="none" stroke="#fffdf6" stroke-opacity=".18" stroke-width="${width * 0.28}" transform="translate(-3 -3)"/>`;
export const bracket = (s, color) =>
  times(4, (i) =>
    at(0, 0, stroke(`M${-s} ${-s + 50}V${-s + 16}Q${-s} ${-s} ${-s + 16} ${-s}H${-s + 50}`, color, 12), { r: i * 90 }),
  );
