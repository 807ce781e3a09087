import { P } from "../palette.mjs";
import { at, box, circle, dollar, half, light, path, rect, ring, shade, star, stroke, times } from "../svg.mjs";

/** A coin seen from the front, with its edge to the lower right. */
export const coin = (r, sign = dollar(P.bark, 13)) =>
  [
    circle(r * 0.1, r * 0.08, r, P.amber),
    circle(0, 0, r, P.gold),
    light(half(0, 0, r, 315), 0.3),
    ring(0, 0, r * 0.8, P.amber, r * 0.06),
    at(0, 0, sign, { s: r / 105 }),
  ].join("");

/** Coins lying on one another; stands on y = 0. */
export function stack(n, w = 130, h = 26) {
  const lean = [0, 6, -5, 3, -2, 7, -6, 2];
  return times(n, (i) => {
    const x = lean[(i + n) % lean.length] - w / 2;
    const y = -(i + 1) * h;
    return [
      rect(x, y, w, h - 2, P.gold, h * 0.36),
      rect(x + w * 0.6, y, w * 0.4, h - 2, P.amber, h * 0.36),
      rect(x + w * 0.12, y + h * 0.38, w * 0.3, h * 0.16, P.butter, h * 0.08),
    ];
  });
}

/** A bank note. */
export const note = (w = 260, color = P.sage, dark = P.pine) => {
  const h = w * 0.46;
  return [
    rect(-w / 2, -h / 2, w, h, color, 8),
    light(`M${-w / 2} ${-h / 2}h${w * 0.7}L${w * 0.02} ${h / 2}H${-w / 2}z`, 0.16),
    `<rect x="${-w / 2 + 12}" y="${-h / 2 + 12}" width="${w - 24}" height="${h - 24}" fill="none" stroke="${dark}" stroke-width="4" rx="4"/>`,
    circle(0, 0, h * 0.3, dark),
    at(0, 0, dollar(color, 15), { s: h * 0.0042 }),
  ].join("");
};

/** A payment card with chip and stripe of light. */
export const card = (w, color, { chip = P.gold, mark = P.white } = {}) => {
  const h = w * 0.63;
  return [
    rect(-w / 2, -h / 2, w, h, color, w * 0.06),
    light(
      `M${-w / 2} ${h * 0.1}L${w * 0.1} ${-h / 2}H${w * 0.34}L${-w * 0.32} ${h / 2}H${-w * 0.44}Q${-w / 2} ${h / 2} ${-w / 2} ${h * 0.4}z`,
      0.14,
    ),
    rect(-w * 0.38, -h * 0.16, w * 0.16, h * 0.22, chip, 7),
    stroke(`M${-w * 0.38} ${-h * 0.05}h${w * 0.16}`, P.amber, 4),
    times(4, (i) => rect(-w * 0.38 + i * w * 0.15, h * 0.2, w * 0.11, h * 0.07, mark, 4)),
    `<g opacity=".85">${circle(w * 0.3, -h * 0.24, h * 0.13, mark)}</g>`,
    `<g opacity=".5">${circle(w * 0.38, -h * 0.24, h * 0.13, mark)}</g>`,
  ].join("");
};

/** A piggy bank looking left; stands on y = 0, about 420 wide. */
export const piggy = (color, dark, { slot = P.night } = {}) =>
  [
    stroke("M190-190C235-210 240-150 214-158", dark, 16),
    rect(60, -78, 52, 78, dark, 14),
    rect(-118, -78, 52, 78, dark, 14),
    path("M-128-232L-140-312C-100-308-66-290-52-258z", dark),
    path("M-196-166C-196-248-110-296 6-296C126-296 206-236 206-156C206-76 126-38 6-38C-110-38-196-84-196-166z", color),
    shade(
      "M206-156C206-76 126-38 6-38C-92-38-168-71-190-128C-130-90-60-86 10-86C120-86 180-130 190-210C200-194 206-176 206-156z",
      0.15,
    ),
    rect(104, -74, 54, 74, color, 14),
    shade(box(128, -60, 30, 60), 0.15),
    rect(-84, -74, 54, 74, color, 14),
    rect(-232, -206, 66, 90, color, 28),
    rect(-240, -200, 42, 78, dark, 20),
    circle(-221, -176, 6, slot),
    circle(-221, -148, 6, slot),
    path("M-62-246L-44-326C-10-306 12-280 10-246z", color),
    shade("M-18-310C4-290 12-270 10-246H-16z", 0.14),
    circle(-126, -196, 11, slot),
    stroke("M-190-112Q-170-96-148-104", slot, 7),
    rect(4, -290, 104, 13, slot, 6),
    light("M-150-220C-120-262-70-278-30-280C-70-262-110-238-132-206z", 0.22),
  ].join("");

