import { P } from "../palette.mjs";
import { arch, ground, hill, lean, table } from "../props/grounds.mjs";
import { gauge, umbrella } from "../props/home.mjs";
import { bank, coin, jar, piggy, stack } from "../props/money.mjs";
import { cloud, cypress, drop, leaf, plant, sprig, tree, water } from "../props/nature.mjs";
import { lines, sheet } from "../props/paper.mjs";
import { gear, lens } from "../props/things.mjs";
import { at, box, circle, cross, ellipse, fade, floor, path, percent, rect, shade, stroke, times } from "../svg.mjs";

export const hue = "banking";

const _soft = (cx, cy, r) => fade(0.18, circle(cx, cy, r, P.night));

/** A piece of a swimming ring that lies flat, from one angle to another, clockwise from the right. */
function hoop(from, to) {
  const p = (deg, rx, ry) =>
    `${Math.round(rx * Math.cos((deg * Math.PI) / 180))} ${Math.round(ry * Math.sin((deg * Math.PI) / 180))}`;
  const mid = (from + to) / 2;
  return `M${p(from, 320, 84)}A320 84 0 0 1 ${p(mid, 320, 84)}A320 84 0 0 1 ${p(to, 320, 84)}L${p(to, 238, 50)}A238 50 0 0 0 ${p(mid, 238, 50)}A238 50 0 0 0 ${p(from, 238, 50)}z`;
}

/** The category: a bank under a coin of a sun. */
export const category = (c) => [
  ground(c.soft),
  circle(600, 330, 260, c.tint),
  at(600, 176, coin(110)),
  hill(640, 60, c.main),
  table(690, c.deep),
  at(150, 700, cypress(280, P.pine)),
  at(260, 700, cypress(200, P.ever)),
  at(1050, 700, cypress(280, P.pine)),
  at(940, 700, cypress(200, P.ever)),
  floor(600, 704, 520),
  at(600, 700, bank(P.paper, P.sand), { s: 1.06 }),
  at(330, 700, stack(3, 110, 24)),
  at(870, 700, stack(5, 110, 24)),
];

