import { execFile } from "node:child_process";
import { chmod, cp, mkdir, mkdtemp, readFile, rm, stat, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";

/** A fake npm and go: it records its calls, and succeeds or fails as its variable says. */
const npm = `#!/bin/bash
echo "npm $*" >>calls
case "$*" in
*" ci "*)
  [ -z "\${NPM_SAYS:-}" ] || { echo "$NPM_SAYS" >&2; exit 1; }
  prefix=$2
  mkdir "$prefix/npm-is-here" || exit 1
  mkdir -p "$prefix/node_modules/tool"
  sleep "\${NPM_TAKES:-0}"
  rmdir "$prefix/npm-is-here" ;;
*" build") [ -z "\${PAGES_FAIL:-}" ] || exit 1; mkdir -p dist && touch dist/manifest.json ;;
esac`;
const go = `#!/bin/bash
echo "go $* HOME=\${HOME:-} GOCACHE=\${GOCACHE:-}" >>calls
case "$1" in
env) echo "\${CGO:-1}" ;;
build)
  while [ "$1" != -o ]; do shift; done
  [ ! -e server/broken ] || exit 1
  cat server/version >"$2" ;;
esac`;

const left = [];
afterEach(async () => {
  for (const dir of left.splice(0)) await rm(dir, { recursive: true, force: true });
});

/** A checkout with our scripts and nothing to build. */
async function checkout() {
  const dir = await mkdtemp(join(tmpdir(), "a build "));
  left.push(dir);
  await cp("scripts", join(dir, "scripts"), { recursive: true });
  for (const folder of ["server", "db", "ui", "ssr", "tools"]) await mkdir(join(dir, folder));
  await writeFile(join(dir, "server/version"), "built");
  for (const file of ["package.json", "package-lock.json", "go.mod", "go.sum"]) await writeFile(join(dir, file), file);
  for (const [name, text] of Object.entries({ npm, go })) {
    await writeFile(join(dir, "tools", name), text);
    await chmod(join(dir, "tools", name), 0o755);
  }
  return {
    path: (...names) => join(dir, ...names),
    read: (...names) => readFile(join(dir, ...names), "utf8"),
    age: async (...names) => (await stat(join(dir, ...names))).mtimeMs,
    has: (...names) => stat(join(dir, ...names)).then(() => true, () => false), // biome-ignore format: one line reads better
    save,
    build: (variables) => run("build", variables),
    test: (variables, ...given) => run("test", variables, given),
  };

  /** Writes a file that is newer than everything built before. File times have a resolution of a few milliseconds. */
  async function save(...names) {
    const soon = Date.now() / 1000 + 1;
    await writeFile(join(dir, ...names), "newer");
    await utimes(join(dir, ...names), soon, soon);
  }

  /** Runs a script with these variables. A value of undefined removes a variable. */
  function run(script, variables = {}, given = []) {
    return new Promise((resolve) => {
      const env = { ...process.env, NODE_ENV: undefined, PATH: `${dir}/tools:${process.env.PATH}`, ...variables };
      execFile(`${dir}/scripts/${script}`, given, { env }, (error, stdout, stderr) =>
        resolve({ code: error ? error.code : 0, said: stdout + stderr }),
      );
    });
  }
}

test("under NODE_ENV=production everything that builds the site is installed", async () => {
  const site = await checkout();
  expect(await site.build({ NODE_ENV: "production" })).toMatchObject({ code: 0 });
  expect(await site.read("calls")).toContain("--include=dev");
  expect(await site.has("node_modules", "tool")).toBe(true);
});

test("a checkout whose packages were left incomplete is installed again", async () => {
  const site = await checkout();
  await mkdir(site.path("node_modules"));
  await writeFile(site.path("node_modules", ".installed"), ""); // the stamp of a failed start
  await site.build();
  expect(await site.has("node_modules", "tool")).toBe(true);
  await rm(site.path("calls"));
  await site.build();
  expect(await site.has("calls"), "nothing changed since").toBe(false);
});

test("without a network there is one sentence, and the packages stay as they were", async () => {
  const site = await checkout();
  await site.build();
  await writeFile(site.path("package-lock.json"), "newer");
  const noise = "npm error code EAI_AGAIN\nnpm error network request failed\nnpm error A complete log";
  const { code, said } = await site.build({ NPM_SAYS: noise });
  expect(code).toBe(1);
  expect(said).toContain("npm's registry can't be reached: connect this machine to the network");
  expect(said).not.toContain("npm error");
  expect(await site.has("node_modules", "tool")).toBe(true);
  expect((await site.build()).code, "with the network back").toBe(0);
});

test("any other failure of npm is shown, and what was built stays", async () => {
  const site = await checkout();
  await site.build();
  await writeFile(site.path("package-lock.json"), "newer");
  const { said } = await site.build({ NPM_SAYS: "npm error it does not add up" });
  expect(said).toContain("npm error it does not add up");
  expect(await site.has("node_modules", "tool")).toBe(true);
  expect(await site.read("bin", "server")).toBe("built");
});

test("when front end or server can't be built, both stay as they were", async () => {
  const site = await checkout();
  await site.build();
  const built = await site.age("dist", "manifest.json");
  await site.save("server", "version");
  await site.save("ui", "page.tsx");
  expect((await site.build({ PAGES_FAIL: "1" })).code).toBe(1);
  expect(await site.read("bin", "server")).toBe("built");
  await writeFile(site.path("server", "broken"), "");
  expect((await site.build()).code).toBe(1);
  expect(await site.age("dist", "manifest.json")).toBe(built);
  await rm(site.path("server", "broken"));
  expect((await site.build()).code).toBe(0);
  expect(await site.read("bin", "server")).toBe("newer");
});

test("two builds at once install one after the other, and the second finds all done", async () => {
  const site = await checkout();
  const both = await Promise.all([site.build({ NPM_TAKES: "0.5" }), site.build({ NPM_TAKES: "0.5" })]);
  expect(both.map(({ code }) => code)).toEqual([0, 0]);
  expect((await site.read("calls")).match(/ ci /g)).toHaveLength(1);
});

test.each([
  ["unset", undefined],
  ["of no use", "/nonexistent"],
])("with a HOME that is %s Go has a place for its cache", async (_, HOME) => {
  const site = await checkout();
  await site.build({ HOME, GOCACHE: undefined, GOPATH: undefined });
  const [, home, cache] = /go build .* HOME=(.*) GOCACHE=(.*)/.exec(await site.read("calls"));
  expect(HOME ? cache : home).toMatch(/^\/./);
});

test("without a C compiler the checks fail, and say what to install", async () => {
  const site = await checkout();
  const { code, said } = await site.test({ CGO: "0" }, "--all");
  expect([code, said]).toEqual([1, expect.stringContaining("install gcc")]);
  expect(await site.read("calls")).not.toContain("-race");
});
