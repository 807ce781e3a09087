import { HUES, P } from "../../palette.mjs";
import { bowl, glasses, paw, pot, shower, stand, ticket, tire, y } from "../../props/goods.mjs";
import { bulb, house, sofa } from "../../props/home.mjs";
import { bank, coin } from "../../props/money.mjs";
import { plant, sprig } from "../../props/nature.mjs";
import { pencil, seal, sheet } from "../../props/paper.mjs";
import { bubble, cable, laptop, phone, wifi } from "../../props/tech.mjs";
import { basket } from "../../props/things.mjs";
import { at, check, circle, floor, path, rect, sector, shade, times } from "../../svg.mjs";

const { utilities, cashback, shopping, banking, phone: mobile, food, auto, entertainment } = HUES;

/** Daily offers. */
export const daily = {
  "basketlark-first-order": [
    food,
    0,
    (c) =>
      at(
        600,
        y,
        [
          floor(0, 4, 360),
          at(-90, -160, sprig(4, P.pine, 76)),
          circle(-20, -190, 60, P.coral),
          rect(40, -300, 84, 150, P.gold, 10),
          basket(c.main, c.deep),
        ],
        { s: 1.36 },
      ),
  ],
  "sunmarl-led-bundle": [
    utilities,
    2,
    () =>
      times(3, (i) =>
        at(330 + i * 270, i === 1 ? 330 : 360, [circle(0, 0, 150, P.pine), bulb(i === 1 ? P.gold : P.butter, P.sand)], {
          s: 1.06,
        }),
      ),
  ],
  "rentwick-renters-quote": [
    shopping,
    1,
    (c) => [
      at(500, y, stand(400, sofa(c.soft, c.main)), { s: 1.2 }),
      at(850, y, plant(P.gold, P.amber), { s: 1.3 }),
      at(690, 220, bubble(240, 160, P.white, at(0, 0, check(P.pine), { s: 1 }))),
    ],
  ],
  "lumenquay-fiber-check": [
    mobile,
    1,
    (c) => [
      cable("M-20 700H400Q560 700 560 640", P.gold, 18),
      at(600, y, [floor(0, 4, 380), house({ roof: P.ever, door: c.deep })], { s: 1.12 }),
      at(880, 300, wifi(P.gold, { s: 0.8 })),
    ],
  ],
  "pocketalder-budget-app": [
    banking,
    0,
    (c) =>
      at(
        600,
        400,
        phone(290, 570, P.paper, [
          path(sector(0, -80, 94, 0, 140), c.main),
          path(sector(0, -80, 94, 143, 255), P.gold),
          path(sector(0, -80, 94, 258, 357), P.coral),
          circle(0, -80, 46, P.paper),
          times(3, (i) => [
            circle(-84, 70 + i * 54, 15, [c.main, P.gold, P.coral][i]),
            rect(-54, 62 + i * 54, [130, 100, 76][i], 16, P.sand, 8),
          ]),
        ]),
      ),
  ],
  "sprigworth-seed-kit": [
    cashback,
    0,
    (c) => [
      floor(600, y + 4, 700),
      times(3, (i) =>
        at(
          350 + i * 250,
          y,
          pot([P.coral, c.main, P.gold][i], ["#bd4d36", c.deep, P.amber][i], [
            at(-24, -100, sprig(3 + (i % 2), P.pine, 70), { r: -12 }),
            at(24, -100, sprig(3, c.deep, 64), { r: 14 }),
          ]),
          { s: 1.15 },
        ),
      ),
    ],
  ],
  "treadmoor-tire-rebate": [
    auto,
    1,
    () => [
      floor(600, y + 4, 640),
      times(3, (i) => at(350 + i * 250, y - 120, tire(120))),
      at(600, 280, tire(120)),
      at(900, 230, coin(84)),
    ],
  ],
  "larchbay-everyday-checking": [
    banking,
    2,
    (c) => [
      at(600, y, [floor(0, 4, 440), bank(P.paper, P.sand, { badge: at(0, 0, check(c.main), { s: 0.6 }) })], {
        s: 1.22,
      }),
    ],
  ],
  "dripwren-showerhead": [mobile, 0, (c) => at(600, 360, shower(c.main), { s: 1.36 })],
  "secondwren-certified-laptops": [
    mobile,
    2,
    (c) => [
      at(
        600,
        y,
        stand(
          640,
          laptop(600, c.dark, [
            rect(-220, -320, 200, 22, c.main, 11),
            rect(-220, -276, 300, 22, c.deep, 11),
            rect(-220, -120, 140, 50, P.gold, 25),
          ]),
        ),
      ),
      at(850, 300, seal(84, P.gold, at(0, 0, check(P.white)))),
    ],
  ],
  "pawthistle-first-box": [
    shopping,
    0,
    (c) => [
      at(520, y, [
        floor(0, 4, 320),
        path("M-150-420H150L164-20Q164 0 144 0H-144Q-164 0-164-20z", P.gold),
        rect(-158, -450, 316, 50, P.amber, 10),
        shade("M80-420H150L164-20Q164 0 144 0H80z"),
        circle(0, -210, 92, P.paper),
        at(0, -204, paw(c.main)),
      ]),
      at(840, y, [
        times(7, (i) => circle(-84 + i * 28, -112 - (i % 2) * 16, 22, P.bark)),
        at(0, 0, bowl(c.deep), { s: 0.66 }),
      ]),
    ],
  ],
  "glasswillow-eyewear": [
    cashback,
    1,
    () => [
      at(600, 380, glasses(P.night), { s: 1.2 }),
      at(170, 720, sprig(4, P.sage, 84), { r: 12 }),
      at(1040, 720, sprig(3, P.sage, 84), { r: -12 }),
    ],
  ],
  "ledgerfinch-tax-filing": [
    banking,
    1,
    (c) => [
      at(
        560,
        400,
        sheet(380, 510, [
          rect(-140, -200, 150, 30, c.main, 15),
          times(4, (i) => [rect(-140, -120 + i * 70, 180, 16, P.sand, 8), rect(80, -132 + i * 70, 70, 40, P.cream, 8)]),
          at(100, 190, check(P.pine), { s: 0.8 }),
        ]),
        { r: -4 },
      ),
      at(730, 640, pencil(), { r: 34, s: 1.1 }),
    ],
  ],
  "trailmint-museum-pass": [
    entertainment,
    0,
    (c) => [
      at(560, y, stand(440, bank(P.paper, c.soft)), { s: 1.1 }),
      at(850, 560, ticket(P.gold), { r: -14, s: 0.62 }),
    ],
  ],
};
