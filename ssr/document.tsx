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
  fonts: string[];
}

/**
 * Completes React's HTML: the style, the scripts and the data stand beside what React knows of, and it leaves them
 * alone when it takes over. Nothing inline runs, so the policy needs no nonce and the page can be shared.
 */
export function completeDocument(html: string, manifest: Manifest, routeIds: string[], page: PageData): string {
  const head = html.lastIndexOf("</head>");
  const body = html.lastIndexOf("</body>");
  return [
    "<!DOCTYPE html>",
    html.slice(0, head),
    fontLinks(manifest),
    `<style>${manifest.style}</style>`,
    scriptLinks(manifest, routeIds),
    html.slice(head, body),
    `<script type="application/json" id="page-data">${inScript(page)}</script>`,
    html.slice(body),
  ].join("");
}

function fontLinks(manifest: Manifest): string {
  return manifest.fonts
    .map((href) => `<link rel="preload" as="font" type="font/woff2" href="${href}" crossorigin>`)
    .join("");
}

function scriptLinks(manifest: Manifest, routeIds: string[]): string {
  const modules = new Set(routeIds.flatMap((id) => manifest.preloads[id] ?? []));
  modules.delete(manifest.entry);
  return [
    `<script type="module" src="${manifest.entry}"></script>`,
    ...[...modules].map((href) => `<link rel="modulepreload" href="${href}">`),
  ].join("");
}
