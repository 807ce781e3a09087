import { P } from "../palette.mjs";
import { checks, dots, ground, stripes, table } from "../props/grounds.mjs";
import { padlock } from "../props/home.mjs";
import { coin, wallet } from "../props/money.mjs";
import { leaf, plant, sprig, sun } from "../props/nature.mjs";
import { book, calendar, items, lines, pencil, receipt, seal } from "../props/paper.mjs";
import { cloudSign, laptop, noteSign, play } from "../props/tech.mjs";
import { bag, carton, gear, lens, scissors, screwdriver } from "../props/things.mjs";
import {
  arc,
  at,
  box,
  check,
  circle,
  dollar,
  ellipse,
  fade,
  floor,
  half,
  heart,
  light,
  path,
  percent,
  rect,
  ring,
  sector,
  shade,
  star,
  stroke,
  times,
} from "../svg.mjs";

export const hue = "shopping";

const bottle = (h, w, color, cap, label = P.paper) => [
  rect(-w * 0.2, -h, w * 0.4, h * 0.16, cap, 6),
  path(
    `M${-w * 0.18} ${-h * 0.86}H${w * 0.18}C${w * 0.2} ${-h * 0.74} ${w / 2} ${-h * 0.72} ${w / 2} ${-h * 0.58}V-14Q${w / 2} 0 ${w / 2 - 14} 0H${-w / 2 + 14}Q${-w / 2} 0 ${-w / 2} -14V${-h * 0.58}C${-w / 2} ${-h * 0.72} ${-w * 0.2} ${-h * 0.74} ${-w * 0.18} ${-h * 0.86}z`,
    color,
  ),
  rect(-w / 2, -h * 0.48, w, h * 0.3, label),
  shade(box(w * 0.18, -h * 0.58, w * 0.32, h * 0.56), 0.14),
];
const pack = (w, h, color, band, sign = "") => [
  rect(-w / 2, -h, w, h, color, 6),
  rect(-w / 2, -h * 0.7, w, h * 0.36, band),
  shade(box(w * 0.2, -h, w * 0.3, h), 0.14),
  at(0, -h * 0.52, sign),
];
const can = (w, h, color) => [
  rect(-w / 2, -h, w, h, P.mist, 8),
  rect(-w / 2, -h + 14, w, h - 28, color),
  shade(box(w * 0.18, -h, w * 0.32, h), 0.16),
  circle(0, -h / 2, w * 0.24, P.paper),
];
const apple = (r, color = P.coral) => [
  path(
    `M0 ${-r * 0.7}C${r * 0.5} ${-r * 1.1} ${r * 1.2} ${-r * 0.7} ${r} ${r * 0.1}C${r * 0.86} ${r * 0.8} ${r * 0.4} ${r} 0 ${r * 0.86}C${-r * 0.4} ${r} ${-r * 0.86} ${r * 0.8} ${-r} ${r * 0.1}C${-r * 1.2} ${-r * 0.7} ${-r * 0.5} ${-r * 1.1} 0 ${-r * 0.7}z`,
    color,
  ),
  shade(
    `M${r * 0.5} ${-r * 0.86}C${r} ${-r * 0.7} ${r * 1.1} ${-r * 0.4} ${r} ${r * 0.1}C${r * 0.86} ${r * 0.8} ${r * 0.4} ${r} 0 ${r * 0.86}C${r * 0.7} ${r * 0.5} ${r * 0.8} ${-r * 0.3} ${r * 0.5} ${-r * 0.86}z`,
  ),
  stroke(`M0 ${-r * 0.66}Q${r * 0.02} ${-r} ${r * 0.16} ${-r * 1.2}`, P.bark, r * 0.13),
  at(r * 0.1, -r, leaf(r * 0.7, r * 0.22, P.pine), { r: 60 }),
];
const milk = (color, dark) => [
  path("M-80-230L-50-300H70L80-230z", P.white),
  rect(-50, -326, 120, 34, dark, 4),
  rect(-80, -230, 130, 230, P.white),
  rect(50, -230, 30, 230, P.sand),
  path("M80-230L70-300L50-230z", P.sand),
  rect(-80, -160, 130, 90, color),
  rect(50, -160, 30, 90, dark),
];
const bread = () => [
  path("M-110 0V-70C-150-110-110-150-70-150H70C110-150 150-110 110-70V0z", "#d99a4e"),
  shade("M40-150H70C110-150 150-110 110-70V0H40z", 0.13),
  times(3, (i) => stroke(`M${-60 + i * 56}-128l24 40`, P.butter, 10)),
];
const tshirt = (color) => [
  path("M-60-110Q0-70 60-110L140-70L110 10L74-6V130H-74V-6L-110 10L-140-70z", color),
  shade("M24-88Q44-94 60-110L140-70L110 10L74-6V130H24z", 0.14),
];

