import { P } from '../palette.mjs';
import { arch, dots, ground, hill, lean, rays, table } from '../props/grounds.mjs';
import { bulb, dial, fan, faucet, house, pane, plug, sofa } from '../props/home.mjs';
import { stack } from '../props/money.mjs';
import { cat, cloud, cypress, drop, flame, gust, moon, plant, sparkle, sun, tree } from '../props/nature.mjs';
import { clipboard, ticks, under } from '../props/paper.mjs';
import { palm } from '../props/people.mjs';
import { lens } from '../props/things.mjs';
import { arc, at, box, circle, clip, ellipse, fade, floor, half, heart, light, path, rect, ring, shade, stroke, times } from '../svg.mjs';

export const hue = 'utilities';

/** The category: light, water and flame on one shelf. */
export const category = (c) => [
  ground(c.tint), circle(600, 360, 300, c.soft), circle(600, 360, 210, P.butter), table(660, c.deep), shade(box(0, 660, 1200, 14), 0.14),
  stroke('M600 0V130', P.ever, 12), at(600, 360, bulb(), { s: 1.05, r: 180 }), floor(270, 670, 230), at(270, 660, flame(1.75)), floor(930, 670, 250), at(930, 540, drop(120, P.water)),
  stroke('M1220 740H740C660 740 660 700 490 700', P.night, 16), at(480, 700, plug(P.paper, P.sand), { r: -90, s: 0.6 }),
];

const sill = (c, y) => [rect(300, y, 600, 34, P.white, 6), shade(box(300, y + 22, 600, 12), 0.14), rect(330, y + 34, 540, 16, c.soft)];

