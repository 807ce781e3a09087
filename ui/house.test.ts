import { glob, readFile } from "node:fs/promises";
import { dirname, join, normalize } from "node:path";
import { expect, test } from "vitest";

/** What a floor of the house may import (the design): entries → routes → features → shared. */
function mayImport(from: string, to: string): boolean {
  const [floor, feature] = floorOf(from);
  const [target, other] = floorOf(to);
  if (feature === "gallery") return target !== "entry"; // it shows the parts of all, in development
  if (floor === "feature") return target === "shared" || (target === "feature" && feature === other);
  if (floor === "shared") return target === "shared";
  return true;
}

/** The floor of a file and, on that of the features, its feature. */
function floorOf(file: string): [string, string?] {
  const feature = file.match(/^ui\/features\/([^/]+)\//)?.[1];
  if (feature) return ["feature", feature];
  return [/^ui\/(shared|styles)\//.test(file) || file === "ui/paths.ts" ? "shared" : "entry"];
}

async function sources(): Promise<{ file: string; text: string }[]> {
  const files = await Array.fromAsync(glob("{ui,ssr}/**/*.{ts,tsx}"));
  return Promise.all(files.map(async (file) => ({ file, text: await readFile(file, "utf8") })));
}

/** What each file imports of ours, at once or later. */
async function imports(): Promise<Map<string, string[]>> {
  const files = (await sources()).map(({ file, text }): [string, string[]] => [
    file,
    [...text.matchAll(/(?:from|import\()\s*"(\.[^"]+)"/g)].map(([, path = ""]) => normalize(join(dirname(file), path))),
  ]);
  return new Map(files);
}

/** The circles that one comes upon by following imports from `file`, which was reached by way of `from`. */
function circles(graph: Map<string, string[]>, file: string, from: string[], done: Set<string>): string[] {
  if (from.includes(file)) return [[...from.slice(from.indexOf(file)), file].join(" → ")];
  if (done.has(file)) return [];
  const found = (graph.get(file) ?? []).flatMap((next) => circles(graph, next, [...from, file], done));
  done.add(file);
  return found;
}

test("a floor imports only those below it, and no feature another", async () => {
  const breaches = [...(await imports())].flatMap(([file, paths]) =>
    paths.filter((path) => !mayImport(file, path)).map((path) => `${file} imports ${path}`),
  );
  expect(breaches).toEqual([]);
});

test("imports go round in no circle", async () => {
  const graph = await imports();
  const done = new Set<string>();
  expect([...graph.keys()].flatMap((file) => circles(graph, file, [], done))).toEqual([]);
});

test("the id of a lazy route is its module's path, by which its code is preloaded", async () => {
  const routes = await readFile("ui/routes.tsx", "utf8");
  const imports = [...routes.matchAll(/import\("\.\/([^"]+)\.tsx"\)/g)].map(([, path]) => path);
  const ids = [...routes.matchAll(/"(features\/[^"]+)"/g)].map(([, id]) => id);
  expect(imports.length).toBeGreaterThan(0);
  expect(ids).toEqual(imports);
});

test("only the path files and the route table contain paths of the site", async () => {
  const offenders = (await sources())
    .filter(({ file }) => file.startsWith("ui/features/") || file.startsWith("ui/shared/ui/"))
    .filter(({ file, text }) => !/\.test\.|gallery/.test(file) && /(?:to|href)="\//.test(text))
    .map(({ file }) => file);
  expect(offenders).toEqual([]);
});

test("what we send week by week has one name, the newsletter", async () => {
  const texts = await Array.fromAsync(glob("ui/{features,shared}/**/*.{tsx,md}"));
  const offenders = [];
  for (const file of texts) {
    const text = await readFile(file, "utf8");
    if (/\b(?:both|every|next|the|weekly|siteName\}) letter\b|\bletters that suit/i.test(text)) offenders.push(file);
  }
  expect(offenders).toEqual([]);
});

test("a number that changes stands in one string, which a translated page changes too", async () => {
  const apart = /^(?!.*`)(?:.*\} of \{|.*\}%<|[\w ]+\{\w+\.length\})/gm;
  const offenders = (await sources())
    .filter(({ file }) => file.endsWith(".tsx") && !file.endsWith(".test.tsx"))
    .flatMap(({ file, text }) => [...text.matchAll(apart)].map(([line]) => `${file}: ${line.trim()}`));
  expect(offenders).toEqual([]);
});
