// Draws the site's name in the display cut of its face, as one path, into ui/features/site/wordmark.ts: npm run wordmark.
// With --check it writes nothing and fails when the file is not what is drawn here.
import { readFile, writeFile } from "node:fs/promises";
import * as hb from "harfbuzzjs";
import { cuts, fontFile } from "./font.mjs";

const name = "Thriftwell";
/** Units of the drawing to a font size: in the header one is a sixth of a pixel. */
const em = 168;
/** How far from a line, in units, an outline may run that is drawn as one: in the header a twelfth of a pixel. */
const tolerance = 0.5;
/** Of the font size, as --tracking-tight in ui/styles/tokens.css. */
const tracking = -0.03;

/** The name as one path in a box as high as its font size, on the line that a text of this size has. */
function draw(ttf) {
  const face = new hb.Face(new hb.Blob(ttf));
  const font = new hb.Font(face);
  const text = new hb.Buffer();
  text.addText(name);
  text.guessSegmentProperties();
  hb.shape(font, text);
  const positions = text.getGlyphPositions();
  const { ascender, descender } = font.hExtents();
  const baseline = (face.upem + ascender + descender) / 2;
  const pen = new Pen(em / face.upem, baseline);
  for (const [i, { codepoint }] of text.getGlyphInfos().entries()) {
    pen.trace(font.glyphToPath(codepoint));
    pen.left += positions[i].xAdvance + tracking * face.upem;
  }
  return { width: Math.ceil((pen.left - tracking * face.upem) * pen.scale), path: pen.path };
}

/** Writes outlines as one path of whole numbers, each relative to where it begins. */
class Pen {
  path = "";
  left = 0;
  at = [0, 0];

  constructor(scale, baseline) {
    this.scale = scale;
    this.baseline = baseline;
  }

  /** Adds the outline of a glyph, whose y axis goes up. */
  trace(outline) {
    let last = "";
    for (const { command, points } of straightened(this.parts(outline))) {
      const relative = points.flatMap(([x, y]) => [x - this.at[0], y - this.at[1]]);
      this.at = points.at(-1);
      const [dx, dy] = relative;
      const straight = command === "L" && (dx === 0 || dy === 0);
      if (command === "L" && dx === 0 && dy === 0) continue;
      const letter = straight ? (dx === 0 ? "v" : "h") : command.toLowerCase();
      const said = straight ? [dx || dy] : relative;
      this.path += said.reduce(
        (path, number, i) =>
          path + (i === 0 ? (letter === last ? separated(number) : letter + number) : separated(number)),
        "",
      );
      last = letter;
    }
  }

  /** The commands of an outline with their points in whole numbers, from the corner of the drawing. */
  parts(outline) {
    return [...outline.matchAll(/([A-Z])([^A-Z]*)/g)]
      .filter(([, command]) => command !== "Z") // a filled path closes itself
      .map(([, command, numbers]) => ({
        command,
        points: [...numbers.matchAll(/([^\s,]+)[\s,]+([^\s,]+)/g)].map(([, x, y]) => [
          Math.round((this.left + Number.parseFloat(x)) * this.scale),
          Math.round((this.baseline - Number.parseFloat(y)) * this.scale),
        ]),
      }));
  }
}

/** Replaces runs of commands by one line where it differs by less than the tolerance. */
function straightened(parts) {
  const kept = [];
  for (let from = 0; from < parts.length; ) {
    const start = kept.at(-1)?.points.at(-1);
    let to = from;
    while (to < parts.length && parts[to].command !== "M" && isStraight(start, parts.slice(from, to + 1))) to++;
    if (to > from) kept.push({ command: "L", points: [parts[to - 1].points.at(-1)] });
    else kept.push(parts[to++]);
    from = to;
  }
  return kept;
}

/** Whether a line from `start` to the end of some commands runs where they do. */
function isStraight([x, y], parts) {
  const [dx, dy] = parts
    .at(-1)
    .points.at(-1)
    .map((end, i) => end - [x, y][i]);
  const length = Math.hypot(dx, dy);
  return parts.every(({ points }) =>
    points.every(([px, py], i) => {
      const [along, beside] = [dx * (px - x) + dy * (py - y), dx * (py - y) - dy * (px - x)].map((n) => n / length);
      const weight = i < points.length - 1 ? 0.5 : 1; // a curve comes half as near to the point that bends it
      return along >= 0 && along <= length && Math.abs(beside) * weight <= tolerance;
    }),
  );
}

/** A number after another: a minus separates them too. */
function separated(number) {
  return number < 0 ? String(number) : ` ${number}`;
}

const file = new URL("../ui/features/site/wordmark.ts", import.meta.url);
const { width, path } = draw(await fontFile({ ...cuts.display, targetFormat: "sfnt" }));
const source = `/** The site's name as it is drawn, by scripts/wordmark.mjs. */
export const wordmark = { name: "${name}", id: "wordmark", viewBox: "0 0 ${width} ${em}" };

/** Its outlines, which the renderer puts into a page once, so that no script needs them. */
export const outlines =
  "${path}";
`;
if (!process.argv.includes("--check")) await writeFile(file, source);
else if ((await readFile(file, "utf8")) !== source) {
  console.error("ui/features/site/wordmark.ts is not current; run npm run wordmark.");
  process.exit(1);
}
