import { HUES, P } from "../../palette.mjs";
import { house } from "../../props/home.mjs";
import { stack } from "../../props/money.mjs";
import { bars, book, calendar, items, lines, pencil, receipt, sheet, under } from "../../props/paper.mjs";
import { bubble, phone } from "../../props/tech.mjs";
import { carFront } from "../../props/things.mjs";
import { at, check, circle, dashed, dollar, fade, path, rect, stroke, times } from "../../svg.mjs";

// Steps that are done on paper: what is read, marked, compared or written down. 800 by 600, around 400, 300.

const { insurance, utilities, cashback, shopping, banking, phone: tele } = HUES;

/** A lying thing with its shadow, turned a little. */
const laid = (w, h, r, ...parts) => at(0, 0, [under(w, h), parts], { r });

/** A line drawn around something by hand. */
const around = (x, y, w, h, color = P.coral) =>
  stroke(
    `M${x + w * 0.2} ${y}C${x + w * 0.8} ${y - 8} ${x + w + 16} ${y + 4} ${x + w + 8} ${y + h * 0.55}C${x + w} ${y + h + 14} ${x - 10} ${y + h + 10} ${x - 8} ${y + h * 0.5}C${x - 6} ${y + 2} ${x + w * 0.3} ${y - 8} ${x + w * 0.6} ${y - 4}`,
    color,
    9,
  );

/** The declarations page of a policy: five lines, each with a number. */
const policy = (c, sign) =>
  laid(320, 430, -3, [
    sheet(320, 430),
    rect(-130, -180, 150, 22, c.main, 11),
    rect(-130, -146, 96, 14, P.sand, 7),
    at(92, -138, sign),
    times(5, (i) => [
      i % 2 ? "" : rect(-140, -84 + i * 56, 280, 44, c.tint, 8),
      circle(-112, -62 + i * 56, 16, c.deep),
      rect(-82, -70 + i * 56, [104, 84, 116, 92, 76][i], 15, P.sand, 7),
      rect(52, -71 + i * 56, 78, 18, P.ever, 9),
    ]),
  ]);

/** A month in which some days are marked. */
const month = (head, mark) => [under(400, 380, { r: 20 }), calendar(400, 380, head, { mark })];

