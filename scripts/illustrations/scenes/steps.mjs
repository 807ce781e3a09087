import { HUES, P, SKIN } from "../palette.mjs";
import { bulb, faucet, house, key, padlock, plug, shield, umbrella } from "../props/home.mjs";
import { bank, card, coin, jar, piggy, stack, tag, wallet } from "../props/money.mjs";
import { drop, leaf, sprig } from "../props/nature.mjs";
import { bars, calendar, clipboard, envelope, items, lines, pencil, receipt, sheet, ticks } from "../props/paper.mjs";
import { settings } from "../props/settings.mjs";
import { cable, calculator, handset, laptop, router, wifi } from "../props/tech.mjs";
import { balance, basket, bell, car, cart, clock, flag, gift, lens, scissors } from "../props/things.mjs";
import {
  arc,
  at,
  box,
  check,
  circle,
  dollar,
  fade,
  floor,
  light,
  path,
  percent,
  rect,
  shade,
  stroke,
  times,
} from "../svg.mjs";
import { goods } from "./steps/goods.mjs";
import { atHome } from "./steps/house.mjs";
import { papers } from "./steps/papers.mjs";

// Spot pictures of guide steps: one thing where it is used, 800 by 600.

const { insurance, utilities, cashback, shopping, banking, phone } = HUES;

/** Shadow that the same silhouette throws when it lies on the page. */
const lying = (silhouette) => at(14, 18, fade(0.16, silhouette));

const thermometer = (c) => [
  rect(-52, -220, 104, 330, P.white, 52),
  circle(0, 130, 92, P.white),
  circle(0, 130, 62, P.coral),
  rect(-22, -60, 44, 160, P.coral),
  light("M-22-60h14v180h-14z", 0.3),
  rect(-22, -184, 44, 130, c.tint, 22),
  times(6, (i) => stroke(`M70 ${-170 + i * 42}h${i % 2 ? 30 : 48}`, P.ever, 10)),
];
const shake = () => [
  rect(-460, -62, 250, 130, P.ever),
  shade(box(-460, 10, 250, 58)),
  rect(-226, -74, 44, 154, P.paper, 10),
  rect(210, -62, 250, 130, banking.main),
  shade(box(210, 10, 250, 58)),
  rect(182, -74, 44, 154, P.paper, 10),
  path("M182-46C120-70 60-76 10-50L-70 8C-60 50-20 40 30 14L110 84C150 70 170 60 182 50z", SKIN[1][0]),
  path(
    "M-182-46C-120-74-60-74-10-48L-62 4C-66 34-30 36 0 16L40 2L124 72C136 92 112 108 96 94C100 116 74 124 60 108C58 128 32 132 20 114C14 128-10 128-18 112C-60 92-120 60-182 50z",
    SKIN[0][0],
  ),
  stroke("M96 94L58 60M60 108L28 78M20 114L-4 90", SKIN[0][1], 7),
  shade("M-182 20C-120 40-60 70-18 112C-60 92-120 60-182 50z", 0.1),
];

