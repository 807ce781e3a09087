import type { OfferFacts } from "../api.gen.ts";

/** What partners may learn about a visitor (specification, section 7, "Click-out behaviour"). */
export interface Visitor {
  /** The query string of the visitor's URL, without the question mark. */
  query: string;
  /** The browser sends Sec-GPC: 1, so partners learn only where the visitor came from. */
  optedOut: boolean;
}

/** The visitor in the shared HTML. */
export const nobody: Visitor = { query: "", optedOut: false };

/** What is passed on in addition to the placeholders in a URL. */
export interface PassOn {
  /** The visitor's whole query as written, except for parameters that the target sets. */
  query?: boolean;
  /** The page's sourceid, for visitors without one. */
  sourceId?: string;
  /** Fields under their alternative names too, and the sourceid. Only with `query`. */
  aliases?: boolean;
  /** Placeholders that the server fills in. */
  leave?: string[];
  /** The ID of the click that opens the URL. */
  clickId?: string;
  /** The offer's category. Health plan partners learn only where the visitor came from. */
  category?: OfferFacts["category"] | null;
  /** The parameter in which the partner expects the click ID, besides the placeholders. */
  subIdParam?: string | null;
}

/** The alternative name of a field. */
const otherName: Record<string, string> = { dob: "birthday", birthday: "dob", street: "address", address: "street" };

/** Longer values are not passed on, as in /links/. */
const maxValueBytes = 200;

/** As on the server: placeholders only in the query, except for the click ID, and no credentials. */
const webAddress = /^https?:\/\/[^/?#@{}\\\s]+([/?#]|$)/;
const placeholder = /(?:\{|%7B)([a-z_]+)(?:\}|%7D)/gi;

/** The target for this visitor with its placeholders filled in; null if it is not an http(s) URL. */
export function partnerAddress(target: string, visitor: Visitor, passOn: PassOn = {}): string | null {
  if (!webAddress.test(target) || !URL.canParse(target)) return null;
  const guarded = visitor.optedOut || passOn.category === "health-plan";
  const given = parametersOf(visitor.query).filter(({ name }) => !guarded || saysNothingOfTheVisitor(name));
  const fields = fieldsOf(given, passOn.sourceId);
  const filledBy = (name: string) => (name === "clickid" ? passOn.clickId : fields.get(name));
  const fill = (found: string, name: string) =>
    passOn.leave?.includes(name.toLowerCase()) ? found : encodeURIComponent(filledBy(name.toLowerCase()) ?? "");

  const fillClickId = (text: string) =>
    text.replaceAll(placeholder, (found, name: string) =>
      name.toLowerCase() === "clickid" ? fill(found, name) : found,
    );

  const [address, fragment] = cut(target, "#");
  const [base, query] = cut(address, "?");
  const own = query.slice(1).replaceAll(placeholder, fill);
  const taken = new Set([...parametersOf(own).map(({ name }) => name), passOn.subIdParam]);
  const more = passOn.query ? given.filter(({ name }) => !taken.has(name)) : [];
  const known = new Set([...taken, ...more.map(({ name }) => name)]);
  const aliases = passOn.query && passOn.aliases ? [...fields].filter(([name]) => !known.has(name)) : [];
  const set = passOn.subIdParam && passOn.clickId ? [[passOn.subIdParam, passOn.clickId]] : [];
  const pairs = [...aliases, ...set].map((pair) => pair.map(encodeURIComponent).join("="));
  const parts = [own, ...more.map(({ raw }) => raw), ...pairs];
  return fillClickId(base) + joined(parts) + fillClickId(fragment);
}

/** What OfferLink needs of an offer's target: its address for this visitor, by the ID of the click. */
export function hrefFor(
  target: string,
  { category, subIdParam }: Pick<PassOn, "category" | "subIdParam">,
  visitor: Visitor,
  passOn: PassOn = {},
): (clickId?: string) => string | null {
  return (clickId) => partnerAddress(target, visitor, { ...passOn, category, subIdParam, clickId });
}

interface Parameter {
  /** As written in the URL. */
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

/** The visitor's fields by each of their names. The first value of a name counts. */
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

/** Splits `text` before the first `mark`. */
function cut(text: string, mark: string): [string, string] {
  const at = text.indexOf(mark);
  return at < 0 ? [text, ""] : [text.slice(0, at), text.slice(at)];
}
