import { HUES, P, SKIN } from "../palette.mjs";
import { ground } from "../props/grounds.mjs";
import { at, circle, ellipse, path, rect, ring, shade, stroke } from "../svg.mjs";

// The people who write the magazine, head and shoulders, each before the hue of what they write about most.

const X = 600;

/** Neck, face and coat; hair lies behind the face and before it. */
const bust = (tone, coat, { behind = [], before = [], collar = P.paper, lapel }) => {
  const [skin, dark] = SKIN[tone];
  return at(X, 0, [
    behind,
    path("M-330 800C-330 640-230 590-110 566H110C230 590 330 640 330 800z", coat),
    shade("M110 566C230 590 330 640 330 800H150z", 0.14),
    path("M-110 566L0 700L110 566L70 548H-70z", collar),
    lapel ? path("M-40 640L0 700L40 640L26 800H-26z", lapel) : "",
    rect(-62, 440, 124, 170, dark, 62),
    ellipse(0, 360, 142, 172, skin),
    shade("M0 188A142 172 0 0 1 0 532C60 500 84 430 84 360S60 220 0 188z", 0.07),
    ellipse(-142, 372, 22, 34, skin),
    ellipse(142, 372, 22, 34, dark),
    circle(-54, 352, 10, P.night),
    circle(54, 352, 10, P.night),
    stroke("M-78 318Q-54 304-32 316", P.night, 8),
    stroke("M32 316Q54 304 78 318", P.night, 8),
    stroke("M0 362Q-10 400 6 404", dark, 8),
    stroke("M-44 446Q0 482 44 446", "#8c3a2c", 10),
    before,
  ]);
};

const glasses = (color) => [
  ring(-56, 354, 42, color, 8),
  ring(56, 354, 42, color, 8),
  stroke("M-14 350Q0 342 14 350", color, 8),
];

const daniel = (c) => [
  ground(c.soft),
  circle(X, 360, 300, c.tint),
  bust(0, c.dark, {
    before: [
      path(
        "M-156 340C-166 190-80 150 10 158C110 150 170 220 154 340C140 290 120 262 96 250C30 262-70 262-110 246C-136 270-150 300-156 340z",
        "#6b4a2f",
      ),
      path(
        "M-128 430C-120 530-50 560 0 560C50 560 120 530 128 430C100 500 60 516 0 502C-60 516-100 500-128 430z",
        "#6b4a2f",
      ),
    ],
    lapel: c.main,
  }),
];

const maya = (c) => [
  ground(c.soft),
  circle(X, 360, 300, c.tint),
  bust(1, c.deep, {
    behind: [path("M-210 600C-240 400-220 170 0 160C220 170 240 400 210 600C120 640-120 640-210 600z", "#2f1d16")],
    before: [
      path(
        "M-148 350C-150 220-90 180-20 176C-30 240-96 300-148 350zM148 350C156 220 80 170-20 176C20 250 96 280 148 350z",
        "#2f1d16",
      ),
    ],
    collar: P.butter,
  }),
];

const priya = (c) => [
  ground(c.soft),
  circle(X, 360, 300, c.tint),
  bust(2, c.main, {
    behind: [
      circle(0, 150, 84, "#1d1413"),
      path("M-176 430C-190 240-120 160 0 160C120 160 190 240 176 430z", "#1d1413"),
    ],
    before: [
      path(
        "M-148 340C-140 210-70 178 0 178C70 178 140 210 148 340C110 270 60 236 0 226C-60 236-110 270-148 340z",
        "#1d1413",
      ),
      glasses(P.gold),
    ],
    collar: P.white,
  }),
];

const tom = (c) => [
  ground(c.soft),
  circle(X, 360, 300, c.tint),
  bust(0, P.ever, {
    before: [
      path(
        "M-150 350C-160 300-156 260-140 236C-130 270-138 310-134 350zM150 350C160 300 156 260 140 236C130 270 138 310 134 350z",
        "#b9b3a4",
      ),
      stroke("M-40 428Q0 408 40 428", "#b9b3a4", 18),
      glasses(P.night),
      path("M-150 262C-150 170-84 128 0 128C84 128 150 170 150 262C90 240-90 240-150 262z", c.main),
      path("M-20 250C60 236 160 244 214 284C150 286 40 290-20 262z", c.deep),
    ],
    collar: c.tint,
  }),
];

/** Portraits by the slugs of the authors. */
export const authors = {
  "daniel-reeves": daniel(HUES.insurance),
  "maya-ortega": maya(HUES.cashback),
  "priya-raman": priya(HUES.banking),
  "tom-alder": tom(HUES.utilities),
};
