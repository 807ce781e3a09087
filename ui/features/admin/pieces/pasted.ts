/**
 * Cleans HTML pasted from word processors: it keeps lists and headings and drops styles. The editor drops unknown
 * elements.
 */
export function cleaned(html: string): string {
  // The page's policy blocks styles even in documents that aren't shown.
  const bare = html
    .replaceAll(/<!--[\s\S]*?-->|<style[\s\S]*?<\/style>/gi, "")
    .replaceAll(/\sstyle=/gi, " data-style=");
  const { body } = new DOMParser().parseFromString(bare, "text/html");
  for (const foreign of body.querySelectorAll("script, meta, link, title, xml, o\\:p")) foreign.remove();
  for (const item of body.querySelectorAll("p[class*=MsoListParagraph]")) convertList(item);
  for (const element of body.querySelectorAll("[data-style]")) convertStyle(element);
  for (const blank of body.querySelectorAll(":scope > br")) blank.remove(); // Google Docs separates paragraphs with them
  if (!body.querySelector("[data-pm-slice]")) {
    // Other programs' tables have no header row, and their footnotes and files aren't pasted.
    for (const table of body.querySelectorAll("table:not(:has(th))")) addHeaderRow(table);
    for (const link of body.querySelectorAll("a[href^='#'], a[href^='file:']")) link.replaceWith(...link.childNodes);
  }
  for (const title of body.querySelectorAll("h1, p.MsoTitle")) rename(title, "h2");
  for (const image of body.querySelectorAll("img")) dropForeignPicture(image);
  for (const text of body.querySelectorAll("li > p:only-child")) text.replaceWith(...text.childNodes);
  return body.innerHTML;
}

/** Google Docs uses styles for bold and italic, and wraps everything in a <b> that isn't bold. */
function convertStyle(element: Element): void {
  const style = element.getAttribute("data-style") ?? "";
  element.removeAttribute("data-style");
  if (element.matches("b, strong") && /(^|;)\s*font-weight:\s*normal/.test(style))
    element.replaceWith(...element.childNodes);
  if (!element.matches("span")) return;
  if (/font-weight:\s*(bold|[6-9]00)/.test(style)) wrapText(element, "strong");
  if (/font-style:\s*italic/.test(style)) wrapText(element, "em");
}

function wrapText(element: Element, name: string): void {
  const wrap = element.ownerDocument.createElement(name);
  wrap.append(...element.childNodes);
  element.append(wrap);
}

/** Drops pictures from other sites, which readers' browsers would block; ours get their path. */
function dropForeignPicture(image: HTMLImageElement): void {
  const { origin, pathname } = new URL(image.getAttribute("src") ?? "", location.href);
  if (origin === location.origin && /^\/(pictures|images)\//.test(pathname)) image.setAttribute("src", pathname);
  else image.remove();
}

/** Replaces an element with one of another name. */
function rename(element: Element, name: string): void {
  const renamed = element.ownerDocument.createElement(name);
  renamed.append(...element.childNodes);
  element.replaceWith(renamed);
}

/** Adds a header row, which Markdown tables need and word processors don't mark. */
function addHeaderRow(table: Element): void {
  for (const cell of table.querySelector("tr")?.querySelectorAll(":scope > td") ?? []) rename(cell, "th");
}

/** Word writes a list as paragraphs that start with a bullet or a number, with the level in the style. */
function convertList(paragraph: Element): void {
  const text = paragraph.textContent?.trimStart() ?? "";
  const [mark = ""] = text.match(/^(?:[·•§o\-–]|\(?\w{1,3}[.)])\s*/) ?? [];
  const kind = /\w[.)]/.test(mark) ? "ol" : "ul";
  const [, level = "1"] = paragraph.getAttribute("data-style")?.match(/mso-list:\s*l\d+ level(\d)/) ?? [];
  const item = paragraph.ownerDocument.createElement("li");
  item.append(...paragraph.childNodes);
  removeStart(item, mark.trim().length);
  const before = paragraph.previousElementSibling;
  const open = before?.hasAttribute("data-of-word") ? ancestorLists(before) : [];
  const above = open[Math.min(Number(level), open.length + 1) - 2];
  const same = open[Number(level) - 1];
  if (same?.matches(kind)) {
    same.append(item);
    paragraph.remove();
    return;
  }
  const list = paragraph.ownerDocument.createElement(kind);
  list.setAttribute("data-of-word", "");
  list.append(item);
  if (above) above.lastElementChild?.append(list);
  else paragraph.before(list);
  paragraph.remove();
}

/** The lists that contain the last item of a list, from the outermost. */
function ancestorLists(list: Element): Element[] {
  const inner = list.lastElementChild?.lastElementChild;
  return inner?.hasAttribute("data-of-word") ? [list, ...ancestorLists(inner)] : [list];
}

/** Removes the first characters, and the spaces around them, from an element's text. */
function removeStart(element: Element, length: number): void {
  const walker = element.ownerDocument.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  for (let left = length, node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node.textContent ?? "";
    const start = text.length - text.trimStart().length;
    const taken = Math.min(left, text.length - start);
    left -= taken;
    node.textContent = text.slice(start + taken).replace(/^[\s\u00a0]+/, "");
    if (left === 0 && node.textContent) return;
  }
}
