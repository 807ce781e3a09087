import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, readdir, readFile, readlink, rm, symlink, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { newBuild, publish } from "./publish.mjs";

let root;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "builds of "));
});
afterEach(() => rm(root, { recursive: true, force: true }));

/** Publishes a build with one asset of its own. */
async function build(asset) {
  const folder = await newBuild(root);
  await fill(folder, asset);
  await publish(root, folder);
}

async function fill(folder, asset) {
  await mkdir(join(folder, "client/assets"), { recursive: true });
  await writeFile(join(folder, "client/assets", asset), asset);
  await writeFile(join(folder, "manifest.json"), "{}");
}

const served = () => readdir(join(root, "dist/client/assets"));

test("the assets of the builds before stay served for a while", async () => {
  for (const asset of ["a.js", "b.js", "c.js"]) await build(asset);
  expect(await served()).toEqual(["a.js", "b.js", "c.js"]);
  for (const asset of ["d.js", "e.js", "f.js"]) await build(asset);
  expect(await served()).toEqual(["b.js", "c.js", "d.js", "e.js", "f.js"]);
  expect(await readdir(join(root, ".build/dist")), "builds that are kept").toHaveLength(5);
});

test("a build that is under way stays, one that was given up goes", async () => {
  await build("a.js");
  const [given, running] = [join(root, ".build/dist/given-up"), await newBuild(root)];
  await mkdir(given);
  await utimes(given, 0, 0);
  await build("b.js");
  expect(await readdir(join(root, ".build/dist"))).not.toContain("given-up");
  await fill(running, "c.js");
});

test("a build that fails changes nothing and says why once", { timeout: 60_000 }, async () => {
  for (const folder of ["ui", "ssr", "scripts"]) await cp(folder, join(root, folder), { recursive: true });
  await symlink(join(process.cwd(), "node_modules"), join(root, "node_modules"));
  await build("a.js");
  const before = await readlink(join(root, "dist"));
  const file = join(root, "ui/paths.ts"); // both bundles have it
  await writeFile(file, `${await readFile(file, "utf8")}\nconst broken = ;\n`);
  const { code, said } = await run();
  expect(code).toBe(1);
  expect(said.match(/Unexpected ";"/g)).toHaveLength(1);
  expect(said).toContain("ui/paths.ts");
  expect(await readlink(join(root, "dist"))).toBe(before);
  expect(await readdir(join(root, ".build/dist")), "nothing is left of it").toHaveLength(1);
});

function run() {
  return new Promise((resolve) => {
    execFile(process.execPath, [join(root, "scripts/build.mjs")], (error, stdout, stderr) =>
      resolve({ code: error ? error.code : 0, said: stdout + stderr }),
    );
  });
}
