/** The colors that every picture shares: evergreen as ink, warm paper, gold for money, coral for a warning. */
export const P = {
  night: "#0c2f27",
  ever: "#14463a",
  pine: "#2a6653",
  sage: "#82a892",
  mist: "#cbdaca",
  white: "#fffdf6",
  paper: "#fdf7ea",
  cream: "#f5e9d1",
  sand: "#e5d0a8",
  wood: "#bb8650",
  bark: "#875a35",
  gold: "#f1b73f",
  amber: "#d28e20",
  butter: "#fae0a0",
  coral: "#e2674a",
  water: "#6cb2bf",
};

/** Skin tones, light to dark, each with the tone of its shaded side. */
export const SKIN = [
  ["#f3cba8", "#dda57c"],
  ["#cf9468", "#ad7349"],
  ["#8d5b3c", "#6c4129"],
];

/** Each category's own hue in five steps; the site's badges use `tint`, `main` and `dark`. */
export const HUES = {
  insurance: { tint: "#dbe8f0", soft: "#a6c9df", main: "#4a8bb8", deep: "#2a618a", dark: "#163f5e" },
  utilities: { tint: "#fbe3d0", soft: "#f3b68f", main: "#de7645", deep: "#b25128", dark: "#702e17" },
  cashback: { tint: "#e0ecd3", soft: "#b2d297", main: "#69a94f", deep: "#3f7e3a", dark: "#22502b" },
  shopping: { tint: "#f8dfe0", soft: "#eeaab3", main: "#d05b73", deep: "#a03755", dark: "#66203c" },
  banking: { tint: "#e5e2f1", soft: "#bcb4de", main: "#7b6db7", deep: "#52468d", dark: "#322b5e" },
  phone: { tint: "#d5ebe7", soft: "#92cfc7", main: "#349a91", deep: "#1c716d", dark: "#0f484a" },
  travel: { tint: "#daedf3", soft: "#98d1e1", main: "#3ba0bf", deep: "#21708f", dark: "#124b62" },
  food: { tint: "#fce4d8", soft: "#f5af96", main: "#da573e", deep: "#a6392c", dark: "#6a221d" },
  auto: { tint: "#e4e8e7", soft: "#b3c0c4", main: "#6c828b", deep: "#465b65", dark: "#293a44" },
  entertainment: { tint: "#f1dfef", soft: "#d9a8d3", main: "#a85ca2", deep: "#783b79", dark: "#4c2350" },
};
