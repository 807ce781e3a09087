import { P } from "../palette.mjs";
import { settings } from "../props/settings.mjs";
import { carousel } from "./offers/carousel.mjs";
import { daily } from "./offers/daily.mjs";
import { pages } from "./offers/pages.mjs";

// Pictures of partner offers: one or two things where they are used. The partners are invented, so nothing here is a logo.
// An offer is [colors, ground (0 light, 1 deep, 2 evergreen), drawing of 1200 by 800].

const offers = { ...carousel, ...pages, ...daily };

const grounds = [(c) => [c.tint, c.soft], (c) => [c.main, c.deep], () => [P.ever, P.pine]];

/** The settings of all but those on a desk. */
const places = {
  room: ["pennyroot-savings-account", "hollowbrook-debt-review", "velanta-auto-renewal", "everquill-term-life"],
  shelf: ["clipfern-sample-club", "orlindale-granola-labels", "sprigworth-seed-kit", "pawthistle-first-box"],
  hills: [
    ...["nestmarrow-home-warranty", "tarrowby-sunroof-repairs", "hearthmoss-home-insurance", "everquill-family-term"],
    ...["solmarrow-roof-estimate", "lumenquay-fiber-check"],
  ],
  street: [
    ...["larkmere-auto-quotes", "marlowick-checking-bonus", "drexmoor-overdraft-fees", "calderwick-driver-overtime"],
    ...["larkmere-car-insurance", "corriden-auto-rates", "treadmoor-tire-rebate", "larchbay-everyday-checking"],
    "trailmint-museum-pass",
  ],
  tiles: ["pantrywise-weekly-list", "pellbrook-washer-leaks", "basketlark-first-order", "dripwren-showerhead"],
  paper: [
    ...["heatherwatt-thermostat", "rentwick-renters", "pawthistle-pet-insurance", "tallowmere-medicare-help"],
    ...["sunmarl-led-bundle", "rentwick-renters-quote", "secondwren-certified-laptops"],
  ],
};
const placeOf = (slug) => Object.keys(places).find((place) => places[place].includes(slug)) ?? "desk";

export const offerPictures = Object.fromEntries(
  Object.entries(offers).map(([slug, [c, kind, draw]]) => {
    const [back, front] = grounds[kind](c);
    return [slug, [settings[placeOf(slug)](back, front), draw(c)]];
  }),
);
