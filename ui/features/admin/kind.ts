import type { ReactNode } from "react";
import type { Audience, Correction, LinkHealth, Meta, PreviewKind, Source } from "../../shared/api.gen.ts";
import { conditionsOf } from "./letters/conditions.ts";
import { amountOf, amountText } from "./money.ts";
import { isWhole } from "./zoned.ts";

/** A record that staff edit, as the server answers it. */
export interface Entry extends Meta {
  id: number;
}

/** A record that is edited in a dialog. */
export interface Item extends Entry {
  /** Of one that is switched on and off. */
  isActive?: boolean;
  isFeatured?: boolean;
  imageUrl?: string | null;
  /** Of an offer: where its address led. */
  linkHealth?: LinkHealth;
}

/** A step of a guide, as a form holds it. Its key tells it from the others in the list, whatever its place. */
export interface StepValues {
  key: string;
  /** Of a step that is saved. */
  id?: number;
  title: string;
  imageUrl: string;
  content: string;
  ctaText: string;
  ctaUrl: string;
  ctaSponsored: boolean;
  ctaAdvertiser: string;
}

export type Value = string | boolean | StepValues[];

/** What the fields of a form hold, by their names. */
export type Values = Record<string, Value>;

/** One field of a form, as the server declares it; it bears the name of a property of the record. */
export interface FieldSpec {
  name: string;
  label: string;
  type:
    | "line"
    | "text"
    | "url"
    | "number"
    | "flag"
    | "choice"
    | "category" // of articles
    | "offer"
    | "markdown"
    | "picture"
    | "tags"
    | "audience"
    | "page" // of the site, by its address or its title
    | "article" // the slug of one of the category
    | "articles" // slugs of some
    | "guides"
    | "time"
    | "day"
    | "steps"
    | "sources"
    | "correction"
    | "money"
    | "currency" // of the money
    | "record"; // of another list
  /** The part of the form that it stands in, with those before and after it. */
  group?: string;
  hint?: string;
  /** What is said when it is empty. */
  required?: string;
  /** It is set when the record is made, and never changed. */
  fixed?: boolean;
  /** In a new record. */
  initial?: string | boolean;
  /** Of a number; it must be whole. */
  least?: number;
  most?: number;
  options?: { value: string; label: string }[];
  /** An empty text is sent as null. */
  nullable?: boolean;
  /** Of a record: the address of the list to choose it from. */
  list?: string;
}

/** What the server declares of a kind of record. */
export interface Declared {
  /** Address of the collection. */
  path: string;
  /** The names of the calls' orders. */
  orders: string[];
  fields: FieldSpec[];
}

/** A column of a list. */
export interface Column<T> {
  label: string;
  value: (item: T) => ReactNode;
  /** In rem; without one it takes what the others leave. */
  width?: number;
  /** Numbers stand at the end of their column. */
  figure?: boolean;
  /** The name of the calls' order by it, where they have one. */
  sort?: string;
  /** The first press orders from the highest value down, as of times. */
  downFirst?: boolean;
  /** Said of the label to those who point at it, and to those who hear it. */
  title?: string;
  /** It is left out on screens that are not very wide, not wide, or narrow. */
  spare?: "widest" | "wide" | "narrow";
  /** The number field of the record that staff may change in the list. */
  input?: string;
  /** Of its cells, for the style. */
  cell?: "main" | "status" | "act";
}

