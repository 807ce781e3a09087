// Writes ui/shared/api.gen.ts, the TypeScript types of the contract's schemas. With --check it writes nothing, and
// fails if the file is out of date.
import { readFile, writeFile } from "node:fs/promises";
import { readContract } from "./contract.mjs";

const target = "ui/shared/api.gen.ts";

function typeOf(schema) {
  const type = bareTypeOf(schema);
  return schema.nullable ? `${type} | null` : type;
}

function bareTypeOf(schema) {
  if (schema.$ref) return schema.$ref.split("/").at(-1);
  if (schema.allOf) return schema.allOf.map(typeOf).join(" & ");
  if (schema.oneOf) return schema.oneOf.map(typeOf).join(" | ");
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  switch (schema.type) {
    case "array":
      return `Array<${typeOf(schema.items)}>`;
    case "object":
      return objectOf(schema);
    case "integer":
    case "number":
      return "number";
    case "string":
    case "boolean":
      return schema.type;
    default:
      return "unknown";
  }
}

function objectOf(schema) {
  if (!schema.properties)
    return `Record<string, ${schema.additionalProperties ? typeOf(schema.additionalProperties) : "unknown"}>`;
  const required = new Set(schema.required ?? []);
  const fields = Object.entries(schema.properties).map(([name, field]) => {
    const note = field.description ? `/** ${field.description} */ ` : "";
    return `${note}${name}${required.has(name) ? "" : "?"}: ${typeOf(field)};`;
  });
  return `{ ${fields.join("\n")} }`;
}

const { components } = await readContract();
const types = Object.entries(components.schemas).map(([name, schema]) => {
  const note = schema.description ? `/** ${schema.description} */\n` : "";
  return `${note}export type ${name} = ${typeOf(schema)};\n`;
});
const text = `// Made from the contract by scripts/api-types.mjs. Do not edit.\n\n${types.join("\n")}`;

if (process.argv.includes("--check")) {
  if ((await readFile(target, "utf8").catch(() => "")) !== text) {
    console.error(`${target} is out of date. Run npm run types.`);
    process.exit(1);
  }
} else {
  await writeFile(target, text);
}