/** The category: a full bag with its tag. */
export const category = (c) => [
  ground(c.tint),
  circle(600, 410, 340, c.soft),
  table(690, c.main),
  shade(box(0, 690, 1200, 14), 0.1),
  floor(600, 704, 460),
  at(500, 400, bottle(270, 90, P.pine, P.ever)),
  at(610, 350, [bread()], { r: -8 }),
  at(700, 390, milk(P.gold, P.amber), { s: 0.7 }),
  at(590, 400, sprig(3, P.pine, 70), { r: 10 }),
  at(600, 700, bag(400, 340, P.gold, at(0, 44, heart(c.main), { s: 1.2 }), "")),
  floor(290, 700, 140),
  at(290, 690, [at(0, -58, apple(58))]),
  floor(920, 704, 160),
  at(920, 690, can(120, 160, c.deep)),
  stroke("M520 388q0 96 80 96t80-96", P.ever, 14),
];

export const articles = {
  "grocery-unit-prices": (c) => [
    ground(c.main),
    rect(0, 300, 1200, 30, P.cream),
    shade(box(0, 330, 1200, 26), 0.2),
    rect(0, 690, 1200, 110, P.cream),
    shade(box(0, 690, 1200, 12), 0.08),
    at(130, 300, pack(120, 200, P.gold, P.paper)),
    at(270, 300, pack(120, 230, P.ever, P.gold)),
    at(400, 300, can(90, 130, P.coral)),
    at(500, 300, can(90, 130, P.coral)),
    at(760, 300, bottle(230, 80, P.sage, P.ever)),
    at(860, 300, bottle(230, 80, P.sage, P.ever)),
    at(960, 300, bottle(230, 80, P.sage, P.ever)),
    at(1090, 300, pack(130, 190, c.soft, c.deep)),
    at(310, 690, pack(180, 250, P.butter, P.ever, at(0, 0, star(34, P.gold)))),
    at(700, 690, pack(270, 320, P.butter, P.ever, at(0, 0, star(50, P.gold)))),
    at(980, 690, milk(c.deep, c.dark), { s: 0.86 }),
    at(100, 690, bottle(230, 90, P.coral, P.paper)),
    at(310, 742, [
      rect(-92, -34, 184, 72, P.white, 8),
      rect(-74, -16, 70, 14, P.sand, 7),
      rect(-74, 8, 44, 12, P.sand, 6),
      rect(26, -14, 48, 32, P.coral, 6),
    ]),
    at(700, 742, [
      rect(-92, -34, 184, 72, P.white, 8),
      rect(-74, -16, 70, 14, P.sand, 7),
      rect(-74, 8, 44, 12, P.sand, 6),
      rect(26, -14, 48, 32, P.pine, 6),
    ]),
    at(
      706,
      668,
      lens(
        118,
        P.night,
        P.gold,
        at(
          0,
          0,
          [
            rect(-112, -40, 224, 90, P.white, 6),
            rect(-96, -20, 80, 16, P.sand, 8),
            rect(-96, 12, 54, 14, P.sand, 7),
            at(50, 6, dollar(P.pine, 16), { s: 0.62 }),
          ],
          { r: 90 },
        ),
      ),
      { r: -90 },
    ),
  ],
  "when-to-buy-what": (c) => [
    ground(c.soft),
    dots(70, 80, 3, 8, 64, 6, c.tint),
    dots(1000, 80, 3, 8, 64, 6, c.tint),
    fade(0.15, circle(616, 420, 340, P.night)),
    circle(600, 400, 340, P.paper),
    times(4, (i) => path(sector(600, 400, 316, i * 90 + 1.2, i * 90 + 88.8), [P.mist, P.sage, P.gold, c.main][i])),
    times(12, (i) => at(600, 400, rect(-3, -316, 6, 46, P.paper, 3), { r: i * 30 })),
    circle(600, 400, 92, P.paper),
    at(734, 262, [times(6, (i) => at(0, 0, [stroke("M0 0V-66M-20-52L0-34L20-52", P.ever, 10)], { r: i * 60 }))]),
    at(724, 560, [sprig(3, P.ever, 62)], { r: 0 }),
    at(468, 538, sun(50, P.paper)),
    at(466, 268, [at(0, 70, leaf(150, 52, P.butter), { r: -20 })]),
    at(600, 400, [rect(-7, -190, 14, 196, c.dark, 7), circle(0, 0, 26, c.dark), circle(0, 0, 9, P.gold)], { r: 62 }),
    at(190, 700, bag(150, 170, c.deep, at(0, 0, percent(P.white), { s: 0.6 }))),
    at(1030, 700, carton(180, 150)),
    floor(1030, 704, 200),
    floor(190, 704, 180),
  ],
  "return-policy-habits": (c) => [
    ground(P.ever),
    table(660, P.night),
    circle(600, 400, 330, P.pine),
    `<path d="${arc(600, 330, 210, 285, 440)}" fill="none" stroke="${P.gold}" stroke-width="34" stroke-linecap="round"/>`,
    path("M352 300L398 180L500 250z", P.gold),
    floor(600, 716, 520, 0.35),
    at(600, 712, path("M-230-300H230V-200H-230z", P.night)),
    at(590, 400, tshirt(c.main), { r: -6, s: 1.1 }),
    at(600, 712, [
      path("M-230-300L-330-240L-300-190L-230-230z", P.bark),
      path("M230-300L330-240L300-190L230-230z", P.bark),
      rect(-230, -280, 460, 280, P.wood, 4),
      shade(box(90, -280, 140, 280), 0.14),
      rect(-30, -280, 60, 70, P.sand),
      at(-130, -90, [rect(-60, -50, 120, 100, P.paper, 6), lines(-44, -30, 88, [1, 0.7, 0.9], P.sand, 26, 10)]),
    ]),
    at(950, 590, [receipt(150, 240, items(106, -80, 3, { gap: 30, sum: c.main }))], { r: 10 }),
  ],
  "refurbished-electronics": (c) => [
    ground(c.tint),
    path("M0 800L1200 420V800z", c.soft),
    table(680, c.deep),
    floor(600, 694, 640),
    at(
      600,
      692,
      laptop(620, c.dark, [
        at(0, -226, [gear(84, P.gold, c.dark)]),
        times(3, (i) => rect(-235 + i * 165, -66, 140, 14, c.deep, 7)),
      ]),
    ),
    at(860, 300, [soft(8, 10, 96), seal(92, P.pine, at(0, 0, check(P.white, 18)))]),
    at(
      330,
      330,
      [
        at(10, 12, fade(0.16, rect(-90, -32, 180, 64, P.night, 32))),
        rect(-90, -32, 180, 64, "#e9b48a", 32),
        rect(-34, -32, 68, 64, "#f5d3b3"),
        times(4, (i) => circle(-16 + (i % 2) * 32, -14 + Math.floor(i / 2) * 28, 5, "#d99a6c")),
      ],
      { r: -42, s: 1.1 },
    ),
    at(1050, 500, screwdriver(P.coral), { r: 24 }),
    at(130, 690, plant(P.gold, P.amber), { s: 0.9 }),
  ],
  "subscription-audit": (c) => [
    ground(c.soft),
    circle(520, 360, 330, c.tint),
    table(700, c.main),
    floor(520, 710, 280),
    stroke(
      "M520 620C520 500 470 460 520 340M516 440C560 400 640 400 670 330M500 500C440 470 380 470 350 410M520 340C500 280 470 260 440 220M520 340C560 300 580 260 590 190",
      P.bark,
      22,
    ),
    path("M400 590H640L612 690Q608 704 594 704H446Q432 704 428 690z", P.ever),
    shade("M560 590H640L612 690Q608 704 594 704H550z", 0.2),
    rect(386, 566, 268, 36, P.pine, 10),
    [
      [350, 380, c.main, play(P.white)],
      [430, 190, P.gold, noteSign(P.white)],
      [600, 150, P.ever, star(36, P.white)],
      [690, 300, P.coral, heart(P.white)],
      [505, 320, c.deep, cloudSign(P.white)],
    ].map(([x, y, k, g]) =>
      at(x, y, [
        fade(0.14, rect(-52, -48, 120, 120, P.night, 30)),
        rect(-60, -60, 120, 120, k, 30),
        light("M-60 0V-30Q-60-60-30-60H30z", 0.16),
        at(0, 2, g, { s: 0.86 }),
      ]),
    ),
    at(860, 440, scissors(15, P.ever, { size: 0.9 }), { r: 14 }),
    at(760, 620, [rect(-52, -52, 104, 104, P.sand, 26), at(0, 0, play(P.white), { s: 0.8 })], { r: 22 }),
    at(900, 660, [rect(-52, -52, 104, 104, P.sand, 26), at(0, 0, noteSign(P.white), { s: 0.8 })], { r: -12 }),
  ],
  "warehouse-club-math": (c) => [
    ground(c.dark),
    stripes(60, 0, 1080, 640, 6, c.deep),
    table(640, "#471229"),
    floor(590, 724, 720, 0.4),
    rect(230, 684, 660, 30, P.wood, 4),
    times(4, (i) => rect(250 + i * 196, 708, 44, 26, P.bark)),
    rect(230, 662, 660, 14, P.bark),
    at(345, 664, carton(220, 190)),
    at(580, 664, carton(220, 190)),
    at(795, 664, carton(190, 190, { color: P.gold, dark: P.amber, tape: P.butter })),
    at(350, 474, [
      times(6, (i) =>
        at(-80 + (i % 3) * 80, -Math.floor(i / 3) * 92, [
          rect(-38, -90, 76, 90, P.white, 10),
          ellipse(0, -82, 38, 10, P.mist),
          ellipse(0, -82, 14, 4, P.sage),
          shade(box(14, -80, 24, 78), 0.1),
        ]),
      ),
    ]),
    at(600, 474, pack(230, 250, c.main, P.paper, at(0, 0, heart(c.main), { s: 0.8 }))),
    at(800, 474, bottle(300, 150, P.pine, P.gold)),
    at(590, 224, carton(190, 120, { color: P.butter, dark: P.amber, tape: P.amber })),
    stroke("M910 700V420Q910 380 950 380H990", P.mist, 18),
    circle(300, 744, 22, P.night),
    circle(830, 744, 22, P.night),
    at(1050, 690, can(64, 90, P.coral)),
    floor(1050, 694, 80, 0.4),
    at(1050, 560, coin(40)),
    at(118, 190, [seal(62, P.gold, at(0, 0, percent(P.bark), { s: 0.74 }))]),
  ],
};
function soft(cx, cy, r) {
  return fade(0.18, circle(cx, cy, r, P.night));
}

