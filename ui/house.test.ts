import { glob, readFile } from "node:fs/promises";
import { dirname, join, normalize } from "node:path";
import { expect, test } from "vitest";

/** What a floor of the house may import (the design): entries → routes → features → shared. */
function mayImport(from: string, to: string): boolean {
  const [floor, feature] = floorOf(from);
  const [target, other] = floorOf(to);
  if (floor === "feature") return target === "shared" || (target === "feature" && feature === other);
  if (floor === "shared") return target === "shared";
  return true;
}

/** The floor of a file and, on that of the features, its feature. */
function floorOf(file: string): [string, string?] {
  const feature = file.match(/^ui\/features\/([^/]+)\//)?.[1];
  if (feature) return ["feature", feature];
  return [file.startsWith("ui/shared/") || file === "ui/paths.ts" ? "shared" : "entry"];
}

async function sources(): Promise<{ file: string; text: string }[]> {
  const files = await Array.fromAsync(glob("{ui,ssr}/**/*.{ts,tsx}"));
  return Promise.all(files.map(async (file) => ({ file, text: await readFile(file, "utf8") })));
}

test("a floor imports only those below it, and no feature another", async () => {
  const breaches = (await sources()).flatMap(({ file, text }) =>
    [...text.matchAll(/(?:from|import\()\s*"(\.[^"]+)"/g)]
      .map(([, path = ""]) => normalize(join(dirname(file), path)))
      .filter((path) => !mayImport(file, path))
      .map((path) => `${file} imports ${path}`),
  );
  expect(breaches).toEqual([]);
});

test("the id of a lazy route is its module's path, by which its code is preloaded", async () => {
  const routes = await readFile("ui/routes.tsx", "utf8");
  const imports = [...routes.matchAll(/import\("\.\/([^"]+)\.tsx"\)/g)].map(([, path]) => path);
  const ids = [...routes.matchAll(/id: "(features\/[^"]+)"/g)].map(([, id]) => id);
  expect(imports.length).toBeGreaterThan(0);
  expect(ids).toEqual(imports);
});

test("nobody writes a path of the site but ui/paths.ts and the route table", async () => {
  const offenders = (await sources())
    .filter(({ file }) => file.startsWith("ui/features/") || file.startsWith("ui/shared/ui/"))
    .filter(({ file, text }) => !/\.test\.|gallery/.test(file) && /(?:to|href)="\//.test(text))
    .map(({ file }) => file);
  expect(offenders).toEqual([]);
});
