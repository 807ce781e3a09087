import { reading } from "../ui/routes.tsx";
import { inScript } from "../ui/shared/head.tsx";
import type { PageData } from "../ui/shared/page-data.ts";

/** What the build left for the documents (dist/manifest.json). */
export interface Manifest {
  /** CSP hash of the inlined stylesheet. */
  styleHash: string;
  style: string;
  /** Address of the browser's entry module. */
  entry: string;
  /** By route id: the modules that its page imports, the entry's own included. */
  preloads: Record<string, string[]>;
  /** Address of each cut of the site's face. */
  fonts: { display: string; text: string };
}

/** What a document needs to know of the routes it matched. */
type PageRoute = { id: string; handle?: unknown };

/**
 * Completes React's HTML: the style, the scripts and the data stand beside what React knows of, and it leaves them
 * alone when it takes over. Nothing inline runs, so the policy needs no nonce and the page can be shared.
 */
export function completeDocument(html: string, manifest: Manifest, routes: PageRoute[], page: PageData): string {
  const head = html.lastIndexOf("</head>");
  const body = html.lastIndexOf("</body>");
  return [
    "<!DOCTYPE html>",
    html.slice(0, head),
    fontLinks(manifest, routes),
    `<style>${manifest.style}</style>`,
    scriptLinks(manifest, routes),
    html.slice(head, body),
    `<script type="application/json" id="page-data">${inScript(page)}</script>`,
    html.slice(body),
  ].join("");
}

/** Headlines are on every page; the text cut is wanted at once only where there is something to read. */
function fontLinks({ fonts }: Manifest, routes: PageRoute[]): string {
  const wanted = routes.some((route) => route.handle === reading) ? [fonts.display, fonts.text] : [fonts.display];
  return wanted.map((href) => `<link rel="preload" as="font" type="font/woff2" href="${href}" crossorigin>`).join("");
}

function scriptLinks(manifest: Manifest, routes: PageRoute[]): string {
  const modules = new Set(routes.flatMap(({ id }) => manifest.preloads[id] ?? []));
  modules.delete(manifest.entry);
  return [
    `<script type="module" src="${manifest.entry}"></script>`,
    ...[...modules].map((href) => `<link rel="modulepreload" href="${href}">`),
  ].join("");
}
