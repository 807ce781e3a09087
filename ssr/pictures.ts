import { writeFile } from "node:fs/promises";
import { setPriority } from "node:os";
import { join } from "node:path";
import sharp, { type Sharp } from "sharp";

/*
 * Converts a picture for display. The Go program starts it once per upload, and stops it if it takes too long or too
 * much memory. The arguments are the file, the output folder and the maximum number of pixels. It writes WIDTH.avif,
 * WIDTH.webp and WIDTH.jpg (or .png if the picture has transparency) for each width, and prints a Made as JSON, or a
 * Refused for a file it rejects.
 */

/** The output. */
interface Made {
  width: number;
  height: number;
  /** Format of the files for browsers that support neither AVIF nor WebP. */
  fallback: "jpg" | "png";
  widths: number[];
  /** The picture is animated; only its first frame was converted. */
  animated: boolean;
}

interface Refused {
  refused: "unreadable" | "format" | "pixels";
}

const widths = [480, 800, 1200, 1600];
const tallest = 6400; // WebP and AVIF allow at most 16,383
const longest = 30_000; // per side: a line of pixels is not a picture, but takes as long to convert
const formats = ["jpeg", "png", "webp", "gif", "heif", "tiff"];

const [file = "", folder = "", mostPixels = ""] = process.argv.slice(2);
setPriority(19); // pages have priority
sharp.cache(false);
sharp.concurrency(1);

const open = () => sharp(file, { limitInputPixels: Number(mostPixels), failOn: "error", sequentialRead: true });

console.log(JSON.stringify(await make().catch(refuse)));

async function make(): Promise<Made | Refused> {
  const found = await sharp(file, { limitInputPixels: false }).metadata();
  if (!formats.includes(found.format)) return { refused: "format" };
  const sides = [found.width, found.pageHeight ?? found.height] as const;
  if (sides[0] * sides[1] > Number(mostPixels) || Math.max(...sides) > longest) return { refused: "pixels" };
  // Decode once and scale down to the largest width, from which the others are made. sharp drops metadata by default.
  const widest = Math.max(...widths);
  const { data, info } = await open()
    .autoOrient()
    .toColourspace("srgb")
    .resize({ width: widest, height: tallest, fit: "inside", withoutEnlargement: true })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { channels } = info;
  const whole = () => sharp(data, { raw: { width: info.width, height: info.height, channels } });
  const transparent = (channels === 4 || channels === 2) && !(await whole().stats()).isOpaque;
  const fallback = transparent ? "png" : "jpg";
  const made = [...widths.filter((width) => width < info.width), info.width];
  for (const width of made) {
    const image = transparent ? whole() : whole().removeAlpha();
    await write(image.resize({ width }), width, fallback);
  }
  const { width, height } = found.autoOrient;
  return { width, height, fallback, widths: made, animated: (found.pages ?? 1) > 1 && found.format !== "tiff" };
}

/** Writes one width in every format. */
async function write(image: Sharp, width: number, fallback: Made["fallback"]) {
  const plain =
    fallback === "png" ? image.clone().png({ palette: true }) : image.clone().jpeg({ quality: 78, progressive: true });
  const files = {
    avif: image.clone().avif({ quality: 55, effort: 2 }),
    webp: image.clone().webp({ quality: 78, effort: 3 }),
    [fallback]: plain,
  };
  for (const [ending, encoded] of Object.entries(files))
    await writeFile(join(folder, `${width}.${ending}`), await encoded.toBuffer());
}

function refuse(error: Error): Refused {
  if (/pixel limit/.test(error.message)) return { refused: "pixels" };
  console.error(error.message);
  return { refused: "unreadable" };
}
