// The part of a stylesheet that the first paint of a page may need. The renderer inlines of it what a page has elements
// for (ssr/style.ts); the whole sheet comes after the page.

/** What stands for a character that only the files of Western Europe have; scripts/font.mjs says which. */
const western = "é";

/** States, and parts of controls, that no page begins in. */
const later =
  /:hover|:focus|:active|:target|:-moz-(?!progress)|:host|\[aria-(?:selected|invalid)|::(?!marker|-webkit-progress|-moz-progress)/;

/** Declarations that nothing shows of before somebody acts: how things move and what the pointer looks like. */
const laterDeclarations =
  /(?<=[{;])(?:transition|animation:pulse|animation-(?:duration|iteration)|cursor|--tw-(?:duration|ease)|-webkit-tap-highlight|tab-size|touch-action|resize|scroll-behavior|font-(?:feature|variation)-settings|(?:-webkit-)?user-select)[\w-]*:[^;}]*;?/g;

/** Conditions under which nothing of the first paint stands, or that only change how things move. */
const laterGroup =
  /^@(?:media print|media \(hover:hover\)|media \(prefers-reduced-motion:no-preference|starting-style|keyframes pulse)/;

/**
 * The parts of the sheet in order: a text, which every page has, a rule with what each of its selectors needs, or a group
 * of parts.
 */
export function firstPaint(css) {
  return partsOf(plain(css.replaceAll(/\/\*[\s\S]*?\*\//g, "").replaceAll(laterDeclarations, "")));
}

function partsOf(css) {
  return [...statements(css)].flatMap(({ prelude, body, text }) => {
    if (body === undefined) return text;
    if (prelude === "@layer properties") return "@layer properties;"; // of browsers older than @property
    if (laterGroup.test(prelude)) return [];
    if (/^@(?:media|supports|layer|container)\b/.test(prelude)) {
      const parts = partsOf(body);
      return parts.length > 0 ? { at: prelude, parts } : [];
    }
    if (prelude === "@font-face" && body.includes("-western")) return { rule: [[prelude, western]], body };
    if (prelude.startsWith("@")) return text;
    const selectors = split(prelude, ",")
      .flatMap(unwrapped)
      .filter((selector) => !later.test(selector));
    if (selectors.length === 0 || body === "") return [];
    const rule = selectors.map((selector) => [selector, ...requirements(selector)]);
    return rule.every((needs) => needs.length === 1) ? `${selectors.join(",")}{${body}}` : { rule, body };
  });
}

/** The sheet with the values of its theme in place of their names, which no rule gives another one, and nothing twice. */
export function plain(css, theme = themeOf(css)) {
  let text = css
    .replaceAll(/-webkit-text-decoration(?:-color)?:[^;}]*;/g, "") // browsers have it without, or the whole sheet tells them
    .replaceAll(/border[\w-]*-style:var\(--tw-border-style\);?/g, "") // borders are solid unless a later utility says otherwise
    .replaceAll(/var\(--tw-(?:tracking|font-weight),((?:[^()]|\([^()]*\))*)\)/g, "$1")
    .replaceAll(/font-family:var\(--default-font-family,[^()]*\);?/g, "") // the base says it anew
    .replaceAll(/--tw-content:("[^"]*");content:var\(--tw-content\)/g, "content:$1")
    .replaceAll("content:var(--tw-content)", 'content:""') // those that say what stands there come after
    .replaceAll('content:"";content:"";', 'content:"";')
    // What utilities that are applied together say of one thing.
    .replaceAll(/padding-inline:([^;}]+);padding-block:([^;}]+)/g, "padding:$2 $1")
    .replaceAll(/(?<=[{;])border-width:([^;}]+);border-color:([^;}]+)/g, "border:$1 solid $2")
    .replaceAll(
      /text-decoration-line:underline;text-decoration-color:([^;}]+)/g,
      "text-decoration:underline;text-decoration-color:$1",
    )
    .replaceAll(/, (?!["'])/g, ",")
    .replaceAll(";}", "}");
  for (let before; text !== before; ) {
    before = text;
    text = text
      .replaceAll(/calc\(var\(--spacing\) \* (-?[\d.]+)\)/g, (_, times) =>
        rem(times * Number.parseFloat(theme.get("--spacing"))),
      )
      .replaceAll(/var\((--[\w-]+)\)/g, (use, name) => theme.get(name) ?? use);
  }
  return dropUnread(text, theme);
}

/** What the theme of a sheet says, but for the typefaces, whose lists are long. */
export function themeOf(css) {
  const [, said = ""] = css.match(/@layer theme\{[^{]*\{(.*?)\}/s) ?? [];
  const values = [...said.matchAll(/(--(?!font-(?:display|text|ui))[\w-]+):([^;]*)/g)];
  return new Map(values.map(([, name, value]) => [name, value]));
}

function rem(number) {
  return `${String(Number(number.toFixed(4))).replace(/^(-?)0\./, "$1.")}rem`;
}

/** The sheet without what its theme says, and utilities tell each other by variables (--tw-*), that nothing of it reads. */
export function dropUnread(css, theme = new Map()) {
  const read = new Set(css.match(/(?<=var\()--[\w-]+/g));
  const kept = (text, name) => (read.has(name) || !(theme.has(name) || name.startsWith("--tw-")) ? text : "");
  return css.replaceAll(/@property (--tw-[\w-]+)\{[^}]*\}/g, kept).replaceAll(/(--[\w-]+):[^;}]*;?/g, kept);
}

/** A selector without an :is() around its beginning. */
function unwrapped(selector) {
  if (!selector.startsWith(":is(")) return selector;
  const end = find(selector, ":is(".length, ")");
  return split(selector.slice(":is(".length, end), ",").map((inner) => inner + selector.slice(end + 1));
}

/** What a page must have for a selector to match, without what :is(), :not() and others name: classes, values of data attributes and elements. */
export function requirements(selector) {
  const bare = selector.replaceAll(/(?<!\\)\((?:[^()]|\([^()]*\))*\)/g, "");
  const attributes = [...bare.matchAll(/(?<!\\)\[(data-[\w-]+)="?([\w-]+)"?\]/g)].map(
    ([, name, value]) => `${name}=${value}`,
  );
  const named = bare.replaceAll(/(?<!\\)\[[^\]]*\]/g, "");
  const classes = [...named.matchAll(/\.((?:\\.|[\w-]|\P{ASCII})+)/gu)].map(
    ([, name]) => `.${name.replaceAll("\\", "")}`,
  );
  const elements = named.replaceAll(/[.:]{1,2}(?:\\.|[\w-]|\P{ASCII})+/gu, "").match(/[a-z][\w-]*/g) ?? [];
  return [...attributes, ...classes, ...elements];
}

/** The statements of a stylesheet; those with a body have it and what stands before it by themselves. */
function* statements(css) {
  for (let from = 0; from < css.length; ) {
    const open = find(css, from, "{;");
    if (css[open] !== "{") {
      const text = css.slice(from, open + 1).trim();
      if (text) yield { text };
      from = open + 1;
      continue;
    }
    const close = find(css, open + 1, "}");
    yield {
      prelude: css.slice(from, open).trim(),
      body: css.slice(open + 1, close).trim(),
      text: css.slice(from, close + 1).trim(),
    };
    from = close + 1;
  }
}

/** Splits a text at a character that stands in no string, escape or bracket. */
function split(text, at) {
  const parts = [];
  for (let from = 0; from <= text.length; ) {
    const end = find(text, from, at);
    parts.push(text.slice(from, end).trim());
    from = end + 1;
  }
  return parts;
}

/** Where the next of some characters stands in no string, escape or bracket; the length of the text without any. */
function find(text, from, characters) {
  let depth = 0;
  for (let i = from; i < text.length; i++) {
    const c = text[i];
    if (depth === 0 && characters.includes(c)) return i;
    if (c === "\\") i++;
    else if (c === '"' || c === "'") i = text.indexOf(c, i + 1);
    else if ("([{".includes(c)) depth++;
    else if (")]}".includes(c)) depth--;
  }
  return text.length;
}
