import { P } from "../palette.mjs";
import { at, box, circle, half, light, path, rect, ring, shade, stroke, times } from "../svg.mjs";

/** A window with a cross bar around its middle. */
export const pane = (w, h, glass = P.gold, frame = P.white) =>
  [
    rect(-w / 2 - 10, -h / 2 - 10, w + 20, h + 20, frame, 8),
    rect(-w / 2, -h / 2, w, h, glass, 3),
    light(`M${-w / 2} ${h / 2}V${-h * 0.1}L${w * 0.1} ${-h / 2}H${w / 2}z`, 0.25),
    rect(-4, -h / 2, 8, h, frame),
    rect(-w / 2, -4, w, 8, frame),
    rect(-w / 2 - 20, h / 2 + 8, w + 40, 12, frame, 4),
  ].join("");

/** A house with a gable; stands on y = 0, about 360 wide and 380 high. */
export const house = ({ wall = P.paper, roof = P.ever, door = P.pine, glass = P.gold, frame = P.white } = {}) =>
  [
    rect(76, -372, 52, 130, wall),
    shade(box(104, -372, 24, 130), 0.18),
    rect(68, -384, 68, 22, roof, 4),
    rect(-146, -222, 292, 222, wall),
    path("M-146-220L0-354L146-220z", wall),
    shade("M0-354L146-220V0H0z", 0.09),
    path(
      "M-8-392Q0-399 8-392L190-226Q198-214 184-206L172-200Q164-198 156-204L0-346L-156-204Q-164-198-172-200L-184-206Q-198-214-190-226z",
      roof,
    ),
    shade("M0-396Q4-396 8-392L190-226Q198-214 184-206L172-200Q164-198 156-204L0-346z", 0.25),
    circle(0, -248, 26, frame),
    circle(0, -248, 18, glass),
    rect(-44, -142, 88, 142, frame, 6),
    rect(-34, -132, 68, 132, door, 3),
    circle(20, -62, 7, P.gold),
    at(-96, -122, pane(52, 66, glass, frame)),
    at(96, -122, pane(52, 66, glass, frame)),
  ].join("");

/** An open umbrella, apex up; the middle of its rim is the origin, R its reach, `handle` how far the stick goes down. */
export function umbrella(R, color, dark, { handle = R * 1.1, stick = P.bark } = {}) {
  const q = R / 2;
  const scallops = times(4, () => `a${q / 2} ${q * 0.36} 0 0 0 ${-q} 0`);
  return [
    handle ? stroke(`M0 ${-R * 0.9}V${handle - 34}q0 44-44 44t-44-44`, stick, R * 0.055) : "",
    stroke(`M0 ${-R * 0.96}v${-R * 0.1}`, stick, R * 0.045),
    path(`M${-R} 0A${R} ${R * 0.98} 0 0 1 ${R} 0${scallops}z`, color),
    path(`M0 ${-R * 0.98}C${-R * 0.34} ${-R * 0.8} ${-q} ${-R * 0.4} ${-q} 0a${q / 2} ${q * 0.36} 0 0 1 ${q} 0z`, dark),
    path(
      `M0 ${-R * 0.98}C${R * 0.34} ${-R * 0.8} ${q} ${-R * 0.4} ${q} 0a${q / 2} ${q * 0.36} 0 0 1 ${q} 0A${R} ${R * 0.98} 0 0 0 0 ${-R * 0.98}z`,
      dark,
    ),
    shade(
      `M0 ${-R * 0.98}A${R} ${R * 0.98} 0 0 1 ${R} 0a${q / 2} ${q * 0.36} 0 0 0 ${-q} 0C${q} ${-R * 0.4} ${R * 0.34} ${-R * 0.8} 0 ${-R * 0.98}z`,
      0.16,
    ),
  ].join("");
}

