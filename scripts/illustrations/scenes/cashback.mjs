import { P } from "../palette.mjs";
import { arch, checks, dots, ground, lean, table } from "../props/grounds.mjs";
import { card, coin, stack, wallet } from "../props/money.mjs";
import { plant, sparkle, sprig } from "../props/nature.mjs";
import { items, receipt, seal } from "../props/paper.mjs";
import { gripBack, gripFront } from "../props/people.mjs";
import { bracket, phone, terminal, wifi } from "../props/tech.mjs";
import { bag, bow, clock } from "../props/things.mjs";
import {
  at,
  box,
  check,
  circle,
  dollar,
  ellipse,
  fade,
  floor,
  heart,
  light,
  path,
  percent,
  rect,
  ring,
  shade,
  star,
  stroke,
  times,
} from "../svg.mjs";

export const hue = "cashback";

const soft = (cx, cy, r) => fade(0.18, circle(cx, cy, r, P.night));
/** A price of petrol, plates and a cart: the signs that the cards of a kind carry. */
const pump = (k) => [
  rect(-34, -46, 52, 92, k, 8),
  rect(-24, -36, 32, 26, P.ever, 4),
  stroke("M18 30H30Q42 30 42 16V-16L28-34", k, 9),
  rect(-42, 42, 68, 12, k, 4),
];
const fork = (k) => [
  stroke("M-28-48V48M-44-48V-22Q-44-8-28-8T-12-22V-48", k, 9),
  path("M16-52Q44-30 36 4L30 10V48H16z", k),
];
const plane = (k) => path("M-50 8L44-30Q58-34 56-24Q54-16 44-10L20 2L4 44L-8 46L-4 12L-28 20L-36 34L-44 34L-42 14z", k);

/** The category: what was spent comes back round to the wallet. */
export const category = (c) => [
  ground(c.soft),
  circle(600, 400, 330, c.tint),
  `<path d="M600 130A270 270 0 1 1 360 276" fill="none" stroke="${c.main}" stroke-width="44" stroke-linecap="round"/>`,
  path("M300 300L440 300L350 190z", c.main),
  fade(0.16, rect(438, 330, 360, 230, P.night, 26)),
  at(600, 430, wallet(P.ever, P.night)),
  at(872, 300, [soft(8, 8, 62), coin(70)]),
  at(820, 610, [soft(8, 8, 70), coin(82)]),
  at(360, 590, [soft(8, 8, 50), coin(58)]),
  at(140, 690, sprig(4, c.deep, 84)),
  at(1080, 720, sprig(4, c.deep, 84)),
];

