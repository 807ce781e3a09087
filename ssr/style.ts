/** A part of the style of a first paint (scripts/first.mjs): a text that every page has, a rule, or a group of parts. */
export type StylePart = string | { rule: [selector: string, ...needs: string[]][]; body: string } | StyleGroup;

interface StyleGroup {
  /** Such as "@media (width >= 40rem)". */
  at: string;
  parts: StylePart[];
}

/** What is known of a sheet. */
interface Known {
  /** Finds in a page what the sheet may have a style for: elements, class lists, and the data attributes that it names. */
  styled: RegExp;
  /** The styles made so far by what pages have, for pages of a kind are much alike; so many at most. */
  made: Map<string, string>;
}

const known = new WeakMap<StylePart[], Known>();
const mostMade = 100;

/** The style of a page: what it has elements for, and of the variables what that reads. */
export function styleFor(html: string, parts: StylePart[]): string {
  const { styled, made } = knownOf(parts);
  const has = [...new Set(html.match(styled)), western.test(html) ? "é" : ""];
  const key = has.join();
  let css = made.get(key);
  if (css === undefined) {
    css = styleOf(contentsOf(has), parts);
    if (made.size >= mostMade) made.clear();
    made.set(key, css);
  }
  return css;
}

function knownOf(parts: StylePart[]): Known {
  let found = known.get(parts);
  if (!found) {
    const attributes = [
      ...new Set(
        needsOf(parts)
          .filter((need) => need.includes("=") && !need.startsWith("."))
          .map((need) => need.split("=")[0]),
      ),
    ];
    found = {
      styled: new RegExp(`<[a-z][a-z0-9]*| (?:${["class", ...attributes].join("|")})="[^"]*`, "g"),
      made: new Map(),
    };
    known.set(parts, found);
  }
  return found;
}

function needsOf(parts: StylePart[]): string[] {
  return parts.flatMap((part) => {
    if (typeof part === "string") return [];
    return "at" in part ? needsOf(part.parts) : part.rule.flatMap(([, ...needs]) => needs);
  });
}

function styleOf(contents: Set<string>, parts: StylePart[]): string {
  const css = select(parts, contents);
  const read = new Set(css.match(/(?<=var\()--[\w-]+/g));
  const kept = (text: string, name: string) => (read.has(name) ? text : "");
  // An animation that began with the sheet that comes later would show again what is there.
  const begun = (text: string, name: string) => (css.includes(`animation:${name} `) ? text : "");
  return css
    .replace(/@keyframes (\w+)\{[^}]*\}\}/g, begun)
    .replace(/@property (--[\w-]+)\{[^}]*\}/g, kept)
    .replace(/(--[\w-]+):[^;}]*;?/g, kept);
}

function select(parts: StylePart[], page: Set<string>): string {
  let css = "";
  for (const part of parts) {
    if (typeof part === "string") css += part;
    else if ("at" in part) {
      const inside = select(part.parts, page);
      if (inside) css += `${part.at}{${inside}}`;
    } else {
      const selectors = part.rule.filter(([, ...needs]) => needs.every((need) => page.has(need)));
      if (selectors.length > 0)
        css += `${[...new Set(selectors.map(([selector]) => selector))].join(",")}{${part.body}}`;
    }
  }
  return css;
}

/** What a page has: elements by their names, classes with a dot before them, data attributes with their values. */
function contentsOf(has: string[]): Set<string> {
  const names = has.flatMap((found) => {
    if (found.startsWith("<")) return found.slice(1);
    if (found.startsWith(classes))
      return found
        .slice(classes.length)
        .split(" ")
        .map((name) => `.${name}`);
    return found.trim().replace('="', "=");
  });
  return new Set(names);
}

const classes = ' class="';

/** The characters that only the files of Western Europe have (scripts/font.mjs). */
const western = /[¡¤-¦¨ª-\u00ad¯±-¶¸-»¿-ÖØ-öø-ÿŒœ]/;
