import { P, SKIN } from "../palette.mjs";
import { at, circle, path, rect, shade, stroke, times } from "../svg.mjs";

const sleeve = (x, y, len, w, color, cuff) => [
  rect(x, y - w / 2, len, w, color),
  shade(`M${x} ${y + w * 0.12}h${len}v${w * 0.38}h${-len}z`, 0.16),
  rect(x - 14, y - w / 2 - 8, 46, w + 16, cuff, 10),
];

/** An open palm that offers what lies on it; the arm comes from the left, the palm's middle is the origin. */
export const palm = (tone, color, cuff = P.paper) => {
  const [skin, dark] = SKIN[tone];
  return [
    path("M-210-6C-150-30-110-34-60-30L150-40Q186-40 188-18Q188 2 160 6L70 30C0 62-100 66-210 56z", skin),
    shade("M-210 30C-100 40 0 34 70 10L186-22Q190 2 160 6L70 30C0 62-100 66-210 56z", 0.12),
    stroke("M-110-26C-70-60-30-76 8-78", skin, 40),
    stroke("M60 14L150-8", dark, 6),
    rect(-760, -36, 570, 120, color, 10),
    shade("M-760 40h570v44h-570z", 0.16),
    rect(-222, -44, 44, 136, cuff, 10),
  ]
    .flat()
    .join("");
};

/** Fingers that hold a flat thing from the right: what is behind it … */
export const gripBack = (tone, n = 4, gap = 54) =>
  times(n, (i) => stroke(`M40 ${i * gap}H${-36 + (i === n - 1 ? 12 : i % 3 ? 0 : 6)}`, SKIN[tone][1], 46));
/** … and what is before it: thumb and ball of the hand, the arm leaving to the lower right. */
export const gripFront = (tone, color, cuff = P.paper) => {
  const [skin] = SKIN[tone];
  return [
    at(150, 230, sleeve(0, 0, 600, 150, color, cuff), { r: 62 }),
    path("M70-40C130-40 176 20 200 90L240 200L110 262C60 200 20 150 20 80C20 20 40-40 70-40z", skin),
    stroke("M104 30C90-20 70-60 34-96", skin, 54),
    shade("M150 0C176 30 190 60 200 90L240 200L176 230C160 150 170 60 150 0z", 0.1),
  ]
    .flat()
    .join("");
};

/** A person as a simple figure from the knees up; stands on y = 0. `hair` draws the head's outline. */
export const figure = (tone, coat, hair, { h = 260, long = false, w = 120 } = {}) => {
  const [skin, dark] = SKIN[tone];
  const r = w * 0.29;
  const top = -h + r;
  return [
    long
      ? path(
          `M${-r * 1.16} ${top - r * 0.2}A${r * 1.16} ${r * 1.2} 0 0 1 ${r * 1.16} ${top - r * 0.2}V${top + r * 1.7}H${-r * 1.16}z`,
          hair,
        )
      : "",
    path(
      `M${-w / 2} 0V${top + r * 2.6}Q${-w / 2} ${top + r * 1.5} ${-w * 0.14} ${top + r * 1.4}H${w * 0.14}Q${w / 2} ${top + r * 1.5} ${w / 2} ${top + r * 2.6}V0z`,
      coat,
    ),
    shade(`M${w * 0.14} 0V${top + r * 1.4}Q${w / 2} ${top + r * 1.5} ${w / 2} ${top + r * 2.6}V0z`, 0.14),
    rect(-w * 0.1, top + r * 0.5, w * 0.2, r * 1.2, dark, w * 0.1),
    circle(0, top, r, skin),
    path(
      `M${-r * 1.08} ${top + r * 0.1}A${r * 1.08} ${r * 1.12} 0 0 1 ${r * 1.08} ${top + r * 0.1}C${r * 0.8} ${top - r * 0.4} ${r * 0.2} ${top - r * 0.5} ${-r * 0.2} ${top - r * 0.6}C${-r * 0.5} ${top - r * 0.4} ${-r * 0.9} ${top - r * 0.2} ${-r * 1.08} ${top + r * 0.1}z`,
      hair,
    ),
  ].join("");
};
