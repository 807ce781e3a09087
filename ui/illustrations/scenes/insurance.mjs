import { P } from '../palette.mjs';
import { arch, dots, ground, hill, lean, rays, road, table } from '../props/grounds.mjs';
import { floorLamp, house, pane, SHIELD, shield, sofa, umbrella } from '../props/home.mjs';
import { coin, stack } from '../props/money.mjs';
import { cloud, cypress, drop, plant, sprig, tree } from '../props/nature.mjs';
import { clipboard, items, lines, receipt, seal, sheet, under } from '../props/paper.mjs';
import { figure, palm } from '../props/people.mjs';
import { calculator } from '../props/tech.mjs';
import { bow, car, carFront, scissors } from '../props/things.mjs';
import { at, box, check, circle, clip, dollar, fade, floor, heart, light, path, percent, plus, rect, ring, shade, stroke, times } from '../svg.mjs';

export const hue = 'insurance';

/** The category: one umbrella over the house and the car. */
export const category = (c) => [
  ground(c.soft), circle(600, 420, 330, c.tint), table(690, c.main), shade(box(0, 690, 1200, 14), 0.1),
  times(9, (i) => stroke(`M${90 + i * 130} ${60 + (i % 3) * 50}l-24 60`, P.white, 8)),
  floor(450, 700, 330), floor(790, 700, 360), at(440, 700, house({ roof: P.ever }), { s: 0.78 }), at(790, 700, car(P.gold, c.tint), { s: 0.82 }),
  at(612, 408, umbrella(366, c.deep, P.paper, { handle: 296 })),
];

const quote = (c, x, h, tone, n, best) => at(x, 640, [
  rect(-100, -h + 16, 220, h, '#2b1608', 10).replace('/>', ' fill-opacity=".12"/>'), rect(-110, -h, 220, h, best ? P.white : P.paper, 10), rect(-110, -h, 220, 70, tone, 10), rect(-110, -h + 40, 220, 30, tone),
  rect(-84, -h + 26, 110, 18, P.white, 9), lines(-84, -h + 100, 168, [1, 0.7], P.sand, 30), at(0, -20, stack(n, 110, 24)),
]);