export const guides = {
  "build-a-price-book": (c) => [
    ground(c.deep),
    checks(0, 0, 10, 7, 120, "#973351"),
    at(590, 410, [at(18, 26, fade(0.25, rect(-376, -242, 752, 500, P.night, 20)))], { r: -5 }),
    at(
      590,
      410,
      book(
        720,
        470,
        P.ever,
        [
          times(5, (i) => [
            circle(-120, -150 + i * 74, 20, [P.coral, P.gold, P.pine, c.main, P.water][i]),
            rect(-80, -158 + i * 74, [120, 90, 130, 100, 80][i], 16, P.sand, 8),
            rect(88, -158 + i * 74, 54, 16, P.pine, 8),
          ]),
        ],
        [
          stroke("M-130-160V150H140", P.sand, 8),
          stroke("M-110-60L-50-100L10-20L70 10L130 90", c.main, 14),
          circle(130, 90, 16, P.gold),
          times(3, (i) => rect(-106, -20 + i * 50, 60 - i * 14, 10, P.cream, 5)),
        ],
      ),
      { r: -5 },
    ),
    at(830, 620, pencil(), { r: 52, s: 0.92 }),
    at(160, 180, [at(8, 12, soft(0, 0, 74)), apple(80)]),
    at(170, 640, [at(0, 100, milk(c.main, c.dark), { r: -14, s: 0.8 })]),
    at(1090, 130, [
      at(8, 12, soft(0, 0, 60)),
      circle(0, 0, 64, "#e9c35a"),
      circle(0, 0, 52, P.butter),
      times(8, (i) => path(sector(0, 0, 46, i * 45 + 4, i * 45 + 41), P.gold)),
    ]),
  ],
  "no-spend-month": (c) => [
    ground(c.tint),
    path("M0 0H1200L0 520z", c.soft),
    at(
      490,
      390,
      [
        at(18, 24, fade(0.16, rect(-330, -290, 660, 580, P.night, 22))),
        calendar(660, 580, c.main, {
          mark: (i) =>
            i < 24 ? (i === 9 || i === 17 ? circle(0, 0, 20, P.gold) : at(0, 0, check(P.pine, 18), { s: 0.56 })) : "",
        }),
      ],
      { r: -4 },
    ),
    at(
      890,
      590,
      [
        at(14, 20, fade(0.2, rect(-180, -112, 360, 228, P.night, 26))),
        wallet(P.ever, P.night),
        at(-30, 20, padlock(P.gold, P.ever), { s: 0.62 }),
      ],
      { r: 7 },
    ),
    at(1040, 240, [
      at(8, 12, soft(0, 0, 92)),
      circle(0, 0, 96, P.white),
      circle(0, 0, 80, P.cream),
      circle(0, 0, 66, P.bark),
      light(half(0, 0, 66, 315), 0.1),
      ring(96, 60, 34, P.white, 18),
      circle(0, 0, 0, P.white),
    ]),
  ],
};
