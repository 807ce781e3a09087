import { HUES, P } from "../../palette.mjs";
import { shower } from "../../props/goods.mjs";
import { bulb, faucet, floorLamp, house, pane, sofa } from "../../props/home.mjs";
import { drop, leaf, water } from "../../props/nature.mjs";
import { cable, phone } from "../../props/tech.mjs";
import { at, box, circle, clip, fade, floor, light, path, rect, ring, shade, stroke, times } from "../../svg.mjs";

// Steps that are done about the house: at its meters, taps, bulbs and walls. 800 by 600, around 400, 300; what stands
// does so at 170.

const { insurance, utilities, cashback, phone: tele } = HUES;

/** A thermometer for a cup or a room; its bulb is at the origin. */
const probe = (h, full) => [
  rect(-13, -h, 26, h, P.white, 13),
  circle(0, 0, 24, P.white),
  circle(0, 0, 15, P.coral),
  rect(-6, -h * full, 12, h * full, P.coral, 6),
];

/** Motif: [hue, where it is, drawing]. */
export const atHome = {
  "power-meter": [
    tele,
    "paper",
    (c) => [
      rect(-26, 120, 52, 180, P.sage),
      rect(-130, -190, 260, 330, P.mist, 20),
      shade(box(60, -190, 70, 330), 0.08),
      circle(0, -50, 112, P.white),
      ring(0, -50, 112, P.ever, 12),
      rect(-74, -110, 148, 44, P.night, 6),
      times(5, (i) => rect(-64 + i * 27, -102, 20, 28, P.mist, 3)),
      rect(-84, -36, 168, 16, c.soft, 8),
      rect(28, -36, 18, 16, P.coral),
      times(2, (i) => [
        circle(-40 + i * 80, 14, 24, c.tint),
        stroke(`M${-40 + i * 80} 14l${i ? 10 : -8}-14`, P.coral, 5),
      ]),
      light("M-78-120A112 112 0 0 1 20-160L-70 10A112 112 0 0 1-78-120z", 0.4),
    ],
  ],
  "plug-meter": [
    utilities,
    "paper",
    (c) => [
      rect(-130, -220, 260, 400, P.white, 22),
      shade(box(-130, 164, 260, 16), 0.12),
      rect(-86, -170, 172, 262, P.ever, 24),
      rect(-62, -146, 124, 76, c.tint, 8),
      times(3, (i) => rect(-46 + i * 34, -126, 24, 36, P.ever, 4)),
      times(3, (i) => circle(-44 + i * 44, -40, 13, [P.gold, P.mist, P.coral][i])),
      circle(0, 34, 42, P.pine),
      rect(-20, 22, 10, 26, P.night, 4),
      rect(10, 22, 10, 26, P.night, 4),
      cable("M0 34C0 130 60 150 150 200S250 290 270 330", P.night, 20),
      rect(-30, 10, 60, 60, P.night, 14),
    ],
  ],
  "draft-smoke": [
    cashback,
    "room",
    () => [
      at(-150, -60, pane(210, 290, P.water)),
      rect(-290, 96, 290, 22, P.white, 6),
      at(120, 200, [
        rect(-5, -210, 10, 210, P.bark, 5),
        circle(0, -212, 9, P.coral),
        rect(-54, -14, 108, 18, P.wood, 8),
      ]),
      stroke("M120-30C124-64 150-70 190-74C240-80 226-130 280-140", P.white, 11),
      stroke("M124-40C130-90 170-100 206-112C250-128 240-172 300-190", P.white, 8),
      stroke("M-30-10H60M-30 40H40M-30-60H30", P.water, 8),
    ],
  ],
  attic: [
    utilities,
    "hills",
    (c) => [
      rect(-230, 40, 460, 150, P.paper),
      path("M0-210L290 60H-290z", c.deep),
      path("M0-166L226 46H-226z", P.cream),
      path("M-226 46C-200 10-170 30-150 6S-90 26-70 2S-10 24 10 0S70 24 96 0S160 26 180 6S210 26 226 46z", "#f0a9b2"),
      rect(-240, 40, 480, 18, P.bark),
      rect(-14, -96, 30, 140, P.gold, 4),
      times(6, (i) => stroke(`M16 ${-84 + i * 22}h-${i % 2 ? 10 : 16}`, P.bark, 5)),
      at(-120, 136, pane(56, 62)),
      at(120, 136, pane(56, 62)),
      rect(-30, 90, 60, 100, P.pine, 4),
    ],
  ],
  filter: [
    tele,
    "paper",
    (c) => [
      [0, 1].map((i) =>
        at(-140 + i * 280, 10, [
          rect(-116, -160, 232, 320, P.wood, 8),
          rect(-98, -142, 196, 284, i ? P.white : "#8d9a90", 4),
          times(8, (j) => rect(-98 + j * 25, -142, 11, 284, i ? c.tint : "#6f7d73")),
          i ? "" : [fade(0.5, circle(-30, -40, 40, "#56645b"), circle(34, 60, 54, "#56645b"))],
        ]),
      ),
      stroke("M-24 10H24M6-12L26 10L6 32", P.ever, 12),
    ],
  ],
  "hot-tap": [
    utilities,
    "tiles",
    (c) => [
      at(30, -120, faucet(P.mist, P.sage, c.main)),
      rect(18, -110, 24, 210, P.water),
      fade(0.85, path("M-74 20H134L112 170Q110 180 100 180H-40Q-50 180-52 170z", P.white)),
      path("M-62 90H122L112 170Q110 180 100 180H-40Q-50 180-52 170z", P.water),
      at(96, 140, probe(240, 0.7), { r: 14 }),
      times(3, (i) => stroke(`M${-50 + i * 50}-4q-16-22 0-42t0-42`, P.white, 8)),
    ],
  ],
  "three-bulbs": [
    utilities,
    "paper",
    (c) => [
      stroke("M-250-300V-130M0-300V-130M250-300V-130", P.ever, 10),
      at(-250, 10, bulb(P.gold), { s: 0.72, r: 180 }),
      at(0, 10, bulb(P.gold), { s: 0.72, r: 180 }),
      at(
        250,
        10,
        [
          path("M-62 60C-62 120-48 130-44 168H44C48 130 62 120 62 60z", P.mist),
          circle(0, 0, 100, P.white),
          light(box(-100, -100, 80, 200), 0.3),
          rect(-50, 162, 100, 22, P.ever, 8),
          rect(-46, 188, 92, 22, P.ever, 8),
        ],
        { s: 0.72, r: 180 },
      ),
      at(250, 10, circle(0, 0, 40, c.main)),
      stroke("M234 12L246 24L268-2", P.white, 9),
    ],
  ],
  inventory: [
    insurance,
    "room",
    (c) => [
      at(-190, 150, sofa(c.main, c.deep), { s: 0.8 }),
      at(10, 150, floorLamp(P.gold), { s: 0.9 }),
      at(
        170,
        10,
        phone(230, 430, c.tint, [
          at(-8, 110, sofa(c.main, c.deep), { s: 0.42 }),
          at(78, 110, floorLamp(P.gold), { s: 0.42 }),
          stroke("M-84-70V-100H-54M84-70V-100H54M-84 130V160H-54M84 130V160H54", P.white, 8),
          circle(0, 184, 16, P.white),
        ]),
        { r: 4 },
      ),
    ],
  ],
  rebuild: [
    utilities,
    "hills",
    (c) => [
      floor(0, 190, 420),
      at(0, 190, [
        fade(0.35, house({ roof: c.deep, door: P.ever })),
        clip("low", rect(-220, -150, 440, 160, "#000"), house({ roof: c.deep, door: P.ever })),
        times(3, (i) => stroke(`M${-210 + i * 210} 0V${-280}`, P.bark, 12)),
        stroke("M-224-150H224M-224-262H224M-210-150L0-262M0-150L210-262", P.wood, 11),
      ]),
    ],
  ],
  flood: [
    insurance,
    "hills",
    (c) => [
      at(0, 150, house({ roof: c.deep, door: P.ever })),
      at(-400, -300, [
        water(400, P.water, { w: 800, h: 600 }),
        fade(0.6, water(452, c.main, { w: 800, h: 600, step: 190 })),
      ]),
    ],
  ],
  "water-meter": [
    tele,
    "tiles",
    (c) => [
      rect(-460, 40, 920, 70, P.sage),
      light(box(-460, 50, 920, 14), 0.3),
      rect(-190, 22, 50, 106, P.amber, 8),
      rect(140, 22, 50, 106, P.amber, 8),
      circle(0, 10, 172, P.ever),
      circle(0, 10, 144, P.white),
      rect(-84, -62, 168, 48, P.night, 6),
      times(6, (i) => rect(-76 + i * 26, -54, 20, 32, i > 3 ? P.coral : P.mist, 3)),
      times(12, (i) => at(0, 10, rect(-3, -138, 6, i % 3 ? 12 : 22, P.night, 3), { r: i * 30 })),
      stroke("M0 40L84 96", P.coral, 8),
      circle(0, 40, 12, P.night),
      path("M-60 62l20 34h-40z", P.coral),
      light("M-118-70A144 144 0 0 1 30-130L-60 60A144 144 0 0 1-118-70z", 0.35),
      stroke("M0-190V-160", c.deep, 20),
    ],
  ],
  "dye-tank": [
    tele,
    "tiles",
    (c) => [
      rect(-190, -190, 380, 230, P.white, 24),
      fade(0.85, path("M-164-90q27-14 54 0t54 0t54 0t54 0t54 0t58 0V-4Q164 16 144 16H-144Q-164 16-164-4z", c.soft)),
      path("M-10-88C-60-40-30 10 10 2C60-6 50-60 20-86z", P.coral),
      circle(44, -34, 18, P.coral),
      rect(-206, -206, 412, 34, P.mist, 14),
      at(0, -236, drop(24, P.coral)),
      rect(-150, 60, 300, 40, P.mist, 18),
      path("M-140 100H140C140 180 90 210 60 220V260H-60V220C-90 210-140 180-140 100z", P.white),
      shade("M50 100H140C140 180 90 210 60 220V260H40z", 0.1),
      fade(0.6, path("M-90 122H90C84 160 50 176 0 176S-84 160-90 122z", c.soft)),
    ],
  ],
  "shower-head": [tele, "tiles", (c) => at(0, 70, shower(c.main), { s: 0.92 })],
  garden: [
    cashback,
    "hills",
    (c) => [
      path("M-460 210Q0 130 460 210V320H-460z", c.deep),
      times(5, (i) =>
        at(-250 + i * 74, 190 - (i % 2) * 14, [
          at(0, 0, leaf(84, 24, c.main), { r: -24 }),
          at(0, 0, leaf(92, 24, P.pine), { r: 22 }),
        ]),
      ),
      at(170, 60, [
        path("M-70-60H80L70 80H-60z", P.coral),
        shade("M30-60H80L70 80H30z"),
        stroke("M-66 40L-170-70", P.coral, 22),
        path("M-196-100L-140-60L-158-44L-206-76z", P.amber),
        stroke("M-40-60C-40-140 110-140 96-40C92 0 84 20 74 30", P.amber, 16),
      ]),
      times(6, (i) => at(-70 + (i % 3) * 26 - Math.floor(i / 3) * 30, 20 + Math.floor(i / 3) * 50, drop(9, P.water))),
    ],
  ],
};
