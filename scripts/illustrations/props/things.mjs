import { P } from "../palette.mjs";
import { at, box, circle, half, light, path, rect, ring, shade, stroke, times } from "../svg.mjs";

const wheel = (x) => [
  circle(x, -46, 48, P.night),
  circle(x, -46, 26, P.sand),
  shade(half(x, -46, 26, 135), 0.2),
  circle(x, -46, 9, P.night),
];

/** A small car from the side, bound to the right; stands on y = 0, 420 wide. */
export const car = (color, glass = P.mist, { trim = P.night } = {}) =>
  [
    path(
      "M-212-66C-214-106-196-120-158-126L-118-134C-88-190-64-210-18-210H52C96-210 122-188 150-136L186-126C208-118 214-104 214-76V-56Q214-42 200-42H-196Q-210-42-212-66z",
      color,
    ),
    light("M-158-126L-118-134C-88-190-64-210-18-210H52C70-210 84-206 97-198H-10C-54-198-78-176-104-126z", 0.22),
    shade("M-212-76H214V-56Q214-42 200-42H-196Q-210-42-212-66z", 0.18),
    path("M-94-134C-70-174-54-190-18-190H8V-134z", glass),
    path("M26-190H50C84-190 98-174 120-134H26z", glass),
    light("M-60-134L-24-190H-4L-40-134zM60-134L84-180L96-170L76-134z", 0.35),
    rect(-22, -116, 34, 9, trim, 4),
    rect(92, -116, 34, 9, trim, 4),
    stroke("M17-134V-62", trim, 3),
    path("M214-104C204-106 196-100 196-92H214z", P.butter),
    rect(-214, -104, 14, 30, P.coral, 5),
    wheel(-124),
    wheel(126),
  ]
    .flat()
    .join("");

/** A car seen from the front; stands on y = 0, 420 wide. */
export const carFront = (color, dark, glass = P.mist) =>
  [
    rect(-176, -70, 76, 70, P.night, 18),
    rect(100, -70, 76, 70, P.night, 18),
    path("M-150-210L-116-318Q-106-346-76-346H76Q106-346 116-318L150-210z", color),
    path("M-122-212L-96-300Q-90-320-70-320H70Q90-320 96-300L122-212z", glass),
    light("M-60-212L-20-320H40L0-212z", 0.35),
    rect(-210, -238, 52, 34, dark, 14),
    rect(158, -238, 52, 34, dark, 14),
    path("M-190-150Q-190-214-130-214H130Q190-214 190-150V-64Q190-40 166-40H-166Q-190-40-190-64z", color),
    shade("M40-214H130Q190-214 190-150V-64Q190-40 166-40H40z", 0.13),
    rect(-96, -150, 192, 50, dark, 22),
    stroke("M-72-125H72", color, 6),
    circle(-140, -128, 32, P.white),
    circle(140, -128, 32, P.white),
    circle(-140, -128, 20, P.butter),
    circle(140, -128, 20, P.butter),
    rect(-190, -80, 380, 30, dark, 12),
    rect(-50, -86, 100, 40, P.paper, 6),
  ].join("");

/** Scissors, points to the left, pivot on the origin; `open` is half the angle between the blades. */
export function scissors(open, color = P.coral, { metal = P.mist, size = 1 } = {}) {
  const blade = (up) => [
    path(
      `M50 ${up * 16}L-266 ${up * -26}Q-286 ${up * -28} -270 ${up * -12}L-40 ${up * 30}Q20 ${up * 38} 50 ${up * 16}z`,
      metal,
    ),
  ];
  const grip = (up) => [
    stroke(`M20 0L96 ${up * -34}`, color, 34),
    `<ellipse cx="158" cy="${up * -66}" rx="74" ry="52" transform="rotate(${up * -22} 158 ${up * -66})" fill="none" stroke="${color}" stroke-width="32"/>`,
  ];
  return at(
    0,
    0,
    [
      at(0, 0, [blade(-1), grip(-1)], { r: open }),
      at(0, 0, [blade(1), shade("M50 16L-266-26Q-286-28-270-12L-40 30Q20 38 50 16z", 0.12), grip(1)], { r: -open }),
      circle(0, 0, 17, P.night),
      circle(-4, -4, 5, metal),
    ],
    { s: size },
  );
}

/** A magnifying glass around its lens, radius r; handle to the lower right. `parts` is what it shows. */
export const lens = (r, rim = P.ever, grip = P.gold, parts = "") =>
  [
    at(
      0,
      0,
      [
        rect(r * 0.98, -r * 0.1, r * 0.34, r * 0.2, P.sand),
        rect(r * 1.24, -r * 0.17, r * 1.06, r * 0.34, grip, r * 0.14),
        shade(box(r * 1.24, 0, r * 1.02, r * 0.17), 0.16),
      ],
      { r: 45 },
    ),
    circle(0, 0, r, "#eef5f0"),
    parts,
    light(half(0, 0, r * 0.94, 315), 0.24),
    ring(0, 0, r, rim, r * 0.17),
  ]
    .flat()
    .join("");

