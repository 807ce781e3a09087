import { HUES, P } from "../../palette.mjs";
import { bowl, pot, stand, y } from "../../props/goods.mjs";
import { house, plug } from "../../props/home.mjs";
import { coin, stack } from "../../props/money.mjs";
import { leaf, sprig } from "../../props/nature.mjs";
import { sheet, ticks } from "../../props/paper.mjs";
import { bubble, cable, handset, phone, sim, wifi } from "../../props/tech.mjs";
import { carFront, carton, gear, lens } from "../../props/things.mjs";
import { at, circle, dollar, fade, floor, heart, path, rect, stroke, times } from "../../svg.mjs";

const { insurance, utilities, shopping, banking, phone: mobile, food, auto } = HUES;
const handsetOn = (s, k) => at(0, 0, handset(k, P.night), { s, r: -18 });

/** Offers of the carousel. */
export const carousel = {
  "larkmere-auto-quotes": [
    insurance,
    0,
    (c) => [
      at(520, y, stand(420, carFront(c.main, c.deep, c.tint)), { s: 1.1 }),
      at(860, 240, bubble(260, 180, P.gold, at(0, 0, dollar(P.bark), { s: 1 }))),
    ],
  ],
  "tidewick-starter-plan": [
    mobile,
    1,
    (c) => [
      at(
        520,
        400,
        phone(250, 490, P.paper, [at(0, 40, wifi(c.main, { s: 0.7 })), rect(-70, 120, 140, 40, P.gold, 20)]),
      ),
      at(800, 500, sim(170, P.white), { r: 14 }),
    ],
  ],
  "pantrywise-weekly-list": [
    food,
    0,
    (c) => [
      at(470, 390, sheet(320, 440, ticks(-116, -150, 230, 5, 3, { on: c.main, gap: 66 })), { r: -5 }),
      at(
        800,
        y,
        stand(380, [
          circle(-70, -124, 56, P.coral),
          circle(20, -130, 66, P.pine),
          circle(96, -120, 46, P.gold),
          at(40, -150, sprig(3, P.pine, 56), { r: 14 }),
          bowl(c.deep),
        ]),
      ),
    ],
  ],
  "pennyroot-savings-account": [
    banking,
    2,
    (c) =>
      at(
        600,
        y,
        stand(
          300,
          pot(c.main, c.deep, [
            stroke("M0-110V-330", P.sage, 12),
            times(2, (i) => [
              at(0, -170 - i * 74, leaf(140, 40, P.sage), { r: 58 }),
              at(0, -170 - i * 74, leaf(140, 40, P.sage), { r: -58 }),
            ]),
            at(0, -400, coin(84)),
          ]),
        ),
        { s: 1.12 },
      ),
  ],
  "hollowbrook-debt-review": [
    banking,
    0,
    (c) => [
      at(430, y, [floor(0, 4, 240), stack(9, 180, 36)]),
      at(640, y, [floor(0, 4, 200), stack(5, 180, 36)]),
      at(830, y, [floor(0, 4, 200), stack(2, 180, 36)]),
      at(780, 270, handsetOn(0.9, c.deep)),
    ],
  ],
  "clipfern-sample-club": [
    shopping,
    1,
    (c) =>
      at(600, y, [
        floor(0, 4, 480),
        rect(-120, -430, 90, 220, P.gold, 16),
        rect(-100, -470, 50, 50, P.ever, 8),
        rect(10, -400, 130, 190, P.white, 10),
        at(74, -330, heart(c.main), { s: 0.7 }),
        at(-170, -200, sprig(4, P.sage, 76), { r: -14 }),
        carton(460, 250, { open: true }),
      ]),
  ],
  "wattlane-plan-finder": [
    utilities,
    0,
    (c) => [
      cable("M440 560C440 700 620 600 700 740V840", P.ever, 24),
      at(440, 560, plug(c.main, c.deep), { s: 1.5 }),
      at(760, 330, lens(130, P.ever, P.gold, path("M20-90L-50 14H0L-16 90L56-20H6z", P.gold))),
    ],
  ],
  "nestmarrow-home-warranty": [
    auto,
    0,
    (c) => [
      at(560, y, stand(420, house({ roof: P.ever, door: c.deep })), { s: 1.24 }),
      at(850, 500, [fade(0.25, circle(10, 12, 120, c.deep)), gear(100, P.gold, c.soft)]),
    ],
  ],
};
