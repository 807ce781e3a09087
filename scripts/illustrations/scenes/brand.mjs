import { P } from "../palette.mjs";
import { at, light, path, rect, shade, stroke } from "../svg.mjs";

// The logo: a T that sprouts from a rising coin. Drawn on 64 by 64.

const sprout = [
  path("M13 53A19 19 0 0 1 51 53z", P.gold),
  shade("M32 34A19 19 0 0 1 51 53H32z", 0.14),
  stroke("M32 37V24", P.white, 5.5),
  path("M33 27C31 14 20 9 6 12C8 25 20 31 33 27z", P.white),
  path("M31 27C33 14 44 9 58 12C56 25 44 31 31 27z", P.white),
  shade("M31 27C33 14 44 9 58 12C51 19 42 24 31 27z", 0.12),
  light("M33 27C31 14 20 9 6 12C13 19 22 24 33 27z", 0.4),
];

/** On its rounded tile. */
export const logo = [rect(0, 0, 64, 64, P.ever, 14), sprout];
/** On a full square with more air, for systems that round the corners themselves. */
export const touchIcon = [rect(0, 0, 64, 64, P.ever), at(7, 7.5, sprout, { s: 0.78 })];