/** A round clock around its middle; hands by hour and minute. */
export const clock = (r, face, rim, { hour = 10, minute = 10, hands = P.night, ticks = 12 } = {}) =>
  [
    circle(0, 0, r, rim),
    shade(half(0, 0, r, 135), 0.16),
    circle(0, 0, r * 0.84, face),
    times(ticks, (i) =>
      at(0, 0, rect(-r * 0.025, -r * 0.76, r * 0.05, r * (i % 3 ? 0.09 : 0.16), hands, r * 0.025), {
        r: (360 / ticks) * i,
      }),
    ),
    at(0, 0, rect(-r * 0.045, -r * 0.44, r * 0.09, r * 0.52, hands, r * 0.045), { r: hour * 30 + minute / 2 }),
    at(0, 0, rect(-r * 0.032, -r * 0.64, r * 0.064, r * 0.72, hands, r * 0.032), { r: minute * 6 }),
    circle(0, 0, r * 0.08, P.gold),
  ].join("");

/** A shopping bag; an empty `handle` leaves it off; stands on y = 0. */
export const bag = (w, h, color, sign = "", handle = P.bark) =>
  [
    handle
      ? stroke(
          `M${-w * 0.2} ${-h + 10}V${-h - w * 0.12}a${w * 0.2} ${w * 0.2} 0 0 1 ${w * 0.4} 0V${-h + 10}`,
          handle,
          12,
        )
      : "",
    path(
      `M${-w / 2} ${-h}H${w / 2}L${w * 0.53} -8Q${w * 0.53} 0 ${w * 0.5} 0H${-w * 0.5}Q${-w * 0.53} 0 ${-w * 0.53} -8z`,
      color,
    ),
    shade(`M${w * 0.24} ${-h}H${w / 2}L${w * 0.53} -8Q${w * 0.53} 0 ${w * 0.5} 0H${w * 0.16}z`, 0.15),
    circle(-w * 0.2, -h + 26, 8, P.night),
    circle(w * 0.2, -h + 26, 8, P.night),
    at(0, -h * 0.46, sign),
  ].join("");

/** A cardboard box; stands on y = 0. With `open`, its flaps stand out. */
export const carton = (w, h, { open = false, color = P.wood, dark = P.bark, tape = P.sand } = {}) =>
  [
    open ? path(`M${-w / 2} ${-h}H${w / 2}V${-h + 30}H${-w / 2}z`, P.night) : "",
    open
      ? path(`M${-w / 2} ${-h}L${-w * 0.68} ${-h - w * 0.12}L${-w * 0.62} ${-h + 16}L${-w / 2} ${-h + 20}z`, dark) +
        path(`M${w / 2} ${-h}L${w * 0.68} ${-h - w * 0.12}L${w * 0.62} ${-h + 16}L${w / 2} ${-h + 20}z`, dark)
      : "",
    rect(-w / 2, -h + (open ? 14 : 0), w, h - (open ? 14 : 0), color, 4),
    shade(box(w * 0.18, -h + (open ? 14 : 0), w * 0.32, h - (open ? 14 : 0)), 0.14),
    open ? "" : rect(-w * 0.07, -h, w * 0.14, h * 0.34, tape),
  ].join("");

/** A shopping cart, bound to the right; stands on y = 0, about 420 wide. */
export const cart = (wire, dark) =>
  [
    stroke("M-230-330H-180L-120-96H140", dark, 18),
    path("M-168-270H190L150-124H-130z", wire),
    shade("M60-270H190L150-124H60z", 0.13),
    times(4, (i) => stroke(`M${-104 + i * 66}-262L${-88 + i * 56}-132`, P.paper, 6)),
    stroke("M-152-198H166", P.paper, 6),
    circle(-90, -34, 34, P.night),
    circle(-90, -34, 13, P.sand),
    circle(116, -34, 34, P.night),
    circle(116, -34, 13, P.sand),
    stroke("M-120-96L-90-66M140-96L116-66", dark, 14),
  ].join("");

/** A shopping basket; stands on y = 0, 360 wide. */
export const basket = (color, dark) =>
  [
    stroke("M-120-150L-56-290H56L120-150", dark, 18),
    path("M-170-160H170L136-14Q132 0 118 0H-118Q-132 0-136-14z", color),
    shade("M50-160H170L136-14Q132 0 118 0H50z", 0.14),
    times(5, (i) => rect(-108 + i * 48, -118, 22, 84, dark, 11)),
    rect(-184, -176, 368, 34, dark, 12),
  ].join("");

/** A wrapped parcel with a bow; stands on y = 0. */
export const gift = (w, h, color, ribbon) =>
  [
    rect(-w / 2, -h, w, h, color, 8),
    shade(box(w * 0.14, -h, w * 0.36, h), 0.14),
    rect(-w * 0.09, -h, w * 0.18, h, ribbon),
    rect(-w * 0.55, -h - 10, w * 1.1, h * 0.24, color, 8),
    shade(box(-w / 2, -h * 0.76 - 10, w, 10), 0.18),
    rect(-w * 0.09, -h - 10, w * 0.18, h * 0.24, ribbon),
    at(0, -h - 8, bow(w * 0.34, ribbon)),
  ].join("");