/** motif: [ground, shape, drawing around 400, 300] */
const motifs = {
  calendar: [
    shopping,
    (c) => [
      lying(rect(-190, -180, 380, 360, P.night, 20)),
      calendar(380, 360, c.main, { mark: (i) => (i === 17 ? circle(0, 0, 18, P.gold) : "") }),
    ],
  ],
  calculator: [
    insurance,
    (c) =>
      at(
        0,
        0,
        [
          lying(rect(-145, -210, 290, 420, P.night, 28)),
          calculator(290, 420, c.deep, P.paper, { parts: at(80, 0, dollar(P.ever, 16), { s: 0.5 }) }),
        ],
        { r: 7 },
      ),
  ],
  "phone-call": [
    phone,
    (c) => [
      at(0, 30, [lying(handset(P.night, P.night)), handset(P.ever, P.night)], { r: -32 }),
      times(3, (i) => stroke(arc(176, -80, 74 + i * 44, 12, 82), c.deep, 14)),
    ],
  ],
  document: [
    banking,
    (c) =>
      at(
        0,
        0,
        [
          lying(rect(-150, -200, 300, 400, P.night, 10)),
          sheet(300, 400, [
            rect(-112, -158, 120, 24, c.main, 12),
            lines(-112, -100, 224, [1, 0.84, 0.94, 0.6, 0, 0.9, 0.5], P.sand, 40, 14),
            at(88, 140, [circle(0, 0, 34, P.gold), at(0, 0, check(P.white, 20), { s: 0.5 })]),
          ]),
        ],
        { r: -5 },
      ),
  ],
  magnifier: [
    utilities,
    (c) => at(-40, -40, lens(130, P.ever, P.gold, [lines(-80, -50, 160, [1, 0.7, 0.9], c.soft, 44, 18)])),
  ],
  "piggy-bank": [
    banking,
    () => [floor(0, 170, 400), at(20, 170, piggy("#f0a9b2", "#d9808f"), { s: 0.94 }), at(76, -160, coin(44))],
  ],
  coins: [
    cashback,
    () => [
      floor(0, 160, 420),
      at(-130, 160, stack(3, 150, 34)),
      at(130, 160, stack(8, 150, 34)),
      at(0, 160, stack(5, 150, 34)),
      at(-130, -20, coin(60)),
    ],
  ],
  shield: [
    insurance,
    (c) => [
      at(12, 16, fade(0.15, shield(P.night, "", P.night))),
      shield(c.main, at(0, -6, check(P.white, 18), { s: 1.7 })),
    ],
  ],
  house: [utilities, (c) => [floor(0, 190, 400), at(0, 190, house({ roof: c.deep, door: P.ever }), { s: 1.02 })]],
  car: [insurance, (c) => [floor(0, 130, 480), at(0, 130, car(P.coral, c.tint), { s: 1.12 })]],
  lightbulb: [
    utilities,
    () => [times(8, (i) => at(0, -50, rect(-7, -190, 14, 44, P.gold, 7), { r: -105 + i * 30 })), at(0, -50, bulb())],
  ],
  thermometer: [utilities, (c) => at(-10, 10, thermometer(c))],
  faucet: [
    phone,
    (c) => [
      at(110, 20, faucet(P.mist, P.sage, c.main)),
      at(110, 110, drop(26, P.water)),
      at(110, 200, drop(18, P.water)),
    ],
  ],
  envelope: [
    banking,
    (c) =>
      at(0, 50, [
        lying(rect(-180, -115, 360, 230, P.night, 14)),
        envelope(
          360,
          P.paper,
          c.soft,
          at(0, -80, sheet(290, 270, [lines(-110, -100, 220, [1, 0.8, 0.9], P.sand, 36)])),
        ),
      ]),
  ],
  card: [
    cashback,
    (c) => [
      at(30, 40, [lying(rect(-170, -107, 340, 214, P.night, 20)), card(340, P.ever)], { r: 8 }),
      at(-30, -40, [lying(rect(-170, -107, 340, 214, P.night, 20)), card(340, c.main)], { r: -10 }),
    ],
  ],
  bank: [banking, (c) => [floor(0, 170, 440), at(0, 170, bank(P.paper, c.soft))]],
  cart: [
    shopping,
    (c) => [
      floor(10, 170, 380),
      at(20, 170, [
        rect(-110, -350, 90, 100, P.gold, 6),
        rect(-10, -390, 110, 140, P.ever, 6),
        circle(130, -290, 40, P.coral),
        cart(c.main, P.ever),
      ]),
    ],
  ],
  basket: [
    shopping,
    (c) => [
      floor(0, 170, 340),
      at(0, 170, [
        at(-70, -160, sprig(3, P.pine, 70)),
        circle(10, -190, 56, P.coral),
        rect(60, -250, 70, 110, P.gold, 8),
        basket(c.main, c.deep),
      ]),
    ],
  ],
  tag: [
    shopping,
    (c) => [
      at(-30, -140, [at(12, 16, fade(0.15, tag(P.night, "", P.night))), tag(c.main, percent(P.white, 15))], {
        r: -16,
        s: 1.2,
      }),
    ],
  ],
  receipt: [
    cashback,
    (c) =>
      at(
        0,
        0,
        [
          lying(receipt(250, 400, "", P.night)),
          receipt(250, 400, [rect(-60, -164, 120, 20, c.main, 10), items(180, -116, 5)]),
        ],
        { r: 5 },
      ),
  ],
  laptop: [
    phone,
    (c) => [
      floor(0, 160, 500),
      at(
        0,
        160,
        laptop(440, c.tint, [
          at(-180, -70, bars([60, 110, 160], 48, 16, [c.main, P.gold, P.ever])),
          rect(50, -240, 130, 16, c.soft, 8),
          rect(50, -206, 90, 16, c.soft, 8),
          rect(50, -120, 130, 44, c.main, 22),
        ]),
      ),
    ],
  ],
  signal: [phone, (c) => at(0, 130, wifi(c.deep, { s: 1.5, on: 2, off: P.white }))],
  router: [phone, (c) => [floor(0, 160, 400), at(0, 160, router(P.white, c.deep), { s: 1.1 })]],
  scissors: [
    utilities,
    () =>
      at(
        20,
        20,
        [at(14, 18, fade(0.14, scissors(18, P.night, { metal: P.night }))), scissors(18, P.ever, { metal: P.white })],
        { r: -30 },
      ),
  ],
  checklist: [
    cashback,
    (c) => [
      lying(rect(-150, -200, 300, 410, P.night, 24)),
      clipboard(300, 410, ticks(-104, -116, 208, 4, 3, { on: c.deep, gap: 72 })),
    ],
  ],
  chart: [
    banking,
    (c) =>
      at(-190, 170, [
        rect(-20, 0, 430, 12, P.ever, 6),
        bars([90, 150, 210, 300], 70, 30, [P.white, c.main, c.deep, P.gold]),
        stroke("M10-150L120-220L220-280L330-370M280-380L334-374L326-320", P.ever, 12),
      ]),
  ],
  clock: [
    utilities,
    (c) => [at(12, 16, fade(0.15, circle(0, 0, 180, "#2b1608"))), clock(180, P.white, c.deep, { hour: 4, minute: 0 })],
  ],
  key: [
    insurance,
    () => at(-130, 60, [at(10, 14, fade(0.16, key(P.night, P.night))), key(P.gold, P.amber)], { r: -28, s: 1.25 }),
  ],
  lock: [
    banking,
    (c) => at(0, 30, [at(12, 16, fade(0.14, padlock(P.night, P.night))), padlock(P.gold, c.dark)], { s: 1.3 }),
  ],
  handshake: [cashback, () => at(0, 0, shake())],
  leaf: [
    cashback,
    (c) => [
      at(-30, 190, [
        at(0, 0, leaf(400, 130, c.main), { r: 18 }),
        stroke("M0 0L106-330", c.tint, 8),
        at(-10, -10, leaf(260, 84, P.pine), { r: -42 }),
        stroke("M-10-10L-140-150", P.sage, 7),
      ]),
    ],
  ],
  umbrella: [
    insurance,
    (c) => [
      times(5, (i) => stroke(`M${-220 + i * 110} ${-230 + (i % 2) * 30}l-16 46`, P.white, 9)),
      at(0, 20, umbrella(230, c.main, P.paper, { handle: 200 })),
    ],
  ],
  plug: [
    phone,
    (c) => [cable("M0 70C0 200 160 110 220 240V330", P.ever, 22), at(0, 60, plug(c.main, c.deep), { s: 1.16 })],
  ],
  gift: [shopping, (c) => [floor(0, 180, 320), at(0, 180, gift(270, 240, c.main, P.gold))]],
  scale: [
    banking,
    (c) => [
      floor(0, 200, 260),
      at(
        0,
        200,
        balance(7, at(0, 150, stack(2, 90, 24)), at(0, 150, stack(4, 90, 24)), {
          color: P.ever,
          pan: c.main,
          arm: 170,
        }),
      ),
    ],
  ],
  pencil: [
    utilities,
    () => [
      stroke("M-220 170C-150 110-120 230-60 170S30 120 70 180", P.ever, 12),
      at(76, 176, pencil(), { r: 38, s: 1.04 }),
    ],
  ],
  flag: [
    cashback,
    (c) => [
      path("M-230 210Q0 100 230 210z", c.main),
      at(-60, 170, flag(P.coral, at(0, 0, check(P.white, 18))), { s: 0.94 }),
    ],
  ],
  jar: [insurance, () => [floor(0, 190, 300), at(0, 190, jar(250, 310, 0.66))]],
  wallet: [
    shopping,
    () => at(0, 20, [lying(rect(-180, -112, 360, 228, P.night, 26)), wallet(P.wood, P.bark)], { r: -4, s: 1.06 }),
  ],
  bell: [
    utilities,
    (c) => [
      at(0, -6, [at(12, 16, fade(0.14, bell(P.night, P.night))), bell(P.gold, P.amber)], { r: 10, s: 1.15 }),
      stroke("M-190-90Q-230-30-210 40M-240-120Q-296-30-270 70", c.main, 14),
      stroke("M200-90Q240-30 224 40M250-120Q306-30 284 70", c.main, 14),
    ],
  ],
};

/** The settings of all but those on a desk. */
const places = {
  room: ["piggy-bank", "laptop", "scale", "leaf"],
  shelf: ["coins", "jar"],
  hills: ["house", "flag", "shield", "umbrella", "signal"],
  street: ["car", "bank", "handshake"],
  tiles: ["cart", "basket", "faucet"],
  paper: ["router", "gift", "chart", "clock", "lightbulb", "thermometer", "plug", "bell"],
};
const placeOf = (motif) => Object.keys(places).find((place) => places[place].includes(motif)) ?? "desk";

/** What is drawn where: a motif's parts before its setting. */
const placed = (c, place, draw) => [at(-50, 0, settings[place](c.tint, c.soft), { s: 0.75 }), at(400, 300, draw(c))];

export const steps = Object.fromEntries([
  ...Object.entries(motifs).map(([motif, [c, draw]]) => [motif, placed(c, placeOf(motif), draw)]),
  ...Object.entries({ ...papers, ...goods, ...atHome }).map(([motif, [c, place, draw]]) => [
    motif,
    placed(c, place, draw),
  ]),
]);