export const articles = {
  "how-cashback-portals-work": (c) => [
    ground(P.ever),
    table(650, P.night),
    arch(600, 90, 460, c.deep, 650),
    arch(600, 130, 380, P.gold, 650),
    arch(600, 170, 300, P.butter, 650),
    path("M450 650H750L860 800H340z", P.gold),
    path("M450 650H750L805 725H395z", P.butter),
    floor(300, 716, 260, 0.35),
    at(300, 714, bag(270, 300, P.coral, at(0, 0, heart(P.white), { s: 0.9 }))),
    stroke("M460 540H556M520 500L560 540L520 580", P.ever, 18),
    at(900, 300, coin(80)),
    at(1030, 440, coin(58)),
    at(910, 580, coin(92)),
    at(700, 400, coin(46)),
    at(1120, 650, plant(c.main, c.deep, c.deep), { s: 0.9 }),
    dots(80, 110, 5, 4, 56, 5, P.pine),
  ],
  "category-cards-or-flat-rate": (c) => [
    ground(c.tint),
    lean(760, 620, P.ever),
    times(3, (i) =>
      at(
        360,
        640,
        at(0, -260, [
          fade(0.16, rect(-120, -180, 250, 380, P.night, 24)),
          rect(-128, -192, 250, 390, [c.main, P.gold, P.coral][i], 24),
          light("M-128-60L60-192H110L-128 60z", 0.14),
          circle(-2, -84, 66, P.white),
          at(-2, -84, [pump(c.deep), fork(P.amber), plane(P.coral)][i], { s: 0.86 }),
          rect(-96, 110, 110, 16, P.white, 8),
          rect(-96, 146, 70, 16, P.white, 8),
        ]),
        { r: -30 + i * 27 },
      ),
    ),
    at(
      930,
      420,
      [
        at(0, 0, fade(0.4, rect(-116, -176, 270, 404, P.night, 26))),
        rect(-134, -200, 268, 400, P.paper, 26),
        light("M-134-60L60-200H110L-134 60z", 0.5),
        rect(-94, -150, 76, 60, P.gold, 10),
        stroke("M-94-120h76", P.amber, 5),
        at(0, 40, percent(P.ever, 15), { s: 1.25 }),
        rect(-94, 150, 188, 16, P.sand, 8),
      ],
      { r: 7 },
    ),
  ],
  "cashback-without-interest": (c) => [
    ground(c.main),
    path("M0 0H700L420 800H0z", c.deep),
    at(
      600,
      410,
      [
        at(24, 30, fade(0.22, rect(-330, -180, 660, 360, P.night, 16))),
        rect(-330, -180, 660, 360, P.wood, 16),
        shade("M-330 60H330V164Q330 180 314 180H-314Q-330 180-330 164z", 0.1),
        stroke("M-290-110H-40M-290-60H-150M120 140H290M-280 140H-180", P.bark, 6),
        rect(-40, -150, 34, 300, P.sage, 10),
        times(7, (i) => stroke(`M-46 ${-114 + i * 38}l46 14`, P.ever, 12)),
        stroke("M-20-136H250Q290-136 290-100V100Q290 136 250 136H-20", P.mist, 20),
        stroke("M-20-136H250Q290-136 290-100V100Q290 136 250 136H-20", P.white, 5),
        stroke("M-24 0H-270", P.sand, 14),
        circle(-278, 0, 18, P.ever),
        at(140, 0, [soft(10, 12, 92), coin(92, percent(P.bark, 14))]),
      ],
      { r: -12, s: 1.18 },
    ),
  ],
  "gift-card-discounts": (c) => [
    ground(c.soft),
    checks(0, 0, 10, 7, 120, "#bcd9a3"),
    at(
      560,
      400,
      [
        at(18, 24, fade(0.2, rect(-360, -220, 720, 440, P.night, 32))),
        rect(-360, -220, 720, 440, P.ever, 32),
        path("M-360 60L120-220H328Q360-220 360-188V-60L-40 220H-328Q-360 220-360 188z", P.pine),
        rect(-200, -220, 70, 440, P.gold),
        shade(box(-150, -220, 20, 440), 0.12),
        rect(-360, -70, 720, 64, P.gold),
        shade(box(-360, -26, 720, 20), 0.12),
        at(-165, -40, bow(130, P.gold)),
        rect(80, 120, 210, 22, P.sage, 11),
      ],
      { r: -9 },
    ),
    at(950, 560, [soft(10, 14, 130), seal(122, P.coral, at(0, 0, percent(P.white, 15), { s: 1.2 }))], { r: 10 }),
  ],
  "receipt-apps-worth-it": (c) => [
    ground(c.tint),
    path("M640 0H1200V800H360z", c.main),
    at(
      600,
      380,
      [
        at(16, 18, fade(0.18, receipt(420, 900, "", P.night))),
        receipt(420, 900, [rect(-90, -350, 180, 26, P.ever, 13), items(320, -270, 9, { gap: 52 })]),
      ],
      { r: -5 },
    ),
    at(
      690,
      440,
      [
        at(-160, -40, gripBack(1, 4, 66)),
        phone(330, 600, P.butter, [
          rect(-118, -210, 236, 22, P.amber, 0),
          times(6, (i) => [
            rect(-118, -150 + i * 50, [130, 100, 150, 110, 126, 90][i], 16, P.gold, 8),
            rect(66, -150 + i * 50, 52, 16, P.gold, 8),
          ]),
          at(0, -20, bracket(136, P.ever)),
          circle(0, 220, 34, P.white),
          ring(0, 220, 34, P.ever, 9),
        ]),
        at(150, 60, gripFront(1, P.ever, P.paper), { s: 0.92 }),
      ],
      { r: 5 },
    ),
  ],
  "rewards-expiry-check": (c) => [
    ground(c.deep),
    circle(520, 420, 330, c.main),
    table(680, c.dark),
    floor(480, 694, 360, 0.3),
    at(480, 690, [
      path("M-150-380L-100-480H160L150-380z", P.white),
      path("M-150-380L-100-480L-20-380z", P.mist),
      rect(-100, -530, 260, 60, P.ever, 6),
      shade(box(60, -530, 100, 60), 0.2),
      rect(-150, -380, 240, 380, P.white),
      path("M90-380L150-380L150 0H90z", P.sand),
      path("M150-380L160-480L90-380z", P.sand),
      path("M-150-250Q-90-290-30-250T90-250V0H-150z", c.main),
      path("M90-250Q120-268 150-250V0H90z", c.deep),
      at(-30, -130, [circle(0, 0, 72, P.gold), at(0, 2, star(44, P.paper))]),
      rect(-126, -358, 110, 50, P.cream, 8),
      rect(-114, -346, 40, 26, P.coral, 5),
      rect(-66, -338, 38, 10, P.sand, 5),
    ]),
    floor(860, 694, 280, 0.3),
    at(860, 510, [
      rect(-120, 120, 36, 66, P.ever, 12),
      rect(84, 120, 36, 66, P.ever, 12),
      at(0, 0, path("M-40-164A60 60 0 0 1 40-164z", P.gold), { r: -38 }),
      at(0, 0, path("M-40-164A60 60 0 0 1 40-164z", P.gold), { r: 38 }),
      clock(160, P.paper, P.ever, { hour: 11, minute: 50 }),
      `<path d="M0 0L-66-114A132 132 0 0 1 0-132z" fill="${P.coral}" fill-opacity=".8"/>`,
      rect(-3, -110, 8, 118, P.night, 4),
      circle(0, 0, 12, P.gold),
    ]),
    at(210, 690, stack(2, 130, 28)),
    at(1080, 690, stack(1, 130, 28)),
    at(240, 230, sparkle(34, P.butter)),
    at(980, 180, sparkle(26, P.butter)),
  ],
};