export const articles = {
  'thermostat-schedule-savings': (c) => [
    ground(c.main), lean(760, 440, c.dark), at(1010, 170, moon(84)), dots(880, 520, 5, 4, 64, 5, c.main), at(190, 190, sun(78, P.butter)),
    at(612, 424, circle(0, 0, 300, '#2b1608').replace('/>', ' fill-opacity=".2"/>')), at(600, 400, dial(300, P.paper, P.ever, { angle: -46, lit: c.main, pointer: P.ever, ticks: 41 })),
    path(half(600, 400, 100, 270), P.gold), path(half(600, 400, 100, 90), c.dark), at(554, 400, sun(22, P.paper, 8)), at(643, 400, moon(27)),
  ],
  'drafts-and-insulation': (c) => [
    ground(c.soft), rect(330, 80, 540, 516, P.white, 10), clip('w', rect(358, 108, 484, 460, P.sage), rect(358, 108, 484, 460, P.mist), circle(720, 210, 60, P.butter), hill(470, 60, P.sage, 500, 500), hill(520, 40, P.pine, 760, 500), at(470, 470, cypress(170, P.ever)), light('M358 330V230L480 108H570zM610 568V520L842 288V420L700 568z', 0.2)),
    rect(591, 100, 18, 480, P.white), rect(358, 322, 484, 18, P.white), sill(c, 584),
    path('M250 40H470C480 200 420 300 300 390C330 480 330 560 330 620H230z', c.main), shade('M400 40H470C480 200 420 300 300 390C330 480 330 560 330 620H292C300 520 290 460 264 392C360 300 410 200 400 40z'), path('M730 40H950L1010 640H900C910 540 940 470 920 400C800 320 730 200 730 40z', c.main), shade('M730 40H800C810 200 880 310 980 380L1010 640H900C910 540 940 470 920 400C800 320 730 200 730 40z'),
    rect(210, 24, 780, 24, P.bark, 12), circle(210, 36, 24, P.gold), circle(990, 36, 24, P.gold), rect(0, 660, 1200, 140, c.deep), rect(0, 650, 1200, 20, P.white), at(560, 586, cat(P.gold, P.amber)), at(720, 446, gust(250, P.white, 13)), at(770, 506, gust(270, P.white, 13)), stroke('M690 556H900', P.white, 13),
    floor(320, 752, 380), at(320, 752, [rect(-190, -82, 380, 84, P.ever, 42), times(6, (i) => rect(-126 + i * 48, -82, 20, 84, P.pine)), circle(150, -46, 8, P.butter)]),
  ],
  'time-of-use-electricity': (c) => [
    ground(c.dark), path('M0 0H1200L0 620z', '#8a3d20'), at(1000, 170, moon(92)), times(9, (i) => circle(90 + ((i * 263) % 1050), 60 + ((i * 97) % 330), i % 3 ? 4 : 6, P.butter)), table(680, '#4d1d0d'),
    floor(600, 690, 560, 0.35), rect(350, 120, 500, 566, P.paper, 26), shade('M700 120H824Q850 120 850 146V660Q850 686 824 686H700z', 0.12), rect(350, 120, 500, 92, P.white, 26), rect(350, 190, 500, 22, P.white), shade(box(350, 208, 500, 8), 0.14), rect(384, 146, 130, 42, c.soft, 10), circle(740, 166, 26, c.main), rect(736, 144, 8, 22, P.white, 4), circle(806, 166, 14, P.sand),
    circle(600, 446, 196, P.mist), circle(600, 446, 166, P.ever), `<path d="${arc(600, 446, 128, 300, 395)}" fill="none" stroke="${c.main}" stroke-width="44"/>`, `<path d="${arc(600, 446, 128, 40, 295)}" fill="none" stroke="${P.sage}" stroke-width="44"/>`,
    times(12, (i) => at(600, 446, circle(0, -128, i % 3 ? 5 : 9, P.paper), { r: i * 30 })), stroke('M600 446L536 392', P.gold, 18), stroke('M600 446L664 522', P.gold, 12), circle(600, 446, 20, P.gold), light(half(600, 446, 166, 315), 0.08),
    at(180, 680, [path('M-110-120H110L84 0H-84z', P.wood), shade('M30-120H110L84 0H24z', 0.14), path('M-100-120C-110-180-40-200-10-168C30-210 110-180 100-120z', c.soft), path('M-20-120C0-170 60-170 70-120z', P.white), times(4, (i) => rect(-84 + i * 46, -90, 14, 70, P.bark, 7)), rect(-120, -128, 240, 22, P.bark, 10)]),
  ],
  'water-heater-savings': (c) => [
    ground(P.cream), arch(520, 40, 620, c.soft), table(700, c.deep), floor(520, 710, 380), stroke('M430 0V150', P.sage, 34), stroke('M610 0V150', c.main, 34), rect(400, 140, 60, 30, P.pine, 6), rect(580, 140, 60, 30, c.deep, 6),
    rect(350, 165, 340, 530, P.white, 90), shade('M560 165H600Q690 165 690 255V605Q690 695 600 695H560z', 0.14), rect(390, 690, 40, 24, P.night), rect(610, 690, 40, 24, P.night),
    rect(332, 270, 376, 250, P.gold, 18), shade(box(560, 270, 148, 250), 0.13), times(3, (i) => times(7, (j) => stroke(`M${356 + j * 54} ${300 + i * 76}l20 20l-20 20`, P.amber, 6))), rect(332, 356, 376, 16, P.bark, 8), rect(332, 428, 376, 16, P.bark, 8),
    at(520, 606, dial(66, P.paper, P.ever, { angle: -30, lit: c.main, ticks: 13 })),
    stroke('M690 620H900Q960 620 960 560V300Q960 240 1010 240', P.sage, 30), path('M960 220H1110Q1130 220 1130 240V262H950V240z', P.pine), times(5, (i) => stroke(`M${976 + i * 32} ${296 + (i % 2) * 20}v46`, c.main, 10)), times(4, (i) => stroke(`M${992 + i * 32} ${384 + (i % 2) * 20}v40`, c.main, 10)), at(150, 700, plant(P.pine, P.ever), { s: 1 }),
  ],
  'lower-summer-cooling-bill': (c) => [
    ground(P.butter), rays(1010, 150, 16, '#f9d88a'), circle(1010, 150, 210, P.gold), light(half(1010, 150, 210, 225), 0.2), table(660, c.main), shade(box(0, 660, 1200, 14), 0.14),
    floor(400, 716, 250), at(400, 720, fan(P.pine, P.ever), { s: 1.2 }), at(600, 250, gust(150, P.white, 13)), at(610, 310, gust(230, P.white, 13)), stroke('M600 366H740', P.white, 13),
    floor(900, 700, 170), at(900, 700, [path('M-84-250H84L64 0H-64z', P.white).replace('/>', ' fill-opacity=".6"/>'), path('M-77-190H77L64 0H-64z', c.soft), rect(-50, -184, 60, 60, P.white, 12).replace('/>', ' fill-opacity=".8"/>'), rect(-10, -120, 56, 56, P.white, 12).replace('/>', ' fill-opacity=".6"/>'), shade('M30-250H84L64 0H24z', 0.12), stroke('M20-130L64-340L110-352', P.coral, 13), circle(-70, -250, 50, P.gold), circle(-70, -250, 38, P.butter), stroke('M-70-286v72M-106-250h72', P.gold, 6)]),
    at(150, 660, plant(c.deep, c.dark), { s: 1.1 }),
  ],
  'utility-assistance-programs': (c) => [
    ground(c.deep), circle(640, 340, 330, c.main), circle(640, 340, 250, c.soft), at(640, 612, palm(2, P.ever, P.gold), { s: 1.5 }), floor(660, 560, 300), at(650, 562, house({ wall: P.paper, roof: P.ever, door: c.deep }), { s: 1.0 }),
    at(884, 150, [circle(8, 8, 84, c.dark).replace('/>', ' fill-opacity=".3"/>'), circle(0, 0, 84, P.paper), at(0, 2, heart(P.coral), { s: 1 })]), at(300, 200, sparkle(40, P.butter)), at(1030, 400, sparkle(28, P.butter)), at(240, 390, sparkle(24, P.butter)),
  ],
};

