// Leaves out of a stylesheet the rules that nothing uses.

/**
 * The stylesheet without the rules whose selectors need a class that `isUsed` refuses. It takes what the optimizer
 * makes: no rule inside a rule. Rules without classes stay, and so do tokens, fonts and animations.
 */
export function prune(css, isUsed) {
  return [...statements(css.replaceAll(/\/\*[\s\S]*?\*\//g, ""))]
    .map((statement) => pruned(statement, isUsed))
    .join("");
}

/** The stylesheet without what utilities tell each other by variables (--tw-*) that nothing of it reads. */
export function dropUnread(css) {
  const read = new Set(css.match(/(?<=var\()--tw-[\w-]+/g));
  const kept = (text, name) => (read.has(name) ? text : "");
  return css.replaceAll(/@property (--tw-[\w-]+)\{[^}]*\}/g, kept).replaceAll(/(--tw-[\w-]+):[^;}]*;?/g, kept);
}

const grouping = /^@(media|supports|layer|container)\b/;

function pruned({ prelude, body, text }, isUsed) {
  if (body === undefined) return text;
  if (grouping.test(prelude)) {
    const inside = prune(body, isUsed);
    return inside && `${prelude}{${inside}}`;
  }
  if (prelude.startsWith("@")) return text;
  const selectors = split(prelude, ",").filter((selector) => classes(selector).every(isUsed));
  return selectors.length > 0 ? `${selectors.join(",")}{${body}}` : "";
}

/** The classes that an element must have for the selector to match, without those that :is(), :not() and others name. */
function classes(selector) {
  const plain = selector.replaceAll(/(?<!\\)\[[^\]]*\]/g, "").replaceAll(/(?<!\\)\((?:[^()]|\([^()]*\))*\)/g, "");
  return [...plain.matchAll(/\.((?:\\.|[\w-]|\P{ASCII})+)/gu)].map(([, name]) => name.replaceAll("\\", ""));
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
