// The contract: server/openapi.yaml, which is written by hand, plus server/openapi.kinds.yaml, which is generated from
// the kinds of records. Run directly, it writes the combined contract to .build/openapi.json, for npm run contract.
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { parse } from "yaml";

export async function readContract() {
  const whole = {};
  for (const name of ["openapi.yaml", "openapi.kinds.yaml"])
    merge(whole, parse(await readFile(`server/${name}`, "utf8")));
  return whole;
}

function merge(into, part) {
  for (const [key, value] of Object.entries(part)) {
    if (!(key in into)) into[key] = value;
    else if (typeof into[key] === "object" && typeof value === "object") merge(into[key], value);
    else throw new Error(`openapi.yaml and openapi.kinds.yaml both have ${key}`);
  }
}

if (import.meta.main) {
  await mkdir(".build", { recursive: true });
  await writeFile(".build/openapi.json", JSON.stringify(await readContract(), null, 1));
}
