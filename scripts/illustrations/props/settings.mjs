import { at, box, circle, fade, light, path, rect, ring, shade, stroke, times } from "../svg.mjs";
import { hill } from "./grounds.mjs";

// Where the things of a picture are, in two tones: the wall or the sky, and what is in front of it. The canvas is 1200 by
// 800; what stands does so at 640.

/** Boxes of one color, as one path. */
const boxes = (n, of, k) =>
  path(
    times(n, (i) => box(...of(i))),
    k,
  );

/** A table or a counter, with its edge. */
const counter = (front) => [
  rect(0, 560, 1200, 240, front),
  shade(`${box(0, 560, 1200, 16)}${box(0, 740, 1200, 60)}`, 0.08),
];

/** A plant at the edge of the picture. */
const plant =
  "M1064 470h112l-18 96h-76zM1120 470c-30-60-90-70-130-50 20 50 70 70 130 50zM1120 470c-40-70-40-150-10-190 40 60 40 140 10 190zM1120 470c10-70 50-120 80-130v90z";

export const settings = {
  /** A table by a window, whose light falls on the wall. */
  room: (back, front) => [
    rect(0, 0, 1200, 800, back),
    fade(0.5, path(`M90 0h230l-140 560h-230zM360 0h230l-140 560h-230z${plant}`, front)),
    counter(front),
  ],
  /** A larder: things on a board above, and a counter. */
  shelf: (back, front) => [
    rect(0, 0, 1200, 800, back),
    fade(
      0.6,
      rect(0, 150, 1200, 22, front),
      boxes(4, (i) => [50 + i * 74, 40 + (i % 2) * 34, 58, 110 - (i % 2) * 34], front),
      boxes(5, (i) => [890 + i * 54, 30 + (i % 3) * 22, 40, 120 - (i % 3) * 22], front),
    ),
    counter(front),
  ],
  /** Hills with a low sun. */
  hills: (back, front) => [
    rect(0, 0, 1200, 800, back),
    fade(0.7, circle(980, 250, 120, front)),
    fade(0.5, hill(470, 90, front, 300, 900), stroke("M80 150h150M140 116h120", front, 34)),
    hill(590, 50, front, 760, 1300),
  ],
  /** A street with houses behind. */
  street: (back, front) => [
    rect(0, 0, 1200, 800, back),
    fade(
      0.5,
      path("M0 600V330h130v-70h150v120h110V210l90-60 90 60v170h130V290h170v-80h130v120h200v270z", front),
      light(
        times(6, (i) => box(60 + i * 190, 420 + (i % 2) * 40, 34, 48)),
        0.5,
      ),
    ),
    rect(0, 590, 1200, 210, front),
    shade(box(0, 700, 1200, 100), 0.1),
  ],
  /** A kitchen or a bath: tiles and a counter. */
  tiles: (back, front) => [
    rect(0, 0, 1200, 800, back),
    fade(
      0.35,
      boxes(20, (i) => [(i % 4) * 300 + (Math.floor(i / 4) % 2) * 150, Math.floor(i / 4) * 112, 150, 112], front),
    ),
    counter(front),
  ],
  /** A papered wall above its skirting board. */
  paper: (back, front) => [
    rect(0, 0, 1200, 800, back),
    fade(
      0.3,
      boxes(9, (i) => [i * 140, 0, 70, 560], front),
    ),
    fade(0.75, rect(900, 90, 200, 150, front, 6)),
    light(box(922, 112, 156, 106), 0.25),
    rect(0, 560, 1200, 240, front),
    light(box(0, 560, 1200, 34), 0.3),
  ],
  /** A desk from above: a mat, a cup and loose sheets. */
  desk: (back, front) => [
    rect(0, 0, 1200, 800, back),
    fade(
      0.55,
      at(1030, 640, rect(-130, -170, 260, 340, front, 8), { r: 16 }),
      at(110, 170, rect(-120, -150, 240, 300, front, 8), { r: -12 }),
    ),
    at(600, 400, rect(-380, -290, 760, 580, front, 36), { r: -3 }),
    fade(0.7, circle(1070, 130, 86, front), ring(1070, 130, 60, back, 10)),
  ],
};