export const articles = {
  'compare-car-insurance-quotes': (c) => [
    ground(c.tint), circle(600, 470, 380, c.soft), road(640, 160, c.dark, P.butter), rect(0, 632, 1200, 12, c.deep),
    quote(c, 310, 440, c.main, 7), quote(c, 600, 520, P.ever, 3, true), quote(c, 890, 400, c.deep, 9),
    at(700, 150, seal(58, P.gold, at(0, 0, check(P.white, 18), { s: 0.8 }))), at(455, 782, car(P.coral, c.tint), { s: 0.66 }),
  ],
  'raise-your-deductible-math': (c) => [
    ground(c.dark), path('M0 800V560L1200 330V800z', c.deep), circle(600, 516, 250, c.main), dots(860, 110, 6, 3, 46, 5, c.main),
    path('M600 520L690 720H510z', P.gold), shade('M600 520L690 720H600z', 0.16), rect(440, 712, 320, 24, P.amber, 8),
    at(600, 516, [rect(-450, -14, 900, 28, P.paper, 14), shade(box(-450, 0, 900, 14), 0.1), at(-310, -160, shield(c.main, at(0, -10, dollar(P.white, 16), { s: 1.5 })), { s: 0.86 }), at(330, -14, stack(5, 150, 32)), at(190, -14, stack(2, 130, 32))], { r: 13 }), circle(600, 516, 26, P.ever), circle(600, 516, 10, P.gold),
  ],
  'renters-insurance-basics': (c) => [
    ground(P.ever), circle(600, 400, 360, P.pine), times(8, (i) => at([80, 190, 130, 60, 1010, 1120, 1070, 1140][i], [120, 250, 420, 600, 240, 110, 420, 620][i], drop(14, c.soft))),
    rect(250, 390, 700, 320, c.tint), shade(box(250, 390, 700, 26), 0.14), rect(250, 660, 700, 50, P.wood), rect(226, 700, 748, 26, P.bark, 6), rect(226, 378, 24, 336, P.paper), rect(950, 378, 24, 336, P.paper),
    at(470, 500, pane(120, 120, c.soft)), at(480, 690, sofa(c.main, c.deep), { s: 0.84 }), at(690, 690, floorLamp(), { s: 0.86 }), rect(742, 630, 180, 60, P.bark, 4), shade(box(846, 630, 76, 60), 0.2),
    rect(756, 522, 150, 98, P.night, 8), rect(766, 532, 130, 76, c.soft, 4), rect(818, 620, 26, 12, P.night), at(286, 690, plant(P.coral, '#c2523a'), { s: 0.62 }), rect(560, 446, 70, 90, P.gold, 4), at(595, 500, sprig(1, P.ever, 40)), rect(640, 456, 44, 60, P.white, 4),
    at(600, 384, umbrella(356, c.main, P.paper, { handle: 0 })),
  ],
  'bundle-or-not': (c) => [
    ground(c.soft), lean(600, 600, c.main), rect(0, 640, 600, 160, P.cream), rect(600, 640, 600, 160, c.deep), rect(0, 196, 1200, 62, P.gold), shade(box(0, 236, 1200, 22), 0.12), rect(569, 0, 62, 800, P.gold), shade(box(609, 0, 22, 800), 0.12), at(130, 640, cypress(250, P.pine)), 
    floor(330, 650, 380), at(310, 656, house(), { s: 0.96 }), floor(870, 672, 430, 0.25), at(870, 668, car(P.paper, c.soft), { s: 1.06 }),
    path('M580 240L486 440L540 424L572 462L620 250z', P.gold), path('M620 240L720 424L664 416L640 462L590 250z', P.amber), at(600, 236, bow(170, P.gold)),
  ],
  'life-insurance-term-first': (c) => [
    ground(P.cream), at(520, 400, `<path d="M0-180C44-148 92-134 140-132Q150-131 150-120V-10C150 82 90 146 0 180C-90 146-150 82-150-10V-120Q-150-131-140-132C-92-134-44-148 0-180z" fill="${c.main}" transform="scale(2.1)"/>`),
    clip('s', `<path d="${SHIELD}" transform="translate(520 400) scale(2.1)"/>`, rect(520, 0, 400, 800, c.deep), circle(520, 640, 290, c.dark),
      at(400, 790, figure(1, P.gold, P.night, { h: 540, w: 200 })), at(636, 790, figure(0, P.paper, P.bark, { h: 500, w: 186, long: true })), at(520, 790, figure(1, P.coral, P.night, { h: 350, w: 140 }))),
    floor(970, 690, 240), at(970, 690, [rect(-110, -36, 220, 36, P.ever, 10), rect(-110, -420, 220, 36, P.ever, 10), rect(-98, -390, 16, 360, P.wood), rect(82, -390, 16, 360, P.wood),
      path('M-74-384H74C74-290 20-250 12-210C20-170 74-130 74-36H-74C-74-130-20-170-12-210C-20-250-74-290-74-384z', P.white), path('M-64-310H64C54-268 18-244 8-214H-8C-18-244-54-268-64-310z', P.gold), path('M-70-40C-62-100-20-110 0-128C20-110 62-100 70-40z', P.gold), rect(-4, -216, 8, 100, P.gold), shade('M20-384H74C74-290 20-250 12-210C20-170 74-130 74-36H30C30-140 0-180-2-210C0-250 26-300 20-384z', 0.1)]),
  ],
  'health-plan-total-cost': (c) => [
    ground(c.main), path('M0 800L520 0H0z', c.soft), at(720, 420, under(470, 580, { r: 24 }), { r: 8 }),
    at(720, 420, clipboard(470, 580, [rect(-180, -200, 84, 84, c.main, 16), at(-138, -158, plus(P.white, 30), { s: 0.7 }), lines(-72, -186, 240, [1, 0.7], P.sand, 36),
      times(3, (i) => [rect(-180, -70 + i * 96, [300, 200, 120][i], 52, [c.main, P.gold, P.coral][i], 8), shade(box(-180, -44 + i * 96, [300, 200, 120][i], 26), 0.12), rect([142, 42, -38][i], -52 + i * 96, 40, 14, P.sand, 7)]), stroke('M-180 228H180', P.sand, 6)]), { r: 8 }),
    stroke('M170 120C150 330 300 380 320 260L356 110', P.ever, 24), stroke('M262 340C262 520 250 660 390 660C500 660 470 560 440 540', P.ever, 24), circle(170, 108, 18, P.sand), circle(358, 100, 18, P.sand), circle(430, 520, 52, P.sand), circle(430, 520, 34, P.paper), ring(430, 520, 43, P.wood, 5),
    at(1060, 650, [circle(12, 14, 76, '#123f5c').replace('/>', ' fill-opacity=".4"/>'), coin(76)]), at(1040, 180, [at(10, 14, shade('M-70-34H70A34 34 0 0 1 70 34H-70A34 34 0 0 1-70-34z', 0.14)), path('M0-34H-70A34 34 0 0 0-70 34H0z', P.coral), path('M0-34H70A34 34 0 0 1 70 34H0z', P.white), light('M-70-22H70V-12H-70z', 0.4)], { r: -30 }),
  ],
};

export const guides = {
  'cut-your-car-insurance-bill': (c) => [
    ground(c.deep), rays(430, 660, 18, c.main), circle(430, 540, 330, P.butter), table(680, P.ever), path('M350 680H510L700 800H160z', P.pine), floor(430, 720, 460, 0.3), at(430, 720, carFront(P.coral, '#a8432b', c.tint), { s: 1.16 }),
    at(890, 330, [at(16, 20, fade(0.25, receipt(250, 470, '', P.night))), receipt(250, 470, items(180, -190, 6, { gap: 44 }))], { r: 6 }), at(858, 660, [at(16, 20, fade(0.25, receipt(250, 130, '', P.night))), receipt(250, 130, at(0, 4, [stroke('M-90 0H0', P.sand, 16), coin(30)].reverse()))], { r: -7 }),
    at(985, 570, scissors(13, P.gold, { size: 0.8 }), { r: -4 }),
  ],
  'homeowners-insurance-checkup': (c) => [
    ground(c.tint), arch(600, 60, 760, c.soft), table(680, P.cream), at(150, 680, tree(330, P.pine)), at(1060, 680, tree(250, P.sage)), floor(600, 690, 520), at(600, 690, house({ wall: P.white, roof: c.deep, door: c.main }), { s: 1.45 }),
    stroke('M-20 320C120 560 300 740 420 610C500 520 480 470 560 450', P.ever, 22), circle(590, 440, 66, P.sand), shade('M590 374A66 66 0 0 1 590 506z', 0.14), circle(590, 440, 44, P.ever), at(590, 440, heart(P.coral), { s: 0.56 }),
    at(960, 220, seal(72, P.gold, at(0, 0, check(P.white, 18)))),
  ],
};
void [cloud, palm, percent, calculator, coin, sheet];
