import { P } from "../palette.mjs";
import { checks, ground, hill, rays, road, table } from "../props/grounds.mjs";
import { coin } from "../props/money.mjs";
import { cloud, cypress, sprig } from "../props/nature.mjs";
import { lines } from "../props/paper.mjs";
import { play } from "../props/tech.mjs";
import { car, suitcase } from "../props/things.mjs";
import { at, box, circle, dashed, fade, floor, half, light, path, rect, shade, star, stroke, times } from "../svg.mjs";

// The categories that have no articles of their own yet, and the picture for everything else.

const travel = (c) => [
  ground(c.soft),
  circle(330, 250, 130, P.butter),
  at(150, 150, cloud(210, P.white)),
  at(1090, 330, cloud(170, P.white)),
  hill(560, 120, c.main, 300, 900),
  hill(600, 90, c.deep, 980, 800),
  table(680, c.dark),
  at(
    870,
    200,
    [
      path(
        "M-190 20L150-76Q206-88 200-54Q196-26 160-14L60 16L-10 150L-60 164L-34 44L-130 72L-170 120L-204 128L-200 60z",
        P.white,
      ),
      shade("M60 16L-10 150L-60 164L-34 44z", 0.16),
      path("M-20 0L-120-96L-70-104L80-30z", P.mist),
    ],
    { r: -6, s: 1.1 },
  ),
  dashed("M60 470Q360 420 620 290", P.white, 9),
  floor(560, 704, 360, 0.35),
  at(470, 700, suitcase(300, 330, P.coral, "#a8432b")),
  at(530, 560, [circle(0, 0, 44, P.gold), at(0, 0, star(26, P.white))]),
  at(720, 700, suitcase(180, 210, P.gold, P.amber)),
  at(1010, 690, cypress(250, P.ever)),
  at(160, 690, cypress(180, P.ever)),
];

const food = (c) => [
  ground(c.main),
  checks(0, 0, 10, 7, 120, "#d14e36"),
  fade(0.18, circle(620, 424, 300, "#2b1608")),
  circle(600, 400, 300, P.white),
  circle(600, 400, 226, P.cream),
  shade(half(600, 400, 300, 135), 0.05),
  at(600, 400, [
    path("M-170-30C-180-120-80-150-30-110C40-120 70-60 40-10C50 50-20 70-60 50C-120 80-170 40-170-30z", P.white),
    circle(-66, -30, 54, P.gold),
    light(half(-66, -30, 54, 315), 0.3),
    times(6, (i) => at(80, 40, circle(0, -48, 24, P.pine), { r: i * 60 })),
    circle(80, 40, 36, P.sage),
    at(70, -110, sprig(3, P.pine, 56), { r: 40 }),
    circle(-20, 110, 40, P.coral),
    circle(-90, 100, 34, c.deep),
    circle(-20, 110, 18, "#f08a70"),
  ]),
  at(190, 400, [
    times(4, (i) => rect(-48 + i * 28, -230, 14, 120, P.mist, 7)),
    path("M-50-130H50Q54-40 12-20V230Q12 244 0 244T-12 230V-20Q-54-40-50-130z", P.mist),
    shade("M0-130H50Q54-40 12-20V230Q12 244 0 244z", 0.14),
  ]),
  at(1010, 400, [
    path("M-14-240Q60-200 56-40L20-10V230Q20 244 6 244T-14 230z", P.mist),
    shade("M20-200Q60-140 56-40L20-10V230Q20 240 12 243z", 0.14),
  ]),
  at(1090, 120, coin(52)),
];

const auto = (c) => [
  ground(c.soft),
  circle(820, 300, 200, P.butter),
  hill(560, 100, c.main, 240, 900),
  hill(600, 60, c.deep, 900, 900),
  road(660, 140, c.dark, P.butter),
  at(430, 744, [floor(-10, 0, 430, 0.4), car(P.coral, c.tint)], { s: 1.3 }),
  at(960, 690, [
    rect(-110, -20, 230, 24, P.night, 6),
    rect(-90, -360, 180, 344, P.ever, 20),
    shade(box(30, -340, 60, 320)),
    rect(-64, -330, 128, 96, P.mist, 10),
    at(0, -282, lines(-44, -26, 88, [1, 0.6], P.pine, 34, 14)),
    circle(0, -160, 40, P.gold),
    path("M0-196C14-176 26-162 26-148A26 26 0 0 1-26-148C-26-162-14-176 0-196z", P.white),
    stroke("M90-120H110Q130-120 130-90V-60Q130-40 146-40T162-60V-240L126-290", P.night, 14),
  ]),
];

const entertainment = (c) => [
  ground(c.dark),
  rays(600, 330, 20, "#57295b"),
  table(690, "#3a1a3e"),
  floor(420, 706, 340, 0.4),
  at(430, 700, [
    times(9, (i) => circle(-130 + i * 33, -340 - (i % 3) * 34, 46, i % 2 ? P.butter : P.white)),
    times(5, (i) => circle(-96 + i * 48, -420 + (i % 2) * 24, 44, i % 2 ? P.white : P.butter)),
    path("M-170-330H170L126 0H-126z", P.white),
    times(3, (i) => path(`M${-122 + i * 98}-330h48L${-54 + i * 72} 0h-36z`, c.main)),
    shade("M70-330H170L126 0H52z"),
  ]),
  at(
    800,
    520,
    [
      at(14, 16, fade(0.3, rect(-230, -110, 460, 220, P.night, 16))),
      path("M-230-110H230V-40A40 40 0 0 0 230 40V110H-230V40A40 40 0 0 0-230-40z", P.gold),
      shade("M100-110H230V-40A40 40 0 0 0 230 40V110H100z", 0.1),
      dashed("M100-90V90", P.amber, 6),
      at(-70, 0, star(64, P.white)),
      rect(130, -50, 60, 14, P.amber, 7),
      rect(130, -14, 44, 14, P.amber, 7),
    ],
    { r: -14 },
  ),
  at(870, 220, [circle(0, 0, 100, c.main), shade(half(0, 0, 100, 135), 0.14), at(8, 0, play(P.white), { s: 1.3 })]),
];

/** For a piece without a picture: a coin rises like the sun over tended fields. */
const fallback = () => [
  ground(P.cream),
  rays(600, 470, 22, "#f8eedb"),
  at(600, 400, [circle(0, 0, 300, P.butter), coin(210)]),
  hill(540, 90, P.sage, 250, 1000),
  hill(590, 90, P.pine, 960, 1000),
  path("M0 640Q600 560 1200 700V800H0z", P.ever),
  times(6, (i) => stroke(`M${-60 + i * 120} 800Q${120 + i * 80} 720 ${330 + i * 46} 640`, P.pine, 12)),
  at(190, 640, cypress(250, P.ever)),
  at(300, 650, cypress(170, P.night)),
  at(960, 660, sprig(4, P.gold, 76)),
  at(1060, 690, sprig(3, P.gold, 70)),
];

export const more = { travel, food, auto, entertainment };
export { fallback };
