import { P } from "../palette.mjs";
import { circle, half, path, rect } from "../svg.mjs";
import { carousel } from "./offers/carousel.mjs";
import { daily } from "./offers/daily.mjs";
import { pages } from "./offers/pages.mjs";

// Pictures of partner offers: one or two things on a plain ground. The partners are invented, so nothing here is a logo.
// An offer is [colors, ground (0 light, 1 deep, 2 evergreen), drawing of 1200 by 800].

const offers = { ...carousel, ...pages, ...daily };

const grounds = [(c) => [c.tint, c.soft], (c) => [c.main, c.deep], () => [P.ever, P.pine]];
const shapes = [
  (k) => circle(600, 400, 330, k),
  (k) => path("M0 800V560L1200 260V800z", k),
  (k) => path("M270 800V400A330 330 0 0 1 930 400V800z", k),
  (k) => path(half(600, 600, 430, 0), k),
];

export const offerPictures = Object.fromEntries(
  Object.entries(offers).map(([slug, [c, kind, draw]], i) => {
    const [back, front] = grounds[kind](c);
    return [slug, [rect(0, 0, 1200, 800, back), shapes[i % shapes.length](front), draw(c)]];
  }),
);
