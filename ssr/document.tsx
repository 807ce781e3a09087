import { outlines, wordmark } from "../ui/features/site/wordmark.ts";
import { type Kind, kindOf } from "../ui/routes.tsx";
import { inScript } from "../ui/shared/head.tsx";
import { type PageData, type ShownText, textTag } from "../ui/shared/page-data.ts";

/** dist/manifest.json, which the build writes. */
export interface Manifest {
  /** Addresses of the stylesheet of the public pages and of the staff's, which has all of that too. */
  sheet: string;
  staffSheet: string;
  /** Addresses of the browser's first script and of the entry module, which it starts last. */
  start: string;
  entry: string;
  /** Address of the module that counts views. */
  views: string;
  /** Most of what every page needs, which may come before anybody acts. */
  early: string[];
  /** By route id: the modules that its page imports, each after those that it imports itself, the entry last. */
  preloads: Record<string, string[]>;
}

/** What a document needs of a matched route. */
type PageRoute = { id: string; handle?: unknown };

/**
 * Adds the stylesheet, the scripts and the data to React's HTML, where hydration ignores them. Nothing inline runs, so the
 * policy needs no nonce and the page can be shared.
 */
export function completeDocument(html: string, manifest: Manifest, routes: PageRoute[], page: PageData): string {
  const kind = kindOf(routes);
  const isShell = routes.length === 0; // which the browser may fill with any page
  const head = html.indexOf("</head>"); // React escapes what could be taken for it
  const body = html.lastIndexOf("</body>");
  return [
    "<!DOCTYPE html>",
    html.slice(0, head),
    // The page is painted once it is all there, not in parts that push each other aside.
    '<link rel="expect" href="#page-data" blocking="render">',
    `<link rel="stylesheet" href="${isShell || kind === "staff" ? manifest.staffSheet : manifest.sheet}">`,
    scriptLinks(manifest, routes, page.router?.errors ? "acting" : kind),
    html.slice(head, body),
    page.site.siteName === wordmark.name ? drawnName : "",
    `<script type="application/json" id="page-data">${inScript(withoutShown(page, html))}</script>`,
    html.slice(body),
  ].join("");
}

/** The site's name as it is drawn, for the page to use (ui/features/site/brand.tsx). */
const drawnName = `<svg width="0" height="0"><path id="${wordmark.id}" fill="currentColor" d="${outlines}"/></svg>`;

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