/** A glass jar that holds coins to the part `full` (0 to 1); an empty `lid` leaves it open; stands on y = 0. */
export function jar(w, h, full, lid = P.ever) {
  const inner = w - 36;
  const d = 44;
  const rows = Math.max(0, Math.floor(((h - 40) * full) / 34));
  const perRow = Math.floor(inner / (d + 2));
  const gap = inner / perRow;
  return [
    `<g opacity=".5">${rect(-w / 2, -h, w, h, P.white, w * 0.16)}</g>`,
    times(rows, (j) =>
      times(perRow - (j % 2), (i) => {
        const x = -inner / 2 + gap * (i + 0.5) + (j % 2 ? gap / 2 : 0);
        const y = -18 - d / 2 - j * 34;
        return [
          circle(x, y, d / 2, (i + j * 2) % 3 ? P.gold : P.amber),
          ring(x, y, d * 0.3, (i + j * 2) % 3 ? P.amber : P.bark, 4),
        ];
      }),
    ),
    shade(
      `M${w * 0.24} ${-h}H${w * 0.34}Q${w / 2} ${-h} ${w / 2} ${-h + w * 0.16}V${-w * 0.16}Q${w / 2} 0 ${w * 0.34} 0H${w * 0.24}z`,
      0.1,
    ),
    `<g opacity=".75">${rect(-w / 2 + 20, -h + 44, 14, h * 0.5, P.white, 7)}</g>`,
    lid
      ? [rect(-w * 0.43, -h - 34, w * 0.86, 50, lid, 12), shade(box(w * 0.16, -h - 34, w * 0.24, 50), 0.2)]
      : rect(-w * 0.46, -h - 12, w * 0.92, 28, P.white, 14),
  ]
    .flat(3)
    .join("");
}

/** A wallet lying front on, closed with a strap. */
export const wallet = (color, dark) =>
  [
    rect(-168, -128, 340, 60, dark, 18),
    at(-20, -140, note(250)),
    rect(-180, -112, 360, 228, color, 26),
    shade("M60-112H154Q180-112 180-86V90Q180 116 154 116H60z", 0.12),
    stroke("M-156-84H150", dark, 5),
    stroke("M-156 90H150", dark, 5),
    path("M190-40H98Q58-40 58 2T98 44H190Q202 44 202 32V-28Q202-40 190-40z", dark),
    circle(104, 2, 17, P.gold),
  ].join("");

/** A price tag hanging from its hole at the origin; `sign` is drawn in its middle. */
export const tag = (color, sign = "", string = P.ever) =>
  [
    stroke("M0 0C-10-40-40-50-50-90", string, 6),
    path("M-16-28L-74 30Q-80 36-80 46V232Q-80 250-62 250H62Q80 250 80 232V46Q80 36 74 30L16-28Q0-42-16-28z", color),
    shade("M0-35Q8-36 16-28L74 30Q80 36 80 46V232Q80 250 62 250H0z", 0.13),
    circle(0, 12, 15, string),
    circle(0, 12, 7, P.paper),
    at(0, 142, sign),
  ].join("");

/** A bank with columns; stands on y = 0, about 440 wide. */
export const bank = (wall, side, { door = P.night, badge = star(26, P.gold) } = {}) =>
  [
    rect(-214, -26, 428, 26, side, 4),
    rect(-196, -50, 392, 26, wall, 4),
    rect(-180, -240, 360, 192, side),
    times(4, (i) => [rect(-172 + i * 99, -240, 46, 190, wall), shade(box(-146 + i * 99, -240, 20, 190), 0.13)]),
    rect(-24, -176, 48, 126, door, 4),
    rect(-200, -276, 400, 40, wall, 4),
    shade(box(-200, -244, 400, 8), 0.2),
    path("M0-396L218-288Q224-276 210-276H-210Q-224-276-218-288z", wall),
    shade("M0-396L218-288Q224-276 210-276H0z", 0.13),
    at(0, -318, badge),
  ].join("");
