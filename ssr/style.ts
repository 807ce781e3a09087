/** A part of the style of a first paint (scripts/first.mjs): a text that every page has, a rule, or a group of parts. */
export type StylePart = string | { rule: [selector: string, ...needs: string[]][]; body: string } | StyleGroup;

interface StyleGroup {
  /** Such as "@media (width >= 40rem)". */
  at: string;
  parts: StylePart[];
}

/** The styles made so far by what the pages have, for pages of a kind are much alike; of each sheet so many at most. */
const made = new WeakMap<StylePart[], Map<string, string>>();
const mostMade = 100;

/** The style of a page: what it has elements for, and of the variables what that reads. */
export function styleFor(html: string, parts: StylePart[]): string {
  const contents = contentsOf(html);
  const key = [...contents].join(" ");
  const known = made.get(parts) ?? new Map<string, string>();
  made.set(parts, known);
  let css = known.get(key);
  if (css === undefined) {
    css = styleOf(contents, parts);
    if (known.size >= mostMade) known.clear();
    known.set(key, css);
  }
  return css;
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
function contentsOf(html: string): Set<string> {
  const found = new Set<string>();
  for (const [, element] of html.matchAll(/<([a-z][a-z0-9]*)/g)) found.add(element ?? "");
  const lists = new Set<string>();
  for (const [, name, value = ""] of html.matchAll(/ (class|data-[a-z]+)="([^"]*)"/g)) {
    if (name === "class") lists.add(value);
    else found.add(`${name}=${value}`);
  }
  for (const list of lists) for (const name of list.split(" ")) found.add(`.${name}`);
  if (western.test(html)) found.add("é");
  return found;
}

/** The characters that only the files of Western Europe have (scripts/font.mjs). */
const western = /[¡¤-¦¨ª-\u00ad¯±-¶¸-»¿-ÖØ-öø-ÿŒœ]/;