/** One kind of record: its calls, its form, its list and its words. T is the record in the contract. */
export interface Kind<T extends Entry> extends Declared {
  id: string;
  noun: string;
  columns: Column<T>[];
  /** What a record is called: in the first column, which the first of `fields` heads and sorts, and in the audit log. */
  titleOf: (item: T) => string;
  /** The line under the title. */
  detailOf: (item: T) => string;
  /** What there is to know at once of a record, beside its status. */
  noteOf?: (item: T) => string | null;
  /** Of an offer, the field of its address, and the placeholders that the server fills. */
  address?: { field: keyof T & string; serverFills: string[] };
  /** The groups of its fields that no disclosure hides. */
  openGroups?: string[];
  /** How reports know its records, where the list shows their figures. */
  reported?: { by: "offer" | "link"; key: (item: T) => string };
  /** What stands above the form of a saved record. */
  about?: (item: T) => ReactNode;
  /** What its previews are called, where it has any. */
  previewed?: PreviewKind;
  /** Records can be duplicated: how the copy is told from the original. */
  copyOf?: (item: T) => Partial<T>;
  /** Fills one field of a new record from another for as long as nobody has typed into it. */
  suggest?: {
    from: keyof T & string;
    to: keyof T & string;
    make: (text: string) => string;
    /** Whether it goes on for a record that was saved already. */
    still?: (item: T) => boolean;
  };
}

/** The fields of a record, or of a new one, as a form holds them. */
export function valuesOf<T extends Entry>(kind: Kind<T>, item: T | null): Values {
  const record = item as Record<string, unknown> | null;
  const currency = String(record?.[currencyFieldOf(kind)] ?? "");
  return Object.fromEntries(
    kind.fields.map(({ name, type, initial }) => [
      name,
      heldAs(type, record ? record[name] : initial, currency, initial),
    ]),
  );
}

/** The name of the field that holds the currency of a kind's amounts. */
function currencyFieldOf({ fields }: Declared): string {
  return fields.find(({ type }) => type === "currency")?.name ?? "";
}

function heldAs(type: FieldSpec["type"], value: unknown, currency: string, initial: unknown): Value {
  switch (type) {
    case "money":
      return typeof value === "number" ? amountText(value, currency) : "";
    case "currency":
      return String(value ?? initial ?? "");
    case "flag":
      return Boolean(value);
    case "tags":
    case "articles":
    case "guides":
      return ((value ?? []) as string[]).join(", ");
    case "audience":
      return conditionsOf((value ?? {}) as Audience);
    case "day":
      return String(value ?? "").slice(0, "2026-03-04".length);
    case "correction":
      return (value as Correction)?.text ?? "";
    case "sources":
      return ((value ?? []) as Source[])
        .map(({ title, url, lookedAt }) => [title, url, lookedAt].filter(Boolean).join(" "))
        .join("\n");
    case "steps":
      return ((value ?? []) as Record<string, unknown>[]).map(stepOf);
    default:
      return String(value ?? "");
  }
}

/** A step as the server answers it, or an empty one. */
export function stepOf(step: Record<string, unknown>, place: number | string): StepValues {
  const text = (name: string) => String(step[name] ?? "");
  return {
    key: String(place),
    id: typeof step.id === "number" ? step.id : undefined,
    title: text("title"),
    imageUrl: text("imageUrl"),
    content: text("content"),
    ctaText: text("ctaText"),
    ctaUrl: text("ctaUrl"),
    ctaSponsored: step.ctaSponsored === true,
    ctaAdvertiser: text("ctaAdvertiser"),
  };
}

/** What a value of a choice is called. */
export function optionLabel({ fields }: Declared, name: string, value: string): string {
  const options = fields.find((field) => field.name === name)?.options;
  return options?.find((option) => option.value === value)?.label ?? value;
}

/** The fields that differ, by name. */
export function changed<T extends Entry>(kind: Kind<T>, values: Values, from: Values): string[] {
  const differs = (name: string) => !same(values[name], from[name]);
  return kind.fields
    .filter(({ name, type }) => differs(name) || (type === "money" && differs(currencyFieldOf(kind)))) // 12 may be 1200 cents, or 12 yen
    .map(({ name }) => name);
}

