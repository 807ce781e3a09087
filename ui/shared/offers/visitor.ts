/** The address a visitor came with, as far as partners may hear of it (specification section 7, "Click-out behaviour"). */
export interface Visitor {
  /** Its query string, without the question mark. */
  query: string;
  /** The browser sends Sec-GPC: 1. Then partners get nothing of the visitor, only where they came from. */
  optedOut: boolean;
}

/** Of whom nothing is known: everybody in the HTML that the server shares. */
export const nobody: Visitor = { query: "", optedOut: false };

/** What is passed on beyond the placeholders that an address holds. */
export interface PassOn {
  /** The visitor's whole query, as written; what the target sets itself stays the target's. */
  query?: boolean;
  /** The page's own sourceid, for a visitor who brought none. */
  sourceId?: string;
  /** The other names of visitor fields too, and the sourceid. Only beside `query`. */
  aliases?: boolean;
  /** Placeholders that are left standing for the server, which fills them. */
  leave?: string[];
}

/** Two names for one field each. */
const otherName: Record<string, string> = { dob: "birthday", birthday: "dob", street: "address", address: "street" };

/** Longer values are no visitor data; /links/ takes none above this either. */
const maxValueBytes = 200;

/** As the server has it: placeholders stand in the query only, and there are no credentials. */
const webAddress = /^https?:\/\/[^/?#@{}\\\s]+([/?#]|$)/;
const placeholder = /(?:\{|%7B)([a-z_]+)(?:\}|%7D)/gi;

/** The partner's address for this visitor, placeholders filled; null for a target that is no http(s) address. */
export function partnerAddress(target: string, visitor: Visitor, passOn: PassOn = {}): string | null {
  if (!webAddress.test(target) || !URL.canParse(target)) return null;
  const given = parametersOf(visitor.query).filter(({ name }) => !visitor.optedOut || saysNothingOfTheVisitor(name));
  const fields = fieldsOf(given, passOn.sourceId);
  const fill = (found: string, name: string) =>
    passOn.leave?.includes(name.toLowerCase()) ? found : encodeURIComponent(fields.get(name.toLowerCase()) ?? "");

  const [address, fragment] = cut(target, "#");
  const [base, query] = cut(address, "?");
  const own = query.slice(1).replaceAll(placeholder, fill);
  const taken = new Set(parametersOf(own).map(({ name }) => name));
  const more = passOn.query ? given.filter(({ name }) => !taken.has(name)) : [];
  const known = new Set([...taken, ...more.map(({ name }) => name)]);
  const aliases = passOn.query && passOn.aliases ? [...fields].filter(([name]) => !known.has(name)) : [];
  const parts = [own, ...more.map(({ raw }) => raw), ...aliases.map((pair) => pair.map(encodeURIComponent).join("="))];
  return base + joined(parts) + fragment;
}

interface Parameter {
  /** As written. */
  raw: string;
  name: string;
  value: string;
}

function parametersOf(query: string): Parameter[] {
  return query
    .split("&")
    .flatMap((raw) => [...new URLSearchParams(`?${raw}`)].map(([name, value]) => ({ raw, name, value })));
}

const fieldNames = ["zip", "phone", "first", "last", "email", "dob", "birthday", "street", "address", "sourceid"];

/** The visitor's fields by each of their names; of a name that comes twice, the first. */
function fieldsOf(given: Parameter[], sourceId: string | undefined): Map<string, string> {
  const fields = new Map<string, string>();
  const valueNamed = (name: string | undefined) =>
    given.find((parameter) => parameter.name === name && isShort(parameter.value))?.value;
  for (const name of fieldNames) {
    const value = valueNamed(name) || valueNamed(otherName[name]) || (name === "sourceid" ? sourceId : "");
    if (value) fields.set(name, value);
  }
  return fields;
}

function isShort(value: string): boolean {
  return new TextEncoder().encode(value).length <= maxValueBytes;
}

function saysNothingOfTheVisitor(name: string): boolean {
  return name === "sourceid" || name.startsWith("utm_");
}

function joined(parts: string[]): string {
  const set = parts.filter(Boolean);
  return set.length === 0 ? "" : `?${set.join("&")}`;
}

/** What stands before `mark`, and the rest with it. */
function cut(text: string, mark: string): [string, string] {
  const at = text.indexOf(mark);
  return at < 0 ? [text, ""] : [text.slice(0, at), text.slice(at)];
}
