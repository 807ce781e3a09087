import { P, SKIN } from "../palette.mjs";
import { arch, checks, ground, lean, table } from "../props/grounds.mjs";
import { gauge, house, key } from "../props/home.mjs";
import { coin, stack, tag } from "../props/money.mjs";
import { plant, sparkle } from "../props/nature.mjs";
import { lines } from "../props/paper.mjs";
import { bubble, cable, endless, handset, phone, play, router, sim, television, wifi } from "../props/tech.mjs";
import { scissors } from "../props/things.mjs";
import {
  at,
  box,
  check,
  circle,
  clip,
  dollar,
  fade,
  floor,
  path,
  rect,
  sector,
  shade,
  stroke,
  times,
} from "../svg.mjs";

export const hue = "phone";

const soft = (cx, cy, r) => fade(0.18, circle(cx, cy, r, P.night));

/** The category: a phone that stands between waves. */
export const category = (c) => [
  ground(c.soft),
  times(4, (i) => circle(600, 420, 470 - i * 100, [c.tint, c.soft, c.tint, c.soft][i])),
  table(700, c.deep),
  shade(box(0, 700, 1200, 12), 0.14),
  floor(610, 712, 330),
  at(
    600,
    430,
    phone(290, 560, P.ever, [
      at(0, 30, wifi(P.gold, { s: 0.7 })),
      rect(-80, 110, 160, 18, P.pine, 9),
      rect(-50, 146, 100, 18, P.pine, 9),
    ]),
  ),
  at(930, 704, router(P.paper, c.deep), { s: 0.66 }),
  floor(930, 708, 260),
  at(250, 700, plant(P.coral, "#bd4d36"), { s: 1.05 }),
];

export const articles = {
  "trim-your-internet-bill": (c) => [
    ground(c.tint),
    circle(600, 400, 350, c.soft),
    fade(0.16, path("M406 84H846V316C780 380 780 440 846 510V744H406V510C470 440 470 380 406 316z", P.night)),
    path("M390 66H780L830 116V300C760 370 760 430 830 500V726H390V500C460 430 460 370 390 300z", P.white),
    path("M780 66L830 116H790Q780 116 780 106z", P.sand),
    at(610, 240, wifi(c.main, { s: 0.72 })),
    lines(450, 560, 320, [1, 0.8], P.sand, 40, 16),
    rect(450, 654, 120, 26, P.ever, 13),
    rect(690, 654, 80, 26, P.ever, 13),
    path("M424 368Q610 410 796 368Q806 400 796 436Q610 478 424 436Q414 400 424 368z", P.coral),
    shade("M700 388Q750 380 796 368Q806 400 796 436Q750 448 700 456z"),
    path("M796 372L960 330L980 386L800 434z", "#c4523a"),
    circle(880, 374, 7, P.paper),
    circle(920, 364, 7, P.paper),
    rect(560, 366, 104, 92, P.gold, 14),
    rect(580, 386, 64, 52, P.coral, 6),
    rect(604, 402, 50, 18, P.amber, 8),
    at(1010, 726, stack(2, 120, 26)),
    at(240, 700, coin(46)),
    at(200, 220, sparkle(30, c.main)),
    at(1000, 180, sparkle(38, P.white)),
  ],
  "unlimited-data-check": (c) => [
    ground(c.dark),
    circle(600, 410, 360, c.deep),
    at(600, 400, endless(980, P.gold, P.amber, 74)),
    fade(0.3, rect(514, 166, 200, 500, P.night, 40)),
    at(
      600,
      400,
      phone(240, 480, P.paper, [
        at(0, 20, gauge(74, -38, [P.pine, P.gold, P.coral])),
        rect(-70, 76, 140, 16, P.sand, 8),
        rect(-70, 108, 96, 16, P.sand, 8),
        rect(-70, 160, 140, 36, c.main, 18),
        at(0, -130, wifi(c.main, { s: 0.32 })),
      ]),
    ),
  ],
  "buy-phone-outright-or-finance": (c) => [
    ground(c.soft),
    lean(640, 560, P.ever),
    floor(300, 706, 300),
    at(270, 400, phone(270, 560, c.main, [circle(0, 0, 74, c.tint), at(0, 0, check(c.deep, 18), { s: 1 })])),
    at(470, 690, stack(8, 130, 30)),
    floor(470, 696, 160),
    times(5, (i) =>
      at(
        850 + (i % 2 ? 22 : -14),
        400 + (i - 2) * 18,
        clip(
          `slice${i}`,
          rect(-160, -290 + i * 118, 330, 118, P.night),
          phone(270, 560, c.main, [circle(0, 0, 74, c.tint), at(0, 0, check(c.deep, 18))]),
        ),
      ),
    ),
    times(5, (i) => at(1096, 170 + i * 116, coin(32))),
  ],
  "own-your-router": (c) => [
    ground(P.cream),
    arch(560, 90, 640, c.soft, 680),
    table(680, c.main),
    shade(box(0, 680, 1200, 14), 0.12),
    floor(560, 694, 540),
    at(560, 690, router(P.white, c.deep, P.gold), { s: 1.34 }),
    at(560, 240, wifi(c.main, { s: 0.66 })),
    at(
      905,
      270,
      [
        at(
          12,
          16,
          fade(
            0.16,
            path(
              "M-16-28L-74 30Q-80 36-80 46V232Q-80 250-62 250H62Q80 250 80 232V46Q80 36 74 30L16-28Q0-42-16-28z",
              P.night,
            ),
          ),
        ),
        tag(P.gold),
      ],
      { r: -8, s: 1.16 },
    ),
    at(912, 440, house({ wall: P.paper, door: c.deep }), { s: 0.28, r: -8 }),
    at(880, 742, key(P.ever, P.night), { s: 0.62, r: -8 }),
    at(150, 680, plant(P.coral, "#bd4d36"), { s: 1.1 }),
  ],
  "family-plan-split": (c) => [
    ground(c.tint),
    checks(0, 0, 10, 7, 120, "#cbe5e1"),
    soft(612, 416, 216),
    circle(600, 400, 212, P.white),
    times(4, (i) => path(sector(600, 400, 184, i * 90 + 2, i * 90 + 88), [c.main, P.gold, P.coral, P.ever][i])),
    circle(600, 400, 74, P.white),
    at(600, 432, wifi(c.deep, { s: 0.34 })),
    [
      [210, 190, 122, 0, P.coral],
      [990, 190, -122, 1, P.gold],
      [210, 612, 58, 2, P.ever],
      [990, 612, -58, 0, c.deep],
    ].map(([x, y, r, t, k]) =>
      at(
        x,
        y,
        [
          rect(-62, 90, 124, 500, k),
          shade(box(10, 90, 52, 500)),
          rect(-72, 76, 144, 44, P.paper, 10),
          path("M-54 90V10Q-54-30-20-40H30Q56-30 56 10V90z", SKIN[t][1]),
          at(
            0,
            -60,
            phone(130, 236, [P.butter, c.soft, P.mist, P.cream][(x + y) % 4], [
              circle(0, -20, 30, k),
              rect(-36, 30, 72, 12, P.sand, 6),
            ]),
          ),
          stroke("M-66 40Q-84 10-70-20", SKIN[t][0], 34),
          times(3, (i) => stroke(`M76 ${-20 + i * 36}H50`, SKIN[t][0], 30)),
          path("M-60 60H70V96H-60z", SKIN[t][0]),
        ],
        { r, s: 0.92 },
      ),
    ),
  ],
  "cut-the-cord-math": (c) => [
    ground(c.deep),
    path("M0 0H1200L0 640z", c.main),
    table(690, P.night),
    floor(420, 700, 620, 0.3),
    rect(150, 620, 560, 80, P.wood, 8),
    shade(box(520, 620, 190, 80)),
    rect(180, 690, 30, 30, P.bark),
    rect(650, 690, 30, 30, P.bark),
    stroke("M430 270L340 130M430 270L540 110", P.sand, 10),
    circle(340, 124, 14, P.gold),
    circle(540, 104, 14, P.gold),
    at(
      430,
      630,
      television(520, 330, c.dark, [
        times(3, (i) => rect(-212 + i * 148, -300, 128, 92, [P.coral, P.gold, c.main][i], 10)),
        times(3, (i) => rect(-212 + i * 148, -192, 128, 92, [c.main, P.sage, P.coral][i], 10)),
        at(-148, -254, play(P.white), { s: 0.6 }),
      ]),
    ),
    path("M380 262a50 46 0 0 1 100 0z", P.sand),
    cable("M700 660C800 660 800 560 870 520", P.night, 26),
    cable("M942 476C1030 430 1020 330 1120 330H1220", P.night, 26),
    at(872, 520, rect(-6, -20, 24, 40, P.amber, 4), { r: -32 }),
    at(936, 480, rect(-14, -20, 24, 40, P.amber, 4), { r: -32 }),
    at(940, 566, scissors(20, P.gold, { size: 0.98 }), { r: 62 }),
  ],
};

