// Completes package-lock.json after a change of dependencies: `npm run lockfile`.
//
// A registry may lack the platform packages of other machines. npm then leaves them out of the lock file, and `npm ci`
// rejects it ("Missing: … from lock file"). A stub with version, os and cpu satisfies npm, which downloads the package
// on the machines it is for.
import { readFileSync, writeFileSync } from "node:fs";

const file = new URL("../package-lock.json", import.meta.url);
const lock = JSON.parse(readFileSync(file, "utf8"));
const packages = lock.packages;

const oses = ["android", "darwin", "freebsd", "linux", "openbsd", "netbsd", "sunos", "aix", "win32", "openharmony"];
const cpus = ["x64", "arm64", "arm", "ia32", "ppc64", "ppc64le", "riscv64", "s390x", "loong64", "mips64el", "wasm32"];

/** The stub for a platform package, with its os and cpu taken from its name (`@scope/tool-linux-arm64-musl`). */
function stub(name, version) {
  const words = name.split(/[/-]/);
  const os = words.filter((word) => oses.includes(word));
  const cpu = words.filter((word) => cpus.includes(word));
  if (name.includes("arm-")) cpu.push("arm");
  return {
    version,
    optional: true,
    ...(os.length > 0 && { os }),
    ...(cpu.length > 0 && { cpu: [...new Set(cpu)] }),
  };
}

/** Reports whether npm finds `name` from the package at `from`, looking in each node_modules on the way up. */
function resolves(from, name) {
  for (let dir = from; ; dir = dir.slice(0, Math.max(0, dir.lastIndexOf("node_modules/") - 1))) {
    if (packages[`${dir ? `${dir}/` : ""}node_modules/${name}`]) return true;
    if (!dir) return false;
  }
}

let added = 0;
for (const [from, entry] of Object.entries(packages)) {
  delete entry.resolved; // an address belongs to one machine's registry
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
    if (resolves(from, name)) continue;
    packages[`node_modules/${name}`] = stub(name, version);
    added++;
  }
}
lock.packages = Object.fromEntries(Object.entries(packages).sort(([a], [b]) => (a < b ? -1 : 1)));
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
console.log(`package-lock.json: ${added} platform stubs added.`);
