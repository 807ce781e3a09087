import type { ReactNode } from "react";

/** A record that staff edit, as the server lists it. */
export interface Item extends Record<string, unknown> {
  id: number;
  /** Counts the saves, so that two people editing one record notice each other. */
  version: number;
  isActive: boolean;
  /** In the bin since. */
  deletedAt?: string | null;
}

/** What the fields of a form hold, by their names. */
export type Values = Record<string, string | boolean>;

/** One field of a form. */
export interface FieldSpec {
  name: string;
  label: string;
  type: "line" | "text" | "url" | "number" | "flag" | "choice" | "offer";
  hint?: string;
  /** In a new record. */
  initial?: string | boolean;
  /** Of a number; it must be whole. */
  least?: number;
  most?: number;
  options?: { value: string; label: string }[];
  /** An empty text is sent as null. */
  nullable?: boolean;
}

export interface Column {
  label: string;
  value: (item: Item) => ReactNode;
}

/** One kind of record: its calls, its form, its list and its words. */
export interface Kind {
  id: string;
  /** Address of the collection. */
  path: string;
  noun: string;
  /** Required fields, and what is said when one is empty (specification, section 5). */
  required: { fields: string[]; sentence: string };
  fields: FieldSpec[];
  columns: Column[];
  titleOf: (item: Item) => string;
  /** The line under the title. */
  detailOf: (item: Item) => string;
  /** Fills one field from another for as long as nobody has typed into it. */
  suggest?: { from: string; to: string; make: (text: string) => string };
}

/** The fields of a record, or of a new one, as a form holds them. */
export function valuesOf(kind: Kind, item: Item | null): Values {
  return Object.fromEntries(
    kind.fields.map(({ name, type, initial }) => {
      const value = item ? item[name] : initial;
      return [name, type === "flag" ? Boolean(value) : String(value ?? "")];
    }),
  );
}

/** The fields that differ, by name. */
export function changed(kind: Kind, values: Values, from: Values): string[] {
  return kind.fields.map(({ name }) => name).filter((name) => values[name] !== from[name]);
}

/** The named fields as the server takes them. */
export function bodyOf(kind: Kind, values: Values, names: string[]): Record<string, unknown> {
  const sent = kind.fields.filter(({ name }) => names.includes(name));
  return Object.fromEntries(sent.map((field) => [field.name, sentAs(field, values[field.name] ?? "")]));
}

function sentAs({ type, nullable }: FieldSpec, value: string | boolean): unknown {
  if (typeof value === "boolean") return value;
  const text = type === "text" ? value : value.trim();
  if (text === "" && nullable) return null;
  if (type === "number") return text === "" ? undefined : Number(text);
  if (type === "offer") return Number(text);
  return text;
}

/** What is wrong with the fields, in the server's words; the first is what the toast says. */
export function check(kind: Kind, values: Values): Record<string, string> {
  const wrong: Record<string, string> = {};
  for (const name of kind.required.fields) {
    if (String(values[name]).trim() === "") wrong[name] = kind.required.sentence;
  }
  for (const { name, type, least = 0, most } of kind.fields) {
    const text = String(values[name]).trim();
    if (type !== "number" || text === "") continue;
    const number = Number(text);
    if (!Number.isInteger(number) || number < least || (most !== undefined && number > most)) {
      wrong[name] = most
        ? `Please enter a whole number from ${least} to ${most}.`
        : `Please enter a whole number from ${least}.`;
    }
  }
  return wrong;
}

/** "Offer created successfully", "Failed to delete offer": the toasts of specification section 8, for each noun. */
export const words = {
  done: (noun: string, act: string) => `${capitalized(noun)} ${act} successfully`,
  failed: (noun: string, act: string) => `Failed to ${act} ${noun}`,
  confirm: (noun: string, count = 1) =>
    count === 1
      ? `Are you sure you want to delete this ${noun}?`
      : `Are you sure you want to delete these ${count} ${noun}s?`,
};

export function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