export const guides = {
  'home-energy-audit-weekend': (c) => [
    ground(c.tint), hill(600, 70, c.soft), floor(490, 720, 800), path('M130 330L490 70L850 330z', P.ever), shade('M490 70L850 330H490z', 0.25), rect(170, 318, 640, 400, P.paper),
    path('M230 318L490 130L750 318z', c.soft), times(5, (i) => rect(262 + i * 92, 252, 84, 60, P.gold, 26)), rect(170, 306, 640, 22, P.white), rect(170, 508, 640, 18, P.white), rect(480, 328, 18, 390, P.white), rect(170, 706, 640, 22, P.bark),
    rect(182, 328, 298, 180, c.main), rect(498, 328, 300, 180, P.sage), rect(182, 526, 298, 180, P.butter), rect(498, 526, 300, 180, P.mist), at(250, 420, pane(60, 76, P.butter)), rect(330, 462, 130, 46, P.white, 8), rect(330, 440, 44, 40, P.cream, 8), at(640, 410, pane(130, 90, '#dfe9df')),
    at(300, 706, sofa(c.main, c.deep), { s: 0.56 }), stroke('M420 526v44', P.night, 5), path('M396 590a24 24 0 0 1 48 0z', c.deep), rect(530, 570, 90, 136, P.white, 10), rect(530, 624, 90, 6, P.sand), rect(604, 586, 8, 24, P.sage, 4), at(716, 670, flame(0.5)), rect(660, 670, 116, 36, P.night, 6),
    at(900, 400, lens(150, P.ever, P.gold, [at(0, 24, pane(120, 150, P.sage)), at(-70, 96, gust(110, c.main, 10))])), at(1060, 130, sun(62)),
  ],
  'read-and-lower-your-water-bill': (c) => [
    ground(P.ever), rect(0, 0, 1200, 800, P.pine).replace(`height="800"`, `height="230"`), times(3, (j) => times(8, (i) => rect(-60 + i * 172 + (j % 2) * -86, -16 + j * 82, 160, 70, '#327461', 8))), table(690, P.night), at(420, 330, faucet(P.mist, P.sage, c.main), { s: 1.2 }), at(420, 440, drop(30, P.water)), at(420, 560, drop(22, P.water)),
    ellipse(420, 702, 150, 20, P.water), ellipse(420, 700, 90, 11, P.white).replace('/>', ' fill-opacity=".5"/>'), at(866, 420, [rect(-330, 84, 660, 110, P.sage, 20), rect(-250, 64, 60, 150, P.mist, 8), rect(190, 64, 60, 150, P.mist, 8), circle(14, 18, 226, P.night).replace('/>', ' fill-opacity=".35"/>'), circle(0, 0, 226, c.main), shade(half(0, 0, 226, 135), 0.16), circle(0, 0, 182, P.paper),
      times(20, (i) => at(0, 0, rect(-4, -166, 8, i % 5 ? 16 : 28, P.ever, 4), { r: i * 18 })), rect(-96, -84, 192, 54, P.ever, 10), times(4, (i) => [rect(-88 + i * 45, -76, 40, 38, i > 2 ? c.main : P.pine, 6)]), times(4, (i) => [circle(-68 + i * 45, -57, 9, P.paper), circle(-68 + i * 45, -57, 4, i > 2 ? c.main : P.pine)]),
      at(0, 40, path('M-9 0L0-128L9 0L0 34z', P.coral), { r: 120 }), circle(0, 40, 17, P.ever), at(-66, 90, drop(18, P.water))]),
  ],
};
void [clipboard, ticks, under, stack, cypress, tree, clip, fade, ring];
