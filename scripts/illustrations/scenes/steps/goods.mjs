import { HUES, P } from "../../palette.mjs";
import { gauge, padlock } from "../../props/home.mjs";
import { card, coin, jar, stack } from "../../props/money.mjs";
import { calendar, seal } from "../../props/paper.mjs";
import { cable, laptop, phone, router, sim } from "../../props/tech.mjs";
import { bow, car } from "../../props/things.mjs";
import { at, box, circle, fade, floor, path, percent, rect, shade, stroke, times } from "../../svg.mjs";

// Steps that are done with what one buys, carries and saves. 800 by 600, around 400, 300; what stands does so at 170.

const { insurance, utilities, shopping, banking, phone: tele } = HUES;

/** A can of food; stands on y = 0. */
const can = (h, color) => [
  rect(-34, -h, 68, h, P.mist, 10),
  rect(-34, -h + 16, 68, h - 32, color),
  shade(box(10, -h, 24, h), 0.12),
];

/** A packet of food; stands on y = 0. */
const packet = (w, h, color, sign = "") => [
  rect(-w / 2, -h, w, h, color, 8),
  rect(-w / 2, -h, w, h * 0.14, P.white, 8),
  shade(box(w * 0.2, -h, w * 0.3, h), 0.12),
  at(0, -h * 0.45, sign),
];

/** A bag of coffee; stands on y = 0. */
const coffee = (w, h) =>
  packet(w, h, P.bark, [circle(0, 0, w * 0.26, P.sand), path("M0-16C12-6 12 8 0 16C-12 8-12-6 0-16z", P.bark)]);

/** Motif: [hue, where it is, drawing]. */
export const goods = {
  "three-coffees": [
    shopping,
    "tiles",
    () =>
      times(3, (i) =>
        at(-230 + i * 230, 120, [
          floor(0, 4, 160),
          i === 1
            ? [
                rect(-70, -190, 140, 190, P.bark, 14),
                rect(-76, -200, 152, 30, P.mist, 8),
                circle(0, -86, 36, P.sand),
                shade(box(30, -190, 40, 190), 0.12),
              ]
            : "",
          i === 0 ? coffee(110, 150) : "",
          i === 2 ? [at(-48, 0, coffee(92, 140)), at(52, 0, coffee(92, 140))] : "",
          at(0, 100, stack([6, 4, 3][i], 92, 20)),
        ]),
      ),
  ],
  "smaller-box": [
    shopping,
    "tiles",
    (c) => [
      floor(0, 170, 330),
      `<rect x="-140" y="-210" width="280" height="380" rx="10" fill="none" stroke="${P.ever}" stroke-width="8" stroke-dasharray="22 18"/>`,
      at(0, 170, packet(220, 300, c.main, [circle(0, 0, 54, P.butter), circle(0, 0, 34, P.gold)])),
      stroke("M0-196V-146M-18-164L0-144L18-164", P.ever, 9),
    ],
  ],
  pantry: [
    utilities,
    "shelf",
    (c) => [
      [-10, 170].map((y) => rect(-300, y, 600, 18, P.bark, 4)),
      [c.main, P.pine, c.main, P.gold].map((color, i) => at(-240 + i * 84, -10, can(110, color))),
      at(150, -10, packet(90, 150, P.coral)),
      at(246, -10, packet(80, 120, P.water)),
      at(-230, 170, packet(100, 130, P.gold)),
      at(-120, 170, packet(90, 110, P.sage)),
      [P.coral, c.main, P.pine].map((color, i) => at(0 + i * 84, 170, can(110, color))),
      at(252, 170, jar(80, 110, 0, P.ever)),
    ],
  ],
  "car-value": [
    insurance,
    "street",
    (c) => [
      floor(-110, 130, 360),
      at(-110, 130, car(P.coral, c.tint), { s: 0.86 }),
      [5, 3, 1].map((n, i) => at(130 + i * 96, 134, stack(n, 80, 24))),
      stroke("M130-50L330 54M330 54l-14-34M330 54l-38 2", P.ever, 9),
    ],
  ],
  "speed-test": [
    tele,
    "room",
    (c) => [
      floor(-110, 160, 440),
      at(-110, 160, laptop(380, c.tint, [at(0, -70, gauge(100, 34, [P.coral, P.gold, c.main]))])),
      at(236, 160, router(P.white, c.deep), { s: 0.56 }),
      cable("M96 148C130 190 150 120 180 152", P.gold, 12),
    ],
  ],
  "gift-cards": [
    shopping,
    "desk",
    (c) => [
      at(24, 34, fade(0.16, rect(-190, -120, 380, 240, P.night, 22)), { r: -8 }),
      at(
        0,
        0,
        [
          card(380, c.deep, { chip: c.deep, mark: c.deep }),
          rect(-90, -120, 36, 240, P.gold),
          rect(-190, -30, 380, 36, P.gold),
          at(-72, -12, bow(64, P.gold)),
        ],
        { r: -8 },
      ),
      at(150, 120, seal(64, P.coral, at(0, 0, percent(P.white, 15), { s: 0.62 }))),
    ],
  ],
  "sim-out": [
    tele,
    "desk",
    (c) => [
      at(
        -90,
        0,
        phone(230, 430, c.tint, [
          times(6, (i) =>
            rect(
              -76 + (i % 3) * 54,
              -150 + Math.floor(i / 3) * 60,
              42,
              42,
              [c.main, P.gold, P.coral, P.sage, c.soft, P.ever][i],
              10,
            ),
          ),
        ]),
        { r: -6 },
      ),
      stroke("M56 10H110M94-10L114 10L94 30", P.ever, 11),
      at(214, 10, [at(10, 12, fade(0.16, sim(150, P.night, P.night))), sim(150, P.white)], { r: 8 }),
    ],
  ],
  "phone-lock": [
    banking,
    "desk",
    (c) => [at(0, 0, phone(250, 460, c.tint, at(0, 20, padlock(P.gold, c.dark, true), { s: 0.72 })), { r: 4 })],
  ],
  payday: [
    banking,
    "room",
    (c) => [
      at(
        -150,
        -30,
        calendar(320, 320, c.main, { mark: (i) => (i === 12 || i === 26 ? circle(0, 0, 17, P.gold) : "") }),
      ),
      stroke("M40-60C110-110 170-90 196-30M196-30l-34-6M196-30l8-34", P.ever, 10),
      floor(210, 162, 190),
      at(210, 160, jar(150, 150, 0.6, "")),
      at(120, -96, coin(34)),
    ],
  ],
};
