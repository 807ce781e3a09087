import type { ReactNode } from "react";
import type { Audience, Correction, LinkHealth, Meta, PreviewKind, Source } from "../../shared/api.gen.ts";
import { conditionsOf } from "./campaigns/conditions.ts";
import { amountOf, amountText } from "./money.ts";
import { isWhole } from "./zoned.ts";

/** A record that staff edit, as returned by the server. */
export interface Entry extends Meta {
  id: number;
}

/** A record edited in a dialog. */
export interface Item extends Entry {
  /** Set if it can be activated and deactivated. */
  isActive?: boolean;
  isFeatured?: boolean;
  imageUrl?: string | null;
  /** Of an offer: the state of its link. */
  linkHealth?: LinkHealth;
}

/** A step of a guide in a form. The key identifies it wherever it is moved. */
export interface StepValues {
  key: string;
  /** Set for saved steps. */
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

/** The values of a form, by field name. */
export type Values = Record<string, Value>;

/** A field of a form, as declared by the server; its name is a property of the record. */
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
    | "article" // slug of an article in the category
    | "articles" // slugs
    | "guides"
    | "time"
    | "day"
    | "steps"
    | "sources"
    | "correction"
    | "money"
    | "currency" // of the amounts
    | "record"; // of another list
  /** Heading under which it is shown with its neighbors. */
  group?: string;
  hint?: string;
  /** Error if it is empty. */
  required?: string;
  /** Can't be changed after the record is created. */
  fixed?: boolean;
  /** Value in a new record. */
  initial?: string | boolean;
  /** Minimum of a whole number. */
  least?: number;
  most?: number;
  options?: { value: string; label: string }[];
  /** Empty is sent as null. */
  nullable?: boolean;
  /** For a record: path of the list to choose from. */
  list?: string;
}

/** What the server declares about a kind of record. */
export interface Declared {
  /** Path of the collection. */
  path: string;
  /** Names of the API's sort orders. */
  orders: string[];
  fields: FieldSpec[];
}

/** A column of a list. */
export interface Column<T> {
  label: string;
  value: (item: T) => ReactNode;
  /** In rem; without it, the column takes the remaining width. */
  width?: number;
  /** Numbers are right-aligned. */
  figure?: boolean;
  /** The API's sort order for this column. */
  sort?: string;
  /** The first click sorts in descending order, as for times. */
  downFirst?: boolean;
  /** Tooltip and accessible description of the label. */
  title?: string;
  /** Hides the column on screens narrower than this. */
  spare?: "widest" | "wide" | "narrow";
  /** The number field that staff can edit in the list. */
  input?: string;
  /** The style of its cells. */
  cell?: "main" | "status" | "act";
}

/** A kind of record: its API, form, list and texts. T is the record's type in the contract. */
export interface Kind<T extends Entry> extends Declared {
  id: string;
  noun: string;
  columns: Column<T>[];
  /** What a record is called: in the first column, which the first of `fields` heads and sorts, and in the audit log. */
  titleOf: (item: T) => string;
  /** The line under the title. */
  detailOf: (item: T) => string;
  /** A note about a record, beside its status. */
  noteOf?: (item: T) => string | null;
  /** For offers: the field of the address, and the placeholders filled by the server. */
  address?: { field: keyof T & string; serverFills: string[] };
  /** Groups of fields shown expanded. */
  openGroups?: string[];
  /** What the form calls such a group; by default its own name. */
  headOf?: (group: string, item: T | null) => string;
  /** The record's dimension and key in reports, if the list shows figures. */
  reported?: { by: "offer" | "link"; key: (item: T) => string };
  /** Shown above the form of a saved record. */
  about?: (item: T) => ReactNode;
  /** Shown below it; its changes are saved at once. */
  below?: (item: T) => ReactNode;
  /** The kind in preview links, if it has previews. */
  previewed?: PreviewKind;
  /** If records can be duplicated: what distinguishes the copy. */
  copyOf?: (item: T) => Partial<T>;
  /** Fills in a field of a new record from another, until someone types in it. */
  suggest?: {
    from: keyof T & string;
    to: keyof T & string;
    make: (text: string) => string;
    /** Whether this also applies to a saved record. */
    still?: (item: T) => boolean;
  };
}

/** A record's values in a form; defaults for a new one. */
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

/** The field that holds the currency of a kind's amounts. */
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

/** A step for a form, or an empty one. */
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

/** The label of a choice's value. */
export function optionLabel({ fields }: Declared, name: string, value: string): string {
  const options = fields.find((field) => field.name === name)?.options;
  return options?.find((option) => option.value === value)?.label ?? value;
}

/** The changed fields, by name. */
export function changed<T extends Entry>(kind: Kind<T>, values: Values, from: Values): string[] {
  const differs = (name: string) => !same(values[name], from[name]);
  return kind.fields
    .filter(({ name, type }) => differs(name) || (type === "money" && differs(currencyFieldOf(kind)))) // the same text is another amount in another currency
    .map(({ name }) => name);
}

/** Whether two values are the same when saved. */
function same(a: Value | undefined, b: Value | undefined): boolean {
  if (typeof a === "string" && typeof b === "string") return a.trim() === b.trim();
  if (!Array.isArray(a) || !Array.isArray(b)) return a === b;
  const withoutKeys = (steps: StepValues[]) => JSON.stringify(steps.map(({ key: _, ...step }) => step));
  return withoutKeys(a) === withoutKeys(b);
}

/** The request body with the named fields. */
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
  if (type === "day") return `${text}T12:00:00Z`; // the same day everywhere in America
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
 * Parses a line with a title, an address and an optional date, with or without commas. A line without an address is
 * sent as one, so that the server reports the error.
 */
function sourceOf(line: string): Source | null {
  const parts = line.trim().match(/^(.*?)[\s,]*(\S+?)(?:[\s,]+(\d{4}-\d\d-\d\d))?,?$/);
  const [, title = "", url = "", lookedAt] = parts ?? [];
  return url ? { title, url, ...(lookedAt && { lookedAt }) } : null;
}

/** Splits a text at commas. */
export function listOf(text: string): string[] {
  return text
    .split(",")
    .map((part) => part.trim())
    .filter(Boolean);
}

/** Returns the errors of the fields, in the server's wording. The toast shows the first. */
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

/** Toasts of section 8 of the specification, for each noun, such as "Offer created successfully". */
export const words = {
  done: (noun: string, act: string) => `${capitalized(noun)} ${act} successfully`,
  failed: (noun: string, act: string) => `Failed to ${act} ${noun}`,
  confirm: (noun: string, count = 1) =>
    count === 1
      ? `Are you sure you want to delete this ${noun}?`
      : `Are you sure you want to delete these ${count} ${noun}s?`,
  /** The consequence of deleting. */
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
