import { outlines, wordmark } from "../ui/features/site/wordmark.ts";
import { isSecret, type Kind, kindOf } from "../ui/routes.tsx";
import { inScript } from "../ui/shared/head.tsx";
import { type PageData, type ShownText, textTag } from "../ui/shared/page-data.ts";
import { type StylePart, styleFor } from "./style.ts";

/** dist/manifest.json, which the build writes. */
export interface Manifest {
  /** The style of first paints, of which each page inlines what it needs, and that of numbers where a text has some. */
  first: StylePart[];
  numbers: string;
  /** Addresses of the whole stylesheet and of that of its fonts, which first paints name themselves. */
  sheet: string;
  fonts: string;
  /** Addresses of the browser's first script and of the entry module that it starts. */
  start: string;
  entry: string;
  /** Address of the module that counts views. */
  views: string;
  /** Most of what every page needs: it may come before anybody acts, and runs before the rest. */
  early: string[];
  /** By route id: the modules that its page imports, those of the entry included. */
  preloads: Record<string, string[]>;
}

/** What a document needs of a matched route. */
type PageRoute = { id: string; handle?: unknown };

/**
 * Adds the style, the scripts and the data to React's HTML, where hydration ignores them. Nothing inline runs, so the
 * policy needs no nonce and the page can be shared.
 */
export function completeDocument(html: string, manifest: Manifest, routes: PageRoute[], page: PageData): string {
  const kind = kindOf(routes);
  const head = html.indexOf("</head>"); // React escapes what could be taken for it
  const body = html.lastIndexOf("</body>");
  return [
    "<!DOCTYPE html>",
    html.slice(0, head),
    // The page is painted once it is all there, not in parts that push each other aside.
    '<link rel="expect" href="#page-data" blocking="render">',
    styleOf(html, manifest, routes, kind),
    scriptLinks(manifest, routes, page.router?.errors ? "acting" : kind),
    html.slice(head, body),
    page.site.siteName === wordmark.name ? drawnName : "",
    `<script type="application/json" id="page-data">${inScript(withoutShown(page, html))}</script>`,
    html.slice(body),
  ].join("");
}

/** The site's name as it is drawn, for the page to use (ui/features/site/brand.tsx). */
const drawnName = `<svg width="0" height="0"><path id="${wordmark.id}" fill="currentColor" d="${outlines}"/></svg>`;

/**
 * The style of a public page; that of the staff's comes with their code. Its first paint waits for no sheet: the whole one
 * comes beside it for print, and ui/start.ts brings it to the screen.
 */
function styleOf(html: string, { first, numbers, sheet, fonts }: Manifest, routes: PageRoute[], kind: Kind): string {
  if (kind === "staff") return "";
  const whole = `<link rel="stylesheet" href="${sheet}">`;
  if (routes.length === 0 || isSecret(routes)) return `${whole}<link rel="stylesheet" href="${fonts}">`;
  return [
    `<style>${styleFor(html, first)}</style>`,
    `<link rel="stylesheet" href="${sheet}" media="print"><noscript>${whole}</noscript>`,
    html.includes(" data-numbers=") ? `<style data-of="numbers">${numbers}</style>` : "",
  ].join("");
}

/** The data without the texts that the HTML has whole: they are most of a piece, and the browser reads them there. */
function withoutShown(page: PageData, html: string): unknown {
  const places: number[] = [];
  for (let at = html.indexOf(textTag); at >= 0; at = html.indexOf(textTag, at + 1)) places.push(at + textTag.length);
  const isAt = (place: number, text: string) =>
    html.startsWith(text, place) && html.startsWith("</div>", place + text.length);
  const left = (value: unknown): unknown => {
    if (typeof value === "string") {
      const shown = value.startsWith("<") ? places.findIndex((place) => isAt(place, value)) : -1;
      return shown < 0 ? value : ({ shown } satisfies ShownText);
    }
    if (Array.isArray(value)) return value.map(left);
    if (typeof value !== "object" || value === null) return value;
    const copy: Record<string, unknown> = {};
    for (const [key, inner] of Object.entries(value)) copy[key] = left(inner);
    return copy;
  };
  return left(page);
}

/**
 * The first script delays nothing that is to be seen, and says when the page's own may come: see ui/start.ts. In a shell
 * and on the staff's pages nothing is to be seen before they are there.
 */
function scriptLinks(
  { start, entry, views, early, preloads, sheet }: Manifest,
  routes: PageRoute[],
  kind: Kind,
): string {
  const modules = [...new Set([entry, ...routes.flatMap(({ id }) => preloads[id] ?? [])])];
  const script = `<script async type="module" src="${start}" fetchpriority="low" data-sheet="${sheet}" data-entry="${entry}" data-views="${views}"`;
  if (routes.length === 0 || kind === "staff")
    return [
      `${script}></script>`,
      ...modules.map((href) => `<link rel="modulepreload" href="${href}" fetchpriority="low">`),
    ].join("");
  const wait = kind === "acting" ? "paint" : "visitor";
  return `${script} data-wait="${wait}" data-early="${early.join(" ")}" data-modules="${modules.join(" ")}"></script>`;
}