/** A shield around its middle, about 300 by 360. */
export const SHIELD =
  "M0-180C44-148 92-134 140-132Q150-131 150-120V-10C150 82 90 146 0 180C-90 146-150 82-150-10V-120Q-150-131-140-132C-92-134-44-148 0-180z";
export const shield = (color, sign = "", rim = P.paper) =>
  [
    `<path d="${SHIELD}" fill="${color}" stroke="${rim}" stroke-width="18" stroke-linejoin="round"/>`,
    shade("M0-180C44-148 92-134 140-132Q150-131 150-120V-10C150 82 90 146 0 180z", 0.16),
    sign,
  ].join("");

/** A light bulb whose glass is around the origin, radius 110; it stands out to y = 232. */
export const bulb = (glass = P.gold, base = P.ever) =>
  [
    path("M-58 92C-60 140-50 146-50 168H50C50 146 60 140 58 92z", glass),
    circle(0, 0, 110, glass),
    light(half(0, 0, 110, 270), 0.28),
    stroke("M-34 20L-16-14L0 20L16-14L34 20", P.bark, 8),
    stroke("M-20 30V160M20 30V160", P.bark, 6),
    rect(-54, 162, 108, 22, base, 8),
    rect(-50, 188, 100, 22, base, 8),
    path("M-40 214H40L22 236Q0 246-22 236z", base),
    shade("M14 162H46Q54 162 54 170V200Q50 206 40 214L22 236L14 240z", 0.25),
  ].join("");

/** A plug with two pins pointing up; its cord leaves from the origin downward. */
export const plug = (color, dark) =>
  [
    rect(-46, -216, 20, 70, P.sand, 8),
    rect(26, -216, 20, 70, P.sand, 8),
    rect(-84, -156, 168, 34, dark, 12),
    path("M-76-126H76V-80C76-34 44-12 18 0H-18C-44-12-76-34-76-80z", color),
    shade("M20-126H76V-80C76-34 44-12 18 0z", 0.15),
    rect(-18, -10, 36, 40, dark, 10),
  ].join("");

/** A faucet whose spout ends at the origin; it comes from the wall on the left. */
export const faucet = (metal = P.mist, dark = P.sage, knob = P.ever) =>
  [
    rect(-330, -190, 40, 150, dark, 10),
    path("M-300-160H-70Q40-160 40-50V0H-40V-44Q-40-80-76-80H-300z", metal),
    shade("M-300-104H-76C-30-104-16-76-16-44V0H-40V-44Q-40-80-76-80H-300z", 0.16),
    rect(-52, -14, 104, 30, dark, 10),
    rect(-196, -212, 44, 60, dark),
    rect(-260, -250, 172, 42, knob, 20),
    shade("M-170-250H-108Q-88-250-88-230T-108-208H-170z", 0.2),
    light("M-290-146H-80Q-20-146 6-110Q-30-132-80-132H-290z", 0.5),
  ].join("");

/** A round dial around the origin; the pointer stands at `angle` degrees from the top. */
export function dial(
  r,
  face,
  rim,
  { from = -130, to = 130, angle = 0, lit = P.gold, pointer = P.ever, ticks = 25 } = {},
) {
  return [
    circle(0, 0, r, rim),
    shade(half(0, 0, r, 135), 0.14),
    circle(0, 0, r * 0.86, face),
    times(ticks, (i) => {
      const a = from + ((to - from) * i) / (ticks - 1);
      return at(
        0,
        0,
        rect(-r * 0.016, -r * 0.78, r * 0.032, r * (i % 4 ? 0.08 : 0.14), a <= angle ? lit : P.sand, r * 0.016),
        { r: a },
      );
    }),
    at(0, 0, path(`M${-r * 0.05} 0L0 ${-r * 0.56}L${r * 0.05} 0z`, pointer), { r: angle }),
    circle(0, 0, r * 0.1, pointer),
    circle(0, 0, r * 0.04, face),
  ].join("");
}

