// Each build of the front end has its own folder in .build/dist, and dist links to the newest. A running server keeps
// using the folder it started with, so no build, complete or not, takes anything away from it.
import { existsSync } from "node:fs";
import { copyFile, link, mkdir, readdir, readFile, rename, rm, stat, symlink, writeFile } from "node:fs/promises";
import { join, relative, resolve } from "node:path";

/** How many builds to keep. A server may run on an older one, and open tabs request its assets. */
const kept = 5;

/** The age at which an incomplete build is considered abandoned. */
const givenUpMs = 3_600_000;

/** Creates the empty folder of a new build. Folder names sort by time. */
export async function newBuild(root) {
  const build = resolve(root, ".build/dist", `${new Date().toISOString().replace(/\W/g, "")}-${process.pid}`);
  await mkdir(build, { recursive: true });
  return build;
}

/**
 * Makes a complete build, which has a manifest.json, the one that new servers use. It also gets the assets of earlier
 * builds, which open tabs request.
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

/** Where a build keeps its assets, and the list of its own assets. */
function assetsOf(build) {
  return { client: join(build, "client/assets"), list: join(build, "assets.json") };
}

/** All complete builds, newest first. */
async function wholeBuilds(root) {
  const whole = (await allBuilds(root)).filter((build) => existsSync(join(build, "manifest.json")));
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
    if (!existsSync(to)) await link(from, to).catch(() => copyFile(from, to));
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
