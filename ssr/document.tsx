import { transcode } from "node:buffer";
import { outlines, wordmark } from "../ui/features/site/wordmark.ts";
import { type Kind, kindOf } from "../ui/routes.tsx";
import { inScript } from "../ui/shared/head.tsx";
import { type PageData, type ShownText, textTag } from "../ui/shared/page-data.ts";

/** dist/manifest.json, which the build writes. */
export interface Manifest {
  /** Stylesheets of the public pages and of the staff pages. The latter includes the former. */
  sheet: string;
  staffSheet: string;
  /** The browser's first script, and the entry module, which it starts last. */
  start: string;
  entry: string;
  /** Address of the module that counts views. */
  views: string;
  /** Modules that most pages need, which can be loaded before the visitor acts. */
  early: string[];
  /** The modules that each page imports, by route id. Dependencies come first, the entry last. */
  preloads: Record<string, string[]>;
}

/** What a document needs from a matched route. */
type PageRoute = { id: string; handle?: unknown };

/**
 * Adds the stylesheet, scripts and data to React's HTML in places that hydration ignores. There are no inline scripts,
 * so the content security policy needs no nonce and the page can be shared.
 */
export function completeDocument(html: string, manifest: Manifest, routes: PageRoute[], page: PageData): string {
  const kind = kindOf(routes);
  const isShell = routes.length === 0; // the browser can fill it with any page
  const head = html.indexOf("</head>"); // React escapes this string in content
  const body = html.lastIndexOf("</body>");
  return [
    "<!DOCTYPE html>",
    html.slice(0, head),
    // Paint the page only once it is complete, so that parts don't push each other around.
    '<link rel="expect" href="#page-data" blocking="render">',
    `<link rel="stylesheet" href="${isShell || kind === "staff" ? manifest.staffSheet : manifest.sheet}">`,
    scriptLinks(manifest, routes, page.router?.errors ? "acting" : kind),
    html.slice(head, body),
    page.site.siteName === wordmark.name ? drawnName : "",
    `<script type="application/json" id="page-data">${inScript(withoutShown(page, html))}</script>`,
    html.slice(body),
  ].join("");
}

/** The site's name as an SVG outline, referenced by the page (ui/features/site/brand.tsx). */
const drawnName = `<svg width="0" height="0"><path id="${wordmark.id}" fill="currentColor" d="${outlines}"/></svg>`;

/** The data without the texts that are in the HTML. They make up most of a piece, and the browser reads them there. */
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
 * The first script delays nothing visible, and decides when to load the page's own; see ui/start.ts. A shell and staff
 * pages show nothing until their modules are loaded.
 */
function scriptLinks({ start, entry, views, early, preloads }: Manifest, routes: PageRoute[], kind: Kind): string {
  const pages = routes.flatMap(({ id }) => preloads[id] ?? []);
  const modules = [...new Set(pages.filter((href) => href !== entry)), entry];
  const script = `<script async type="module" src="${start}" fetchpriority="low" data-views="${views}" data-modules="${modules.join(" ")}"`;
  if (routes.length === 0 || kind === "staff")
    return [
      `${script}></script>`,
      ...modules.map((href) => `<link rel="modulepreload" href="${href}" fetchpriority="low">`),
    ].join("");
  const wait = kind === "acting" ? "paint" : "visitor";
  return `${script} data-wait="${wait}" data-early="${early.join(" ")}"></script>`;
}

/**
 * A text in UTF-8, with U+FFFD for half of a surrogate pair. Going through UTF-16 takes a quarter of the time of
 * Buffer.from.
 */
export function bytesOf(text: string): Uint8Array {
  try {
    return transcode(Buffer.from(text, "utf16le"), "utf16le", "utf8");
  } catch {
    return Buffer.from(text);
  }
}