/** A meter's half-round scale in three colours, pointer at `angle` (-90 to 90); the origin is its hub. */
export const gauge = (r, angle, colors, pointer = P.ever, width = r * 0.24) =>
  [
    times(colors.length, (i) => {
      const span = 180 / colors.length;
      const p = (deg) =>
        `${(r * Math.sin((deg * Math.PI) / 180)).toFixed(1)} ${(-r * Math.cos((deg * Math.PI) / 180)).toFixed(1)}`;
      return `<path d="M${p(-90 + i * span + 1.5)}A${r} ${r} 0 0 1 ${p(-90 + (i + 1) * span - 1.5)}" fill="none" stroke="${colors[i]}" stroke-width="${width}"/>`;
    }),
    at(0, 0, path(`M${-r * 0.08} 0L0 ${-r * 0.8}L${r * 0.08} 0z`, pointer), { r: angle }),
    circle(0, 0, r * 0.13, pointer),
    circle(0, 0, r * 0.05, P.paper),
  ].join("");

/** A sofa; stands on y = 0, 360 wide. */
export const sofa = (color, dark) =>
  [
    rect(-150, -20, 20, 20, P.bark),
    rect(130, -20, 20, 20, P.bark),
    rect(-160, -160, 320, 110, dark, 30),
    rect(-156, -96, 156, 62, color, 18),
    rect(2, -96, 154, 62, color, 18),
    rect(-168, -52, 336, 38, dark, 12),
    rect(-186, -116, 52, 104, color, 24),
    rect(134, -116, 52, 104, color, 24),
    shade("M160-116Q186-116 186-92V-36Q186-12 162-12H156z", 0.16),
  ].join("");

export const floorLamp = (cloth = P.gold) =>
  [
    rect(-40, -8, 80, 8, P.bark, 4),
    rect(-4, -250, 8, 244, P.bark),
    path("M-34-320H34L62-240H-62z", cloth),
    shade("M6-320H34L62-240H14z", 0.13),
  ].join("");

/** A standing fan; stands on y = 0, the hub at y = -380. */
export const fan = (color, dark) =>
  [
    path("M-90 0Q-90-26-60-26H60Q90-26 90 0z", dark),
    rect(-11, -250, 22, 230, dark),
    circle(0, -380, 158, P.paper),
    ring(0, -380, 152, dark, 12),
    times(4, (i) =>
      at(
        0,
        -380,
        path("M0 0C-10-50-70-70-62-112C-54-140 10-140 24-104C34-74 16-40 0 0z", color) +
          shade("M0 0C6-50-10-100-20-128C0-132 18-122 24-104C34-74 16-40 0 0z", 0.13),
        { r: i * 90 },
      ),
    ),
    ring(0, -380, 100, dark, 4),
    ring(0, -380, 52, dark, 4),
    circle(0, -380, 26, dark),
    circle(-6, -386, 8, P.paper),
  ].join("");

/** A door key that lies with its bow around the origin, bit to the right. */
export const key = (color = P.gold, dark = P.amber) =>
  [
    path("M60-16H300V16H272V62H240V16H214V46H184V16H60z", color),
    shade("M60 0H300V16H272V62H240V16H214V46H184V16H60z", 0.14),
    ring(0, 0, 62, color, 34),
    shade("M79 0A79 79 0 0 1-79 0H-45A45 45 0 0 0 45 0z", 0.14),
    ring(0, 0, 45, dark, 4),
  ].join("");

/** A padlock; its body's middle is the origin. */
export const padlock = (color = P.gold, dark = P.ever, open = false) =>
  [
    stroke(open ? "M-66-70V-150A66 66 0 0 1 66-150V-130" : "M-66-70V-120A66 66 0 0 1 66-120V-70", P.sage, 34),
    rect(-120, -80, 240, 200, color, 30),
    shade("M30-80H90Q120-80 120-50V90Q120 120 90 120H30z", 0.15),
    circle(0, 0, 26, dark),
    path("M-13 8H13L20 62H-20z", dark),
  ].join("");
