// Each build of the front end is a folder of its own below .build/dist; dist is a link to the newest. A server goes on
// with the folder that it found at its start, so no build, whole or not, takes anything from it.
import { copyFile, link, mkdir, readdir, readFile, rename, rm, stat, symlink, writeFile } from "node:fs/promises";
import { join, relative, resolve } from "node:path";

/** How many builds stay. A server may run on an older one, and open tabs ask for its assets. */
const kept = 5;

/** How old a build is that was given up, when it is not whole. */
const givenUpMs = 3_600_000;

/** Makes the empty folder of a new build; folders sort by their time. */
export async function newBuild(root) {
  const build = resolve(root, ".build/dist", `${new Date().toISOString().replace(/\W/g, "")}-${process.pid}`);
  await mkdir(build, { recursive: true });
  return build;
}

/**
 * Makes a build, whose manifest.json says that it is whole, the one that new servers take. It also gets the assets of
 * the builds before it, which tabs that are open ask for.
 */
export async function publish(root, build) {
  const { client, list } = assetsOf(build);
  await writeFile(list, JSON.stringify(await readdir(client)));
  const older = (await wholeBuilds(root)).filter((other) => other < build);
  for (const other of older.slice(0, kept - 1)) await takeAssets(other, client);
  await dropOld(root);

  const fresh = `${build}.link`;
  await symlink(relative(root, build), fresh);
  await rename(fresh, join(root, "dist"));
}

/** Where a build keeps its assets, and the list of those that it made itself. */
function assetsOf(build) {
  return { client: join(build, "client/assets"), list: join(build, "assets.json") };
}

/** All builds that are whole, the newest first. */
async function wholeBuilds(root) {
  const whole = [];
  for (const build of await allBuilds(root)) if (await exists(join(build, "manifest.json"))) whole.push(build);
  return whole.sort().reverse();
}

async function allBuilds(root) {
  const builds = resolve(root, ".build/dist");
  const entries = await readdir(builds, { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory()).map((entry) => join(builds, entry.name));
}

async function takeAssets(build, target) {
  const { client, list } = assetsOf(build);
  for (const name of JSON.parse(await readFile(list, "utf8"))) {
    const [from, to] = [join(client, name), join(target, name)];
    if (!(await exists(to))) await link(from, to).catch(() => copyFile(from, to));
  }
}

async function dropOld(root) {
  const whole = await wholeBuilds(root);
  for (const build of whole.slice(kept)) await rm(build, { recursive: true, force: true });
  for (const build of await allBuilds(root)) {
    if (!whole.includes(build) && Date.now() - (await stat(build)).mtimeMs > givenUpMs)
      await rm(build, { recursive: true, force: true });
  }
}

function exists(path) {
  return stat(path).then(
    () => true,
    () => false,
  );
}
