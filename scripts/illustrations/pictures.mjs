import { HUES } from "./palette.mjs";
import { authors } from "./scenes/authors.mjs";
import * as banking from "./scenes/banking.mjs";
import { logo } from "./scenes/brand.mjs";
import * as cashback from "./scenes/cashback.mjs";
import { fallback, more } from "./scenes/categories.mjs";
import * as insurance from "./scenes/insurance.mjs";
import { offerPictures } from "./scenes/offers.mjs";
import * as phone from "./scenes/phone.mjs";
import * as shopping from "./scenes/shopping.mjs";
import { steps } from "./scenes/steps.mjs";
import * as utilities from "./scenes/utilities.mjs";

const scene = (parts) => ({ width: 1200, height: 800, parts });

const sign = { width: 64, height: 64, parts: logo };

/** Every picture by its path under ui/public. */
export const pictures = { "favicon.svg": sign, "images/logo.svg": sign, "images/default.svg": scene(fallback()) };
for (const { hue, category, articles, guides } of [insurance, utilities, cashback, shopping, banking, phone]) {
  const c = HUES[hue];
  pictures[`images/categories/${hue}.svg`] = scene(category(c));
  for (const [slug, draw] of Object.entries(articles)) pictures[`images/articles/${slug}.svg`] = scene(draw(c));
  for (const [slug, draw] of Object.entries(guides)) pictures[`images/guides/${slug}.svg`] = scene(draw(c));
}
for (const [hue, draw] of Object.entries(more)) pictures[`images/categories/${hue}.svg`] = scene(draw(HUES[hue]));
for (const [motif, parts] of Object.entries(steps))
  pictures[`images/steps/${motif}.svg`] = { width: 800, height: 600, parts };
for (const [slug, parts] of Object.entries(authors)) pictures[`images/authors/${slug}.svg`] = scene(parts);
for (const [slug, parts] of Object.entries(offerPictures)) pictures[`images/offers/${slug}.svg`] = scene(parts);