/** A bow whose knot is on the origin. */
export const bow = (r, color) =>
  [
    path(
      `M0 0C${-r * 0.4} ${-r * 1.1} ${-r * 1.4} ${-r} ${-r * 1.2} ${-r * 0.3}C${-r} ${r * 0.16} ${-r * 0.3} ${r * 0.1} 0 0zM0 0C${r * 0.4} ${-r * 1.1} ${r * 1.4} ${-r} ${r * 1.2} ${-r * 0.3}C${r} ${r * 0.16} ${r * 0.3} ${r * 0.1} 0 0z`,
      color,
    ),
    shade(
      `M0 0C${-r * 0.3} ${-r * 0.5} ${-r * 0.8} ${-r * 0.7} ${-r} ${-r * 0.42}C${-r * 0.86} ${-r * 0.1} ${-r * 0.4} 0 0 0zM0 0C${r * 0.3} ${-r * 0.5} ${r * 0.8} ${-r * 0.7} ${r} ${-r * 0.42}C${r * 0.86} ${-r * 0.1} ${r * 0.4} 0 0 0z`,
      0.22,
    ),
    rect(-r * 0.2, -r * 0.24, r * 0.4, r * 0.44, color, r * 0.12),
    shade(box(0, -r * 0.22, r * 0.2, r * 0.4), 0.15),
  ].join("");

/** A beam balance; stands on y = 0. `tilt` in degrees, pans carry left and right. */
export function balance(tilt, left, right, { color = P.ever, pan = P.gold, h = 380, arm = 240 } = {}) {
  const a = (tilt * Math.PI) / 180;
  const hang = (side, load) =>
    at(side * arm * Math.cos(a), -h + side * arm * Math.sin(a), [
      stroke("M0 0L-86 150M0 0L86 150", color, 5),
      load,
      path("M-104 150H104C100 190 60 204 0 204S-100 190-104 150z", pan),
      shade("M20 150H104C100 190 60 204 20 203z", 0.16),
    ]);
  return [
    path("M-110 0Q-110-30-70-30H70Q110-30 110 0z", color),
    rect(-11, -h, 22, h - 20, color),
    at(0, -h, [rect(-arm - 10, -9, arm * 2 + 20, 18, color, 9)], { r: tilt }),
    hang(-1, left),
    hang(1, right),
    circle(0, -h, 24, pan),
    circle(0, -h, 10, color),
  ].join("");
}

export const flag = (color, sign = "") =>
  [
    rect(-9, -420, 18, 420, P.bark, 8),
    circle(0, -424, 16, P.gold),
    path("M9-400C70-430 130-370 250-400V-230C130-200 70-260 9-230z", color),
    shade("M130-393C170-386 210-390 250-400V-230C210-220 170-216 130-224z", 0.15),
    at(110, -314, sign),
  ].join("");
export const bell = (color, dark) =>
  [
    circle(0, 128, 32, dark),
    stroke("M0-160V-130", dark, 22),
    path(
      "M-132 92C-96 60-104 10-96-40C-88-104-50-136 0-136S88-104 96-40C104 10 96 60 132 92Q140 112 118 112H-118Q-140 112-132 92z",
      color,
    ),
    shade("M10-136C54-134 88-104 96-40C104 10 96 60 132 92Q140 112 118 112H30C60 60 60-80 10-136z", 0.16),
  ].join("");
export const screwdriver = (color) =>
  [
    rect(-9, -230, 18, 160, P.mist),
    path("M-14-250H14L9-220H-9z", P.mist),
    rect(-32, -80, 64, 190, color, 22),
    shade("M6-80H10Q32-80 32-58V88Q32 110 10 110H6z", 0.18),
    stroke("M-14-50V80", P.paper, 5),
  ].join("");
export const gear = (r, color, hole = P.paper) =>
  [
    times(8, (i) => at(0, 0, rect(-r * 0.18, -r * 1.22, r * 0.36, r * 0.44, color, r * 0.06), { r: i * 45 })),
    circle(0, 0, r, color),
    shade(half(0, 0, r, 120), 0.14),
    circle(0, 0, r * 0.42, hole),
  ].join("");
export const suitcase = (w, h, color, dark) =>
  [
    stroke(`M${-w * 0.2} ${-h + 6}v-34q0-16 16-16h${w * 0.4 - 32}q16 0 16 16v34`, dark, 14),
    rect(-w / 2, -h, w, h, color, 24),
    shade(
      `M${w * 0.2} ${-h}H${w / 2 - 24}Q${w / 2} ${-h} ${w / 2} ${-h + 24}V-24Q${w / 2} 0 ${w / 2 - 24} 0H${w * 0.2}z`,
      0.14,
    ),
    rect(-w * 0.32, -h, w * 0.08, h, dark),
    rect(w * 0.24, -h, w * 0.08, h, dark),
  ].join("");
