import type { AuditEntry } from "../../shared/api.gen.ts";
import { count } from "../../shared/format.ts";

/** Fields that every save changes. */
const bookkeeping = [
  "id",
  "version",
  "updatedAt",
  "createdAt",
  "deletedAt",
  "revisedAt",
  "readTime",
  "estimatedReadTime",
  "switchedAt",
];

/** The changed fields, with their old and new values. */
export function differences(before: AuditEntry["before"], after: AuditEntry["after"]) {
  const names = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  return [...names]
    .filter((field) => !bookkeeping.includes(field))
    .map((field) => ({ field, was: shown(field, before?.[field]), is: shown(field, after?.[field]) }))
    .filter(({ was, is }) => was !== is);
}

function shown(field: string, value: unknown): string {
  if (value === undefined || value === null || value === "") return "–";
  if (field === "wordCount") return count(Number(value), "word");
  if (Array.isArray(value) && value.every((held) => typeof held === "string")) return value.join(", ") || "–";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (isCounts(value)) return inWords(value);
  return typeof value === "string" ? value : JSON.stringify(value);
}

function isCounts(value: unknown): value is Record<string, number> {
  return (
    typeof value === "object" && !Array.isArray(value) && Object.values(value ?? {}).every((n) => typeof n === "number")
  );
}

/** Counts by name, such as "8 new, 1 left out", without zeros. */
function inWords(counts: Record<string, number>): string {
  const named = Object.entries(counts).filter(([, number]) => number !== 0);
  return (
    named.map(([name, number]) => `${number} ${name.replace(/[A-Z]/g, (c) => ` ${c.toLowerCase()}`)}`).join(", ") || "–"
  );
}