const layer = (y, color, dark, parts = "") =>
  at(600, y, [
    path("M-330 0L0-150L330 0L0 150z", color),
    path("M-330 0L0 150V180L-330 30z", dark),
    path("M330 0L0 150V180L330 30z", dark),
    shade("M330 0L0 150V180L330 30z", 0.2),
    parts,
  ]);
/** Lays a flat drawing on the upper face of a layer. */
const lay = (parts) => `<g transform="matrix(.707 .321 -.707 .321 0 0)">${[parts].flat(Infinity).join("")}</g>`;

export const guides = {
  "stack-cashback-without-overspending": (c) => [
    ground(P.ever),
    circle(600, 400, 360, P.pine),
    fade(0.35, path("M240 630L610 470L990 640L620 800z", P.night)),
    layer(580, P.paper, P.sand, lay(times(5, (i) => rect(-150 + i * 66, -140, 18, 280 - (i % 2) * 90, P.sand, 9)))),
    layer(
      480,
      P.coral,
      "#a8432b",
      lay([ring(0, -150, 20, P.white, 10), at(0, 30, percent(P.white, 14), { s: 1.9, r: 45 })]),
    ),
    layer(
      380,
      c.main,
      c.deep,
      lay([
        rect(-170, -110, 60, 80, P.gold, 10),
        rect(-170, 60, 340, 26, P.white, 13),
        rect(-170, 110, 200, 26, P.white, 13),
      ]),
    ),
    layer(280, P.butter, P.amber, ""),
    ellipse(600, 272, 126, 58, P.amber),
    ellipse(600, 254, 126, 58, P.gold),
    `<ellipse cx="600" cy="254" rx="100" ry="44" fill="none" stroke="${P.amber}" stroke-width="6"/>`,
    at(600, 254, `<g transform="scale(.8 .42)">${dollar(P.bark, 15)}</g>`),
    stroke("M1010 640V260M980 290L1010 256L1040 290", P.gold, 14),
    at(170, 620, coin(64)),
    at(250, 700, coin(40)),
    at(120, 200, coin(34)),
  ],
  "credit-card-rewards-starter": (c) => [
    ground(c.tint),
    path("M0 800V330L1200 80V800z", c.soft),
    path("M0 800V620L1200 540V800z", c.deep),
    at(
      380,
      450,
      [
        at(20, 24, fade(0.2, rect(-120, -190, 240, 400, P.night, 34))),
        terminal(P.ever, P.pine, P.mist, at(0, 6, check(P.ever, 18), { s: 1.1 })),
      ],
      { s: 1.35, r: -6 },
    ),
    at(640, 250, at(0, 0, wifi(c.deep, { s: 0.62 }), { r: -90 })),
    at(860, 330, [
      at(
        -60,
        -20,
        [
          at(12, 16, fade(0.18, rect(-190, -120, 380, 240, P.night, 22))),
          card(380, P.gold, { chip: P.paper, mark: P.white }),
          at(110, 40, star(40, P.white)),
        ],
        { r: -12 },
      ),
      at(60, 30, gripFront(0, P.coral, P.paper), { s: 0.95, r: -6 }),
    ]),
  ],
};
