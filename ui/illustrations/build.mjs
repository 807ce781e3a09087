// Writes every picture of the site into ui/public/images. Run: node ui/illustrations/build.mjs
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pictures } from './pictures.mjs';

const out = join(dirname(fileURLToPath(import.meta.url)), '../public');

for (const [file, { width, height, parts }] of Object.entries(pictures)) {
  const prefix = file.replace(/^images\/|\.svg$/g, '').replaceAll('/', '-');
  const body = parts.flat(Infinity).join('').replaceAll('~', `${prefix}-`);
  mkdirSync(dirname(join(out, file)), { recursive: true });
  writeFileSync(join(out, file), `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${body}</svg>\n`);
}