/** Whether two values would be saved alike. */
function same(a: Value | undefined, b: Value | undefined): boolean {
  if (typeof a === "string" && typeof b === "string") return a.trim() === b.trim();
  if (!Array.isArray(a) || !Array.isArray(b)) return a === b;
  const withoutKeys = (steps: StepValues[]) => JSON.stringify(steps.map(({ key: _, ...step }) => step));
  return withoutKeys(a) === withoutKeys(b);
}

/** The named fields as the server takes them. */
export function bodyOf<T extends Entry>(kind: Kind<T>, values: Values, names: string[]): Record<string, unknown> {
  const sent = kind.fields.filter(({ name }) => names.includes(name));
  const currency = currencyCode(values[currencyFieldOf(kind)]);
  return Object.fromEntries(sent.map((field) => [field.name, sentAs(field, values[field.name] ?? "", currency)]));
}

function currencyCode(value: Value = ""): string {
  return String(value).trim().toUpperCase();
}

function sentAs({ type, nullable }: FieldSpec, value: Value, currency: string) {
  if (typeof value === "boolean") return value;
  if (typeof value !== "string") return value.map(stepSent);
  if (type === "tags" || type === "articles" || type === "guides") return listOf(value);
  if (type === "sources")
    return value
      .split("\n")
      .map(sourceOf)
      .filter((source) => source !== null);
  const text = type === "text" || type === "markdown" ? value : value.trim();
  if (text === "" && nullable) return null;
  if (type === "correction") return { text };
  if (type === "audience") return JSON.parse(text || "{}");
  if (type === "number") return text === "" ? undefined : Number(text);
  if (type === "day") return `${text}T12:00:00Z`; // the same day all over America
  if (type === "offer" || type === "record") return Number(text);
  if (type === "money") return amountOf(text, currency);
  if (type === "currency") return currencyCode(text);
  return text;
}

function stepSent({ key: _, imageUrl, ctaText, ctaUrl, ctaAdvertiser, ...step }: StepValues) {
  return {
    ...step,
    imageUrl: imageUrl.trim() || null,
    ctaText: ctaText.trim() || null,
    ctaUrl: ctaUrl.trim() || null,
    ctaAdvertiser: ctaAdvertiser.trim() || null,
  };
}

/**
 * A line of a title, an address and maybe a day, with or without commas between them; what has no address is sent as
 * one, so that the server says so.
 */
function sourceOf(line: string): Source | null {
  const parts = line.trim().match(/^(.*?)[\s,]*(\S+?)(?:[\s,]+(\d{4}-\d\d-\d\d))?,?$/);
  const [, title = "", url = "", lookedAt] = parts ?? [];
  return url ? { title, url, ...(lookedAt && { lookedAt }) } : null;
}

/** What stands between the commas of a text. */
export function listOf(text: string): string[] {
  return text
    .split(",")
    .map((part) => part.trim())
    .filter(Boolean);
}

/** What is wrong with the fields, in the server's words; the first is what the toast says. */
export function check<T extends Entry>(kind: Kind<T>, values: Values): Record<string, string> {
  const wrong: Record<string, string> = {};
  for (const { name, required } of kind.fields) {
    if (required && String(values[name]).trim() === "") wrong[name] = required;
  }
  for (const field of kind.fields) {
    const { name, type, least = 0, most } = field;
    const text = String(values[name]).trim();
    const currency = currencyCode(values[currencyFieldOf(kind)]);
    if ((type === "time" || type === "day") && text !== "" && !isWhole(text))
      wrong[name] = "This date isn’t complete. Finish it, or clear the field.";
    if (type === "money" && text !== "" && !amountOf(text, currency))
      wrong[name] = `Please enter an amount such as ${amountText(1250, currency)}.`;
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
  /** What deleting does. */
  effect: (noun: string, count = 1) => {
    const links = noun.endsWith("offer") && (count === 1 ? "Its links stop working." : "Their links stop working.");
    return [links, `You can restore ${count === 1 ? "it" : "them"} from the trash for 30 days.`]
      .filter(Boolean)
      .join(" ");
  },
};

export function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
