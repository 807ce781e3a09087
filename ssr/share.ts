import { setPriority } from "node:os";
import { buffer } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import sharp, { type OverlayOptions } from "sharp";

/*
 * Creates the image of a link preview. The Go program starts it once per image. Its argument is a Card as JSON, and
 * standard input has the page's own picture or nothing. It writes a JPEG to standard output.
 */

/** The texts of the image, and the focal point of the page's picture in percent. */
interface Card {
  site: string;
  label: string;
  title: string;
  focalX: number;
  focalY: number;
}

const size = { width: 1200, height: 630 };
const own = { width: 480, height: size.height };
const edge = 64;
// The colours of the light scheme (ui/styles/tokens.css).
const colors = { paper: "#fcfbf6", ink: "#10261e", muted: "#51605a", brand: "#14463a" };
// scripts/build.mjs puts the headline typeface next to this program.
const fontfile = fileURLToPath(new URL("share.ttf", import.meta.url));
const face = "Newsreader 16pt";

setPriority(19); // pages have priority
sharp.concurrency(1);
const card = JSON.parse(process.argv[2] ?? "") as Card;
process.stdout.write(await draw(card, await buffer(process.stdin)));

async function draw({ site, label, title, ...focus }: Card, picture: Buffer): Promise<Buffer> {
  const width = size.width - 2 * edge - (picture.length > 0 ? own.width - 8 : 0);
  const said = await write(title, { px: 136, color: colors.ink, width, height: 360 });
  const name = await write(site, { px: 40, color: colors.brand, width, height: 50 });
  const layers: OverlayOptions[] = [
    { input: name.data, left: edge, top: 60 },
    { input: { create: { width, height: 3, channels: 3, background: colors.ink } }, left: edge, top: 122 },
    { input: said.data, left: edge, top: size.height - 60 - said.info.height },
  ];
  if (label) {
    const { data } = await write(label, { px: 30, color: colors.muted, width, height: 40 });
    layers.push({ input: data, left: edge, top: 150 });
  }
  if (picture.length > 0) layers.push({ input: await crop(picture, focus), left: size.width - own.width, top: 0 });
  return sharp({ create: { ...size, channels: 3, background: colors.paper } })
    .composite(layers)
    .jpeg({ quality: 84, chromaSubsampling: "4:4:4", mozjpeg: true })
    .toBuffer();
}

/** Crops a picture to fit next to the text, around its focal point. */
async function crop(picture: Buffer, { focalX, focalY }: Pick<Card, "focalX" | "focalY">): Promise<Buffer> {
  const { data, info } = await sharp(picture)
    .resize({ ...own, fit: "outside" })
    .png()
    .toBuffer({ resolveWithObject: true });
  const start = (whole: number, part: number, percent: number) =>
    Math.max(0, Math.min(whole - part, Math.round((whole * percent) / 100 - part / 2)));
  const left = start(info.width, own.width, focalX);
  const top = start(info.height, own.height, focalY);
  return sharp(data)
    .extract({ left, top, ...own })
    .toBuffer();
}

interface Written {
  data: Buffer;
  info: { width: number; height: number };
}

interface Look {
  px: number;
  color: string;
  width: number;
  height: number;
}

/** Sets a text in lines of this width, as large as possible, up to `px`. Only very long words are broken. */
async function write(said: string, { px, color, width, height }: Look): Promise<Written> {
  const escaped = said.replace(/[&<>]/g, (c) => `&#${c.charCodeAt(0)};`).replace(/-/g, "-\u2060"); // prevents a line break
  const text = `<span foreground="${color}" font_desc="${face}, ${px}px">${escaped}</span>`;
  const wrap = px > 28 ? "word" : "word-char";
  const lines = sharp({ text: { text, fontfile, font: face, width, rgba: true, dpi: 72, wrap } });
  const written = await lines.png().toBuffer({ resolveWithObject: true });
  const fits = written.info.height <= height && written.info.width <= width;
  return fits || px <= 12 ? written : write(said, { px: px - 4, color, width, height });
}