export const articles = {
  "avoid-overdraft-fees": (c) => [
    ground(c.soft),
    circle(920, 200, 110, P.butter),
    at(250, 160, cloud(230, P.white)),
    at(1080, 330, cloud(170, P.white)),
    water(500, c.main, { swell: 26 }),
    at(596, 590, [
      path(hoop(-180, 180), P.white),
      times(3, (k) => path(hoop(-160 + k * 55, -135 + k * 55), P.coral)),
      ellipse(0, 0, 236, 50, c.main),
    ]),
    at(590, 674, piggy("#f0a9b2", "#d9808f"), { s: 1.12 }),
    at(596, 590, [
      path("M-240 0A236 50 0 0 0 240 0z", c.main),
      path("M-320 0A320 84 0 0 0 320 0V40A320 84 0 0 1-320 40z", P.sand),
      path(hoop(0, 180), P.white),
      times(4, (k) => path(hoop(6 + k * 48, 32 + k * 48), P.coral)),
    ]),
    water(640, c.deep, { step: 190, swell: 24 }),
    water(720, c.dark, { step: 170, swell: 20 }),
    at(130, 640, stroke("M0 0h70M110 30h50", c.soft, 9)),
    at(960, 610, stroke("M0 0h90M-60 34h50", c.soft, 9)),
  ],
  "high-yield-savings-explained": (c) => [
    ground(P.ever),
    arch(600, 70, 560, P.pine, 690),
    table(690, P.night),
    rect(200, 620, 220, 70, c.deep),
    rect(420, 560, 240, 130, c.main),
    rect(660, 480, 260, 210, c.soft),
    shade(box(200, 676, 720, 14), 0.1),
    at(310, 620, [at(0, 0, sprig(1, c.soft, 70)), at(0, -106, coin(30))]),
    at(540, 560, [at(0, 0, sprig(2, c.soft, 84)), at(0, -186, coin(42))]),
    at(790, 480, [
      stroke("M0 0V-240", P.sage, 10),
      times(3, (i) => [
        at(0, -30 - i * 56, leaf(120, 34, P.sage), { r: 58 }),
        at(0, -30 - i * 56, leaf(120, 34, P.sage), { r: -58 }),
      ]),
      at(0, -270, coin(78, percent(P.bark, 14))),
    ]),
    at(
      170,
      300,
      [
        path("M-70-150H70L84 0H-84z", P.gold),
        shade("M20-150H70L84 0H20z"),
        stroke("M72-120Q150-150 124-40L80-20", P.gold, 18),
        path("M-66-110L-150-200L-176-180L-78-40z", P.amber),
        rect(-206, -226, 60, 40, P.amber, 10),
        rect(-80, -166, 160, 28, P.amber, 10),
      ],
      { flip: true, r: 24 },
    ),
    at(392, 330, drop(13, P.water)),
    at(352, 380, drop(11, P.water)),
    at(420, 420, drop(11, P.water)),
    at(1050, 690, stack(6, 120, 26)),
  ],
  "automatic-savings-that-stick": (c) => [
    ground(c.tint),
    rect(0, 0, 1200, 300, c.soft),
    table(690, c.deep),
    rect(-20, 120, 1010, 74, c.main),
    shade(box(-20, 166, 1010, 28), 0.16),
    times(3, (i) => [
      rect(206 + i * 300, 180, 88, 70, c.main),
      shade(box(258 + i * 300, 180, 36, 70), 0.16),
      rect(192 + i * 300, 236, 116, 30, c.deep, 8),
    ]),
    rect(960, 104, 44, 106, c.deep, 10),
    times(3, (i) => rect(84 + i * 300, 104, 36, 106, c.deep, 8)),
    at(1070, 157, [gear(78, P.ever, P.gold)]),
    times(3, (i) => [
      floor(250 + i * 300, 696, 190),
      at(250 + i * 300, 690, jar(176, 250, [0.35, 0.6, 0.95][i], "")),
      at(250 + i * 300, 330 + (i % 2) * 40, coin(32)),
    ]),
    at(1090, 690, plant(P.gold, P.amber), { s: 0.9 }),
  ],
  "credit-report-errors": (c) => [
    ground(c.main),
    lean(420, 780, c.deep),
    at(
      520,
      420,
      [
        at(18, 24, fade(0.22, rect(-270, -330, 540, 660, P.night, 12))),
        sheet(540, 660, [
          at(0, -150, gauge(140, 34, [P.coral, P.gold, P.sage, P.pine])),
          lines(-200, -74, 400, [1, 0.82, 0.94, 0.7], P.sand, 46, 16),
          rect(-200, 108, 300, 18, P.coral, 9),
          lines(-200, 156, 400, [0.9, 1, 0.6], P.sand, 46, 16),
        ]),
      ],
      { r: -6 },
    ),
    at(
      716,
      500,
      lens(170, P.ever, P.gold, [
        rect(-168, -46, 0, 0, P.paper),
        rect(-140, -80, 240, 24, P.sand, 12),
        rect(-140, -14, 190, 34, P.coral, 17),
        rect(-140, 64, 220, 24, P.sand, 12),
        at(96, 2, [circle(0, 0, 40, P.coral), at(0, 0, cross(P.white, 20), { s: 0.62 })]),
      ]),
    ),
  ],
  "pay-down-debt-order": (c) => [
    ground(P.cream),
    circle(820, 360, 330, c.tint),
    table(650, c.main),
    shade(box(0, 650, 1200, 14), 0.12),
    [
      [190, 140, 64, 66, P.gold],
      [300, 200, 70, 48, P.coral],
      [430, 280, 80, 30, c.deep],
      [590, 370, 92, 14, P.ever],
      [790, 470, 104, 0, c.main],
      [1000, 560, 116, 0, c.dark],
    ].map(([x, h, w, r, k], i) => [
      i > 3 ? floor(x, 658, w * 1.8) : "",
      at(
        x + w / 2,
        650,
        [
          rect(-w, -h, w, h, k, 12),
          shade(box(-w * 0.3, -h + 8, w * 0.3, h - 16)),
          circle(-w / 2, -h * 0.72, w * 0.13, P.paper),
          circle(-w / 2, -h * 0.28, w * 0.13, P.paper),
          rect(-w * 0.86, -h / 2 - 3, w * 0.72, 6, P.paper, 3),
        ],
        { r },
      ),
    ]),
    at(90, 500, [stroke("M-40 30H50", c.main, 10), stroke("M-10 76H50", c.main, 10)]),
  ],
  "hidden-bank-fees": (c) => [
    ground(c.tint),
    circle(250, 150, 74, P.butter),
    at(960, 130, cloud(230, P.white)),
    at(480, 90, cloud(150, P.white)),
    water(310, c.main, { swell: 16, step: 170 }),
    path("M380 330L820 330L960 470L900 660L700 770L560 740L400 790L270 620L240 440z", c.soft),
    fade(0.45, path("M820 330L960 470L900 660L700 770L640 560L690 330z", c.deep)),
    fade(0.35, path("M380 330L470 540L400 790L270 620L240 440z", P.white)),
    path("M420 318L480 240H740L800 318z", P.white),
    shade("M690 240H740L800 318H650z", 0.1),
    at(610, 250, bank(P.paper, P.sand, { door: P.ever }), { s: 0.48 }),
    fade(0.35, rect(0, 308, 1200, 10, P.white)),
    at(470, 470, coin(62)),
    at(700, 440, coin(44)),
    at(640, 600, coin(76, percent(P.bark, 14))),
    at(410, 640, coin(48, percent(P.bark, 14))),
    at(820, 560, coin(38)),
    path("M0 760Q200 730 420 760T900 756T1200 750V800H0z", c.dark),
  ],
};

