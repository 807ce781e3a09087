import { HUES, P } from "../../palette.mjs";
import { hourglass, panels, paw, stand, ticket, van, washer, y } from "../../props/goods.mjs";
import { dial, floorLamp, house, key, padlock, shield, sofa, umbrella } from "../../props/home.mjs";
import { card, coin, note, stack, wallet } from "../../props/money.mjs";
import { cat, drop, flame, leaf, sprig, sun } from "../../props/nature.mjs";
import { items, lines, receipt, seal, sheet } from "../../props/paper.mjs";
import { figure } from "../../props/people.mjs";
import { bubble, phone, play, television, wifi } from "../../props/tech.mjs";
import { balance, car, clock, gift, lens } from "../../props/things.mjs";
import {
  arc,
  at,
  box,
  check,
  circle,
  cross,
  dollar,
  ellipse,
  fade,
  floor,
  light,
  path,
  percent,
  plus,
  rect,
  shade,
  star,
  stroke,
  times,
} from "../../svg.mjs";

const { insurance, utilities, cashback, shopping, banking, phone: mobile, food, auto, entertainment } = HUES;

/** Offers of the content pages and of the hot offers. */
export const pages = {
  "marlowick-checking-bonus": [
    banking,
    1,
    (c) => [
      at(600, y, [floor(0, 4, 340), gift(330, 280, c.soft, P.gold)]),
      at(330, y, stack(4, 140, 32)),
      at(890, 560, coin(80)),
    ],
  ],
  "tidewick-two-lines": [
    mobile,
    0,
    (c) => [
      at(470, 400, phone(230, 450, c.deep, at(0, 30, wifi(P.white, { s: 0.6 }))), { r: -7 }),
      at(740, 420, phone(230, 450, P.gold, at(0, 30, wifi(P.ever, { s: 0.6 }))), { r: 7 }),
    ],
  ],
  "heatherwatt-thermostat": [
    utilities,
    1,
    (c) => [
      at(616, 424, fade(0.4, circle(0, 0, 240, c.dark))),
      at(600, 400, [
        dial(240, P.paper, P.ever, { angle: 30, lit: c.main, ticks: 33 }),
        circle(0, 0, 90, P.mist),
        at(-20, 60, leaf(130, 44, P.pine), { r: 24 }),
      ]),
    ],
  ],
  "copperlane-flat-two": [
    cashback,
    2,
    (c) => [at(560, 400, card(540, c.main), { r: -8 }), at(860, 520, coin(110, percent(P.bark)))],
  ],
  "secondwren-phone-trade-in": [
    mobile,
    1,
    () => [
      at(470, 400, phone(250, 490, P.mist, stroke("M-110-120L-40-60L-70 0L10 60", P.sage, 8)), { r: -6 }),
      at(820, 360, note(320), { r: 6 }),
      stroke("M680 560Q780 620 880 540M830 540H884V596", P.gold, 20),
    ],
  ],
  "norvexa-data-breach": [
    insurance,
    1,
    (c) => [
      at(
        560,
        400,
        sheet(360, 470, [
          at(-90, -140, [rect(-50, -50, 100, 100, c.main, 18), at(0, 0, plus(P.white, 28), { s: 0.9 })]),
          lines(-140, -50, 280, [1, 0.8, 0.92, 0.6, 0.84], P.sand, 48, 16),
        ]),
        { r: -5 },
      ),
      at(800, 560, padlock(P.gold, P.ever, true), { s: 1.04 }),
    ],
  ],
  "velanta-auto-renewal": [
    entertainment,
    0,
    (c) => [
      at(
        600,
        y,
        stand(
          420,
          television(600, 380, c.dark, [
            `<path d="${arc(0, -228, 110, 40, 330)}" fill="none" stroke="${P.gold}" stroke-width="24" stroke-linecap="round"/>`,
            path("M-92-330L-30-350L-34-286z", P.gold),
            at(6, -228, play(P.white)),
          ]),
        ),
      ),
    ],
  ],
  "drexmoor-overdraft-fees": [
    banking,
    0,
    (c) =>
      at(
        600,
        y,
        [
          floor(0, 4, 300),
          balance(10, at(0, 150, stack(1, 120, 28)), at(0, 150, stack(5, 120, 28)), {
            color: P.ever,
            pan: c.main,
            arm: 230,
          }),
        ],
        { s: 1.14 },
      ),
  ],
  "kestrun-marketing-calls": [
    utilities,
    2,
    (c) => [
      times(3, (i) => [
        stroke(arc(600, 400, 240 + i * 56, 60, 120), c.soft, 16),
        stroke(arc(600, 400, 240 + i * 56, 240, 300), c.soft, 16),
      ]),
      at(
        600,
        400,
        phone(250, 490, P.paper, [
          circle(0, -40, 66, c.soft),
          at(0, 140, [circle(0, 0, 46, P.coral), at(0, 0, cross(P.white), { s: 0.7 })]),
        ]),
      ),
    ],
  ],
  "pellbrook-washer-leaks": [
    mobile,
    0,
    (c) => [
      at(
        600,
        y,
        [
          washer(c),
          ellipse(60, 6, 330, 30, P.water),
          fade(0.4, ellipse(40, 4, 200, 16, P.white)),
          at(30, -50, drop(18, P.water)),
          at(80, -26, drop(13, P.water)),
        ],
        { s: 1.06 },
      ),
    ],
  ],
  "orlindale-granola-labels": [
    food,
    1,
    (c) => [
      at(520, y, [
        floor(0, 4, 340),
        rect(-160, -440, 320, 440, P.butter, 12),
        rect(-160, -320, 320, 170, P.ever),
        at(-50, -235, sprig(2, P.gold, 60)),
        shade(box(90, -440, 70, 440)),
        light(box(-160, -440, 320, 30)),
      ]),
      at(
        720,
        420,
        lens(130, P.night, P.gold, [
          rect(-90, -50, 150, 18, P.sand, 9),
          rect(-90, -10, 180, 18, c.main, 9),
          rect(-90, 30, 120, 18, P.sand, 9),
        ]),
      ),
    ],
  ],
  "minnowbay-ticket-fees": [
    entertainment,
    1,
    () => [at(560, 360, ticket(P.gold), { r: -12, s: 1.3 }), at(528, 366, star(76, P.white)), at(840, 540, coin(84))],
  ],
  "calderwick-driver-overtime": [
    auto,
    1,
    (c) => [
      at(580, y, stand(560, van(P.paper, P.sand)), { s: 1.1 }),
      at(400, 430, [circle(0, 0, 96, c.deep), clock(88, P.white, P.ever, { hour: 7, minute: 0 })]),
    ],
  ],
  "tarrowby-sunroof-repairs": [
    auto,
    0,
    () => [
      at(900, 190, sun(70)),
      at(
        600,
        y,
        stand(520, [
          car(P.coral, P.mist),
          path("M-40-222H70L84-204H-46z", banking.soft),
          stroke("M10-222L24-212L14-204", P.night, 4),
        ]),
        { s: 1.6 },
      ),
    ],
  ],
  "larkmere-car-insurance": [
    insurance,
    1,
    (c) => [
      at(600, 330, shield(c.main, ""), { s: 1.5 }),
      at(600, y, [floor(0, 0, 400, 0.3), car(P.gold, c.tint)], { s: 1.2 }),
    ],
  ],
  "hearthmoss-home-insurance": [
    insurance,
    0,
    (c) => [
      at(600, y, stand(380, house({ roof: c.deep, door: P.ever })), { s: 0.9 }),
      at(600, 330, umbrella(270, P.coral, P.paper, { handle: 0 })),
      at(900, y, [floor(0, 0, 120), flame(1)]),
    ],
  ],
  "rentwick-renters": [
    shopping,
    0,
    (c) => [
      at(520, y, stand(420, sofa(c.main, c.deep)), { s: 1.3 }),
      at(840, y, stand(110, floorLamp()), { s: 1.2 }),
      at(380, 240, key(P.gold, P.amber), { s: 0.7 }),
    ],
  ],
  "everquill-family-term": [
    insurance,
    2,
    (c) => [
      circle(600, 420, 240, c.deep),
      at(500, y, figure(2, P.gold, P.night, { h: 400, w: 170 })),
      at(690, y, figure(1, c.soft, P.bark, { h: 370, w: 160, long: true })),
      at(600, y, figure(2, P.coral, P.night, { h: 250, w: 116 })),
      rect(360, y, 480, 16, P.night, 8),
    ],
  ],
  "steadmoor-disability-income": [
    insurance,
    0,
    (c) => [
      at(560, 430, wallet(P.wood, P.bark), { s: 1.36 }),
      at(830, 340, shield(c.main, at(0, 0, check(P.white), { s: 1.5 })), { s: 0.72 }),
    ],
  ],
  "pawthistle-pet-insurance": [
    cashback,
    0,
    (c) => [
      ellipse(600, y - 6, 330, 44, c.main),
      at(600, y - 20, cat(P.gold, P.amber), { s: 2.4 }),
      at(890, 240, [circle(0, 0, 96, P.ever), at(0, 8, paw(P.paper))]),
    ],
  ],
  "corriden-auto-rates": [
    insurance,
    2,
    (c) => [
      at(560, y, [floor(0, 4, 420, 0.35), car(c.main, c.tint)], { s: 1.5 }),
      at(890, 230, seal(80, P.gold, at(0, 0, dollar(P.bark), { s: 0.8 }))),
    ],
  ],
  "solmarrow-roof-estimate": [
    utilities,
    0,
    (c) => [
      at(900, 200, sun(84)),
      at(540, y, stand(400, [house({ roof: c.deep, door: P.ever }), panels()]), { s: 1.3 }),
    ],
  ],
  "everquill-term-life": [
    insurance,
    1,
    (c) => [
      at(600, y, [floor(0, 4, 240), hourglass(P.gold)], { s: 1.5 }),
      at(330, y, sprig(4, c.soft, 84)),
      at(880, y, sprig(4, c.soft, 84)),
    ],
  ],
  "tallowmere-medicare-help": [
    insurance,
    0,
    (c) => [
      at(470, y, figure(0, P.ever, "#d9d4c8", { h: 430, w: 200 })),
      at(780, 290, bubble(300, 220, c.main, at(0, 0, plus(P.white, 26), { s: 1.5 }))),
      rect(320, y, 560, 18, c.deep, 9),
    ],
  ],
  "brindlecash-receipts": [
    cashback,
    2,
    () => [
      at(520, 380, receipt(280, 500, items(200, -190, 6, { gap: 44 })), { r: -6 }),
      at(800, 500, coin(96)),
      at(880, 320, coin(54)),
    ],
  ],
};