/** Motif: [hue, where it is, drawing]. */
export const papers = {
  "receipt-marked": [
    cashback,
    "desk",
    (c) => [
      laid(250, 420, 4, [
        receipt(250, 420),
        rect(-60, -172, 120, 20, c.main, 10),
        items(180, -122, 6),
        around(-104, -94, 208, 34),
        around(-104, 20, 208, 34),
      ]),
      at(150, 190, pencil(), { r: 30, s: 0.8 }),
    ],
  ],
  ledger: [
    shopping,
    "desk",
    (c) => [
      at(0, 0, under(580, 400, { r: 18 })),
      book(
        540,
        360,
        c.deep,
        [
          rect(-100, -140, 120, 18, c.main, 9),
          times(6, (i) => [
            rect(-100, -92 + i * 42, 92, 12, P.sand, 6),
            rect(20, -92 + i * 42, 34, 12, P.sand, 6),
            rect(66, -92 + i * 42, 34, 12, i === 3 ? P.coral : P.ever, 6),
          ]),
        ],
        [
          rect(-100, -140, 100, 18, c.main, 9),
          times(3, (i) => [
            rect(-100, -92 + i * 42, 92, 12, P.sand, 6),
            rect(20, -92 + i * 42, 34, 12, P.sand, 6),
            rect(66, -92 + i * 42, 34, 12, P.ever, 6),
          ]),
          at(30, 74, pencil(), { r: 40, s: 0.6 }),
        ],
      ),
    ],
  ],
  "four-weeks": [
    shopping,
    "desk",
    (c) =>
      month(c.main, (i) =>
        i % 7 === 5 && i < 28 ? [circle(0, 0, 21, P.gold), at(0, 0, dollar(P.bark, 16), { s: 0.24 })] : "",
      ),
  ],
  "bill-days": [
    banking,
    "desk",
    (c) =>
      month(c.main, (i) =>
        [1, 4, 11, 15, 20].includes(i) ? rect(-16, -18, 32, 36, c.soft, 5) : i === 30 ? circle(0, 0, 19, P.coral) : "",
      ),
  ],
  "no-gap": [
    insurance,
    "desk",
    (c) =>
      month(c.deep, (i) => [
        rect(-26, -8, 52, 16, i < 16 ? P.coral : c.main, i === 15 || i === 16 ? 8 : 0),
        i === 16 ? [circle(0, 0, 22, c.main), at(0, 0, check(P.white, 18), { s: 0.36 })] : "",
      ]),
  ],
  "year-of-bills": [
    utilities,
    "desk",
    (c) =>
      laid(460, 360, -2, [
        sheet(460, 360),
        rect(-190, -142, 160, 20, c.main, 10),
        at(
          -190,
          126,
          bars([170, 158, 112, 76, 58, 92, 146, 152, 96, 62, 88, 140], 22, 10, [c.main, c.soft, c.soft, c.soft]),
        ),
        stroke("M-200 130H200", P.ever, 6),
        around(-200, -60, 62, 184),
      ]),
  ],
  "same-month": [
    banking,
    "desk",
    (c) =>
      laid(460, 360, 2, [
        sheet(460, 360),
        rect(-190, -142, 130, 20, c.main, 10),
        rect(-40, -142, 130, 20, P.gold, 10),
        times(4, (i) =>
          at(
            -180 + i * 100,
            126,
            bars(
              [
                [110, 128],
                [96, 104],
                [120, 196],
                [104, 100],
              ][i],
              36,
              2,
              [c.main, P.gold],
            ),
          ),
        ),
        stroke("M-200 130H200", P.ever, 6),
        around(6, -84, 102, 212),
      ]),
  ],
  "policy-car": [insurance, "desk", (c) => policy(c, at(0, 34, carFront(P.coral, P.night), { s: 0.2 }))],
  "policy-house": [banking, "desk", (c) => policy(c, at(0, 36, house({ roof: c.deep }), { s: 0.22 }))],
  "corrected-line": [
    utilities,
    "desk",
    (c) => [
      laid(320, 420, -4, [
        sheet(320, 420),
        rect(-124, -168, 140, 22, c.main, 11),
        lines(-124, -110, 230, [1, 0.8, 0, 0.9, 0.7, 0.96, 0.5], P.sand, 42, 14),
        rect(-124, -26, 150, 14, P.sand, 7),
        stroke("M-134-18L44-22", P.coral, 9),
        stroke("M60-24q14-18 26 0t28-4", P.ever, 8),
      ]),
      at(128, -28, pencil(), { r: 34, s: 0.8 }),
    ],
  ],
  "four-quotes": [
    cashback,
    "desk",
    (c) =>
      times(4, (i) =>
        at(-237 + i * 158, i === 2 ? -18 : 0, [
          under(140, 300, { x: 8, y: 12 }),
          sheet(140, 300, "", { fold: 26 }),
          rect(-48, -124, 66, 14, [P.coral, c.deep, c.main, P.ever][i], 7),
          lines(-48, -88, 96, [1, 0.8, 0.9, 0.7], P.sand, 28, 10),
          at(0, 126, stack([5, 4, 2, 3][i], 76, 20)),
          i === 2 ? [circle(56, -132, 30, P.gold), at(56, -132, check(P.white, 20), { s: 0.46 })] : "",
        ]),
      ),
  ],
  "bill-apart": [
    cashback,
    "desk",
    (c) => [
      times(3, (i) =>
        at(
          [-26, 24, -8][i],
          -142 + i * 142,
          [
            under(300, 116, { x: 8, y: 12 }),
            rect(-150, -58, 300, 116, P.white, 4),
            rect(-120, -34, [120, 86, 104][i], 18, [c.main, P.coral, P.gold][i], 9),
            lines(-120, 2, 130, [1, 0.7], P.sand, 24, 13),
            rect(54, -4, 66, 20, P.ever, 10),
          ],
          { r: [-4, 3, -2][i] },
        ),
      ),
      dashed("M-210-70H210M-210 72H210", c.deep, 7),
    ],
  ],
  "two-labels": [
    tele,
    "desk",
    (c) =>
      times(2, (i) =>
        at(-132 + i * 264, 0, [
          under(230, 380, { x: 10, y: 14 }),
          rect(-115, -190, 230, 380, P.white, 6),
          `<rect x="-103" y="-178" width="206" height="356" fill="none" stroke="${P.night}" stroke-width="6"/>`,
          rect(-84, -156, 140, 22, P.night, 4),
          rect(-84, -120, 168, 10, P.night),
          times(5, (j) => [
            rect(-84, -86 + j * 48, [92, 70, 104, 80, 60][j], 13, P.sand, 6),
            rect(44, -86 + j * 48, 40, 13, P.ever, 6),
            stroke(`M-84 ${-58 + j * 48}H84`, P.cream, 4),
          ]),
          around(30, 44, 66, 42, i ? c.main : P.coral),
        ]),
      ),
  ],
  script: [
    utilities,
    "desk",
    (c) => [
      laid(340, 420, -3, [
        sheet(340, 420),
        rect(-132, -170, 120, 22, c.main, 11),
        at(-16, -74, bubble(230, 92, c.tint, lines(-84, -24, 168, [1, 0.7], c.main, 32, 13))),
        at(16, 84, bubble(230, 92, c.soft, lines(-84, -24, 168, [0.9, 1], P.white, 32, 13), 1)),
      ]),
      at(150, 190, pencil(), { r: 34, s: 0.8 }),
    ],
  ],
  coverage: [
    tele,
    "desk",
    (c) =>
      laid(480, 380, 2, [
        rect(-240, -190, 480, 380, P.paper, 10),
        path("M-240-40C-160-90-90-20 0-60S150-150 240-110V-190H-240z", c.tint),
        fade(0.8, circle(-96, 20, 120, c.soft), circle(120, -40, 96, c.soft)),
        stroke("M-240 90C-120 40 20 150 240 70M-60-190C-90-60 60 40 30 190", P.sand, 16),
        times(3, (i) =>
          at([-110, 126, 40][i], [30, -50, 120][i], [
            path("M0 0C-20-30-36-50-36-74A36 36 0 0 1 36-74C36-50 20-30 0 0z", [c.deep, c.deep, P.coral][i]),
            circle(0, -74, 14, P.white),
          ]),
        ),
      ]),
  ],
  "by-kind": [
    cashback,
    "desk",
    (c) =>
      laid(400, 400, -3, [
        sheet(400, 400),
        rect(-160, -160, 150, 22, c.main, 11),
        times(5, (i) => [
          circle(-140, -84 + i * 54, 20, [P.coral, P.gold, c.deep, P.water, P.sand][i]),
          rect(-104, -95 + i * 54, [210, 150, 96, 70, 40][i], 22, [P.coral, P.gold, c.deep, P.water, P.sand][i], 6),
        ]),
        around(-168, -118, 300, 66, P.ever),
      ]),
  ],
  "data-use": [
    banking,
    "room",
    (c) => [
      phone(250, 470, c.tint, [
        rect(-86, -170, 110, 18, c.deep, 9),
        at(-86, 150, bars([120, 92, 150, 110, 84], 28, 8, [c.main])),
        stroke("M-92 154H92", P.ever, 6),
        dashed("M-90-110H90", P.coral, 8),
      ]),
    ],
  ],
  "scan-receipt": [
    cashback,
    "desk",
    (c) => [
      at(-110, -10, [under(230, 420), receipt(230, 420, [rect(-60, -172, 120, 18, c.main, 9), items(160, -122, 6)])], {
        r: -6,
      }),
      at(
        90,
        20,
        phone(230, 430, c.tint, [
          at(0, 10, [
            receipt(140, 250, items(100, -84, 3, { gap: 32 })),
            stroke("M-90-110V-150H-54M90-110V-150H54M-90 110V150H-54M90 110V150H54", c.deep, 9),
          ]),
        ]),
        { r: 5 },
      ),
    ],
  ],
};