export const guides = {
  "start-an-emergency-fund": (c) => [
    ground(c.dark),
    path("M0 560L1200 420V800H0z", c.deep),
    times(16, (i) => stroke(`M${40 + i * 78} ${60 + ((i * 137) % 300)}l-22 66`, i % 3 ? c.main : P.water, 9)),
    floor(600, 726, 460, 0.4),
    at(600, 720, [stroke("M0-40V-560", P.bark, 20), jar(330, 330, 0.72, "")]),
    at(600, 330, umbrella(310, P.coral, P.paper, { handle: 0 })),
    at(250, 716, stack(2, 120, 26)),
    at(990, 716, [at(0, 0, coin(44)), ""]),
  ],
  "leave-a-costly-bank-account": (c) => [
    ground(c.tint),
    circle(240, 230, 90, P.gold),
    hill(560, 70, c.soft, 900, 900),
    hill(600, 40, P.sage, 300, 800),
    table(680, c.main),
    path("M0 740Q500 700 1200 760V800H0z", c.deep),
    at(960, 694, bank(c.deep, c.dark, { badge: at(0, 0, percent(c.soft), { s: 0.6 }), door: P.night }), { s: 0.9 }),
    at(90, 690, tree(300, P.pine)),
    floor(480, 716, 420),
    at(
      480,
      714,
      [
        stroke("M-20-270L270-420", P.bark, 18),
        piggy("#f0a9b2", "#d9808f"),
        at(262, -416, [
          path("M0-10C40 0 104 40 96 100C88 150-70 160-86 104C-94 50-30 0 0-10z", P.gold),
          shade("M0-10C40 0 104 40 96 100C92 124 50 138 8 140C60 100 40 30 0-10z"),
          path("M-30-34L0 0L34-40L26 8H-22z", P.amber),
          circle(-24, 66, 11, P.paper),
          circle(30, 52, 11, P.paper),
          circle(16, 104, 11, P.paper),
        ]),
      ],
      { s: 0.98 },
    ),
    at(170, 716, sprig(2, P.pine, 50)),
  ],
};
