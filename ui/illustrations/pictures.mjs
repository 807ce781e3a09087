import { HUES } from './palette.mjs';
import * as insurance from './scenes/insurance.mjs';
import * as utilities from './scenes/utilities.mjs';
import * as cashback from './scenes/cashback.mjs';
import * as shopping from './scenes/shopping.mjs';
import * as banking from './scenes/banking.mjs';
import * as phone from './scenes/phone.mjs';

const scene = (parts) => ({ width: 1200, height: 800, parts });

/** Every picture by its path under ui/public. */
export const pictures = {};
for (const { hue, category, articles, guides } of [insurance, utilities, cashback, shopping, banking, phone]) {
  const c = HUES[hue];
  pictures[`images/categories/${hue}.svg`] = scene(category(c));
  for (const [slug, draw] of Object.entries(articles)) pictures[`images/articles/${slug}.svg`] = scene(draw(c));
  for (const [slug, draw] of Object.entries(guides)) pictures[`images/guides/${slug}.svg`] = scene(draw(c));
}