export const guides = {
  "negotiate-your-internet-bill": (c) => [
    ground(c.main),
    lean(900, 520, c.deep),
    at(330, 230, [
      at(12, 16, fade(0.16, bubble(400, 230, P.night, ""))),
      bubble(400, 230, P.white, [
        at(-90, 56, wifi(c.main, { s: 0.56 })),
        rect(30, -40, 120, 20, P.sand, 10),
        rect(30, 6, 80, 20, P.sand, 10),
      ]),
    ]),
    at(890, 300, [
      at(12, 16, fade(0.2, bubble(380, 230, P.night, "", 1))),
      bubble(
        380,
        230,
        P.gold,
        [at(-70, 0, dollar(P.bark, 14), { s: 1.15 }), stroke("M60-60V60M20 20L60 60L100 20", P.bark, 18)],
        1,
      ),
    ]),
    at(610, 610, [at(10, 18, fade(0.25, handset(P.night, P.night))), handset(P.ever, P.night)], { s: 1.2, r: -8 }),
    stroke(`M372 716${"c0 56-56 56-56 0s38-50 38 0".repeat(14)}Q90 740-20 760`, P.ever, 12),
  ],
  "switch-to-a-cheaper-phone-plan": (c) => [
    ground(c.tint),
    path("M0 800L720 0H1200V800z", c.soft),
    fade(0.16, rect(246, 146, 300, 580, P.night, 44)),
    at(
      380,
      420,
      phone(300, 590, P.ever, [
        rect(-96, -190, 192, 120, P.pine, 18),
        stroke("M-60-150H40M-60-112H0", P.sage, 14),
        rect(-96, -40, 88, 88, c.main, 18),
        rect(8, -40, 88, 88, P.gold, 18),
        rect(-96, 64, 88, 88, P.coral, 18),
        rect(8, 64, 88, 88, P.sage, 18),
        rect(-50, 210, 100, 14, P.pine, 7),
      ]),
      { r: -8 },
    ),
    at(880, 270, [at(14, 18, fade(0.18, sim(210, P.night, P.night))), sim(210, P.white)], { r: 12 }),
    at(820, 600, [at(14, 18, fade(0.12, sim(170, P.night, P.night))), sim(170, c.main, P.butter)], { r: -14 }),
    stroke("M1030 420Q1080 560 960 620M1000 580L956 622L1016 640", P.ever, 16),
  ],
};
