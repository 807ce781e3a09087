import { HUES, P } from "../palette.mjs";
import { at, box, circle, ellipse, fade, floor, half, light, path, rect, ring, shade, stroke, times } from "../svg.mjs";
import { drop } from "./nature.mjs";

// What partners sell, and the floor it stands on.

/** The floor's height. */
export const y = 640;
/** Parts on their shadow, `w` wide. */
export const stand = (w, ...parts) => [floor(0, 4, w), parts];

export const paw = (k) => [
  ellipse(0, 24, 46, 38, k),
  ellipse(-52, -16, 17, 24, k),
  ellipse(-20, -46, 18, 25, k),
  ellipse(20, -46, 18, 25, k),
  ellipse(52, -16, 17, 24, k),
];
export const bowl = (k) => [
  path("M-180-110H180C180-40 130 0 80 0H-80C-130 0-180-40-180-110z", k),
  shade("M70-110H180C180-40 130 0 80 0H50z"),
  rect(-196, -124, 392, 30, k, 15),
  light("M-196-109a15 15 0 0 1 15-15H181a15 15 0 0 1 15 15z", 0.25),
];
export const ticket = (k) => [
  path("M-220-100H220V-36A36 36 0 0 0 220 36V100H-220V36A36 36 0 0 0-220-36z", k),
  shade("M100-100H220V-36A36 36 0 0 0 220 36V100H100z", 0.1),
  times(6, (i) => circle(100, -75 + i * 30, 5, P.paper)),
];
export const tire = (r) => [
  circle(0, 0, r, P.night),
  ring(0, 0, r * 0.84, P.ever, r * 0.08),
  circle(0, 0, r * 0.58, P.mist),
  shade(half(0, 0, r * 0.58, 135), 0.14),
  times(5, (i) => at(0, 0, rect(-r * 0.07, -r * 0.5, r * 0.14, r * 0.34, P.ever, r * 0.07), { r: i * 72 })),
  circle(0, 0, r * 0.13, P.ever),
];
export const washer = (k) => [
  rect(-190, -470, 380, 470, P.white, 22),
  shade("M110-470H168Q190-470 190-448V-22Q190 0 168 0H110z", 0.1),
  rect(-160, -440, 110, 36, k.soft, 8),
  circle(80, -422, 20, k.main),
  circle(134, -422, 12, P.sand),
  circle(0, -200, 140, P.mist),
  circle(0, -200, 112, P.ever),
  path("M-108-180Q-54-220 0-180T108-180A112 112 0 0 1-108-180z", P.water),
  light(half(0, -200, 112, 315), 0.1),
];
export const van = (k, dark) => [
  rect(-300, -300, 380, 240, k, 16),
  path("M80-240H190Q214-240 224-220L280-140Q290-130 290-110V-60H80z", dark),
  path("M110-214H184Q196-214 202-204L244-136H110z", P.mist),
  shade(box(-300, -110, 590, 50)),
  times(2, (i) => [circle(-180 + i * 340, -54, 56, P.night), circle(-180 + i * 340, -54, 26, P.sand)]),
];
export const glasses = (k) => [
  times(2, (i) => [
    fade(0.6, circle(-140 + i * 280, 0, 112, P.white)),
    light(half(-140 + i * 280, 0, 112, 315), 0.5),
    ring(-140 + i * 280, 0, 112, k, 24),
  ]),
  stroke("M-34-30Q0-60 34-30", k, 22),
  stroke("M-250-30L-320-70M250-30L320-70", k, 22),
];
export const shower = (k) => [
  stroke("M230-260H100Q40-260 20-200L0-150", P.sage, 34),
  rect(220, -310, 34, 100, P.ever, 10),
  path("M-140-80Q-130-150 0-160Q130-150 140-80z", k),
  shade("M30-159Q130-150 140-80H60z"),
  rect(-156, -90, 312, 34, P.ever, 17),
  times(5, (i) => times(3, (j) => at(-110 + i * 55, 10 + j * 74 + (i % 2) * 30, drop(12, P.water)))),
];
export const panels = () =>
  at(0, 0, [
    path("M-8-392Q0-399 8-392L190-226Q198-214 184-206L172-200Q164-198 156-204L0-346z", P.ever),
    times(3, (i) => path(`M${28 + i * 46} ${-378 + i * 42}l36 33l-20 22l-36-33z`, HUES.banking.main)),
  ]);
export const pot = (k, dark, grow) => [
  grow,
  path("M-80-110H80L60-10Q58 0 46 0H-46Q-58 0-60-10z", k),
  shade("M20-110H80L60-10Q58 0 46 0H20z"),
  rect(-88, -126, 176, 34, dark, 8),
];
export const hourglass = (k) => [
  rect(-90, -24, 180, 24, P.ever, 8),
  rect(-90, -320, 180, 24, P.ever, 8),
  path(
    "M-66-296H66C66-220 16-190 10-160C16-130 66-100 66-24H-66C-66-100-16-130-10-160C-16-190-66-220-66-296z",
    P.white,
  ),
  path("M-54-250H54C46-210 14-186 6-162H-6C-14-186-46-210-54-250z", k),
  path("M-60-26C-52-80-16-90 0-106C16-90 52-80 60-26z", k),
];
