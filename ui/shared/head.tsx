import { paths } from "../paths.ts";
import type { Picture as Upload } from "./api.gen.ts";
import { curly } from "./curly.ts";
import { type Site, useSite } from "./site.ts";
import { graph, type Thing } from "./structured-data.ts";

interface HeadProps {
  /** Without the site's name, which is added if it fits. */
  title: string;
  description: string;
  /** The page number in a list. */
  page?: number;
  /** Canonical path and query. */
  path: string;
  /** The picture, its details if it was uploaded, and the topic, all shown in the share image. */
  image?: string | null;
  picture?: Upload;
  category?: string;
  type?: "website" | "article";
  /** When an article or a guide was published, and when its content last changed. */
  published?: string;
  modified?: string;
  /** Keeps the page out of search engines. Its HTML then contains no address, so it can serve several. */
  noindex?: boolean;
  /** What the page is about. */
  jsonLd?: Thing[];
  /** The path of the page's own feed. */
  feed?: string;
  /** The path of the page as Markdown. */
  markdown?: string;
}

/** The metadata of a page for search engines and link previews. React moves it into the <head>. */
export function Head(props: HeadProps) {
  const { title: said, description: about, page = 1, path, type = "website", published, modified } = props;
  const site = useSite();
  const title = curly(said) + (page > 1 ? `, page ${page}` : "");
  const description = (page > 1 ? `Page ${page}: ` : "") + curly(about);
  return (
    <>
      <title>{fullTitle(title, site.siteName, path === "/")}</title>
      <meta name="description" content={description} />
      {props.noindex ? <meta name="robots" content="noindex" /> : <Findable {...props} />}
      <meta property="og:site_name" content={site.siteName} />
      <meta property="og:locale" content="en_US" />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:type" content={type} />
      {published && <meta property="article:published_time" content={published} />}
      {modified && <meta property="article:modified_time" content={modified} />}
      <meta property="og:image" content={shareImage(site, props)} />
      <meta property="og:image:alt" content={title} />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      <meta name="twitter:card" content="summary_large_image" />
    </>
  );
}

/** Metadata of a page that search engines may index. */
function Findable({ path, jsonLd = [], feed, markdown }: HeadProps) {
  const site = useSite();
  const url = site.baseUrl + path;
  return (
    <>
      <meta name="robots" content="max-image-preview:large" />
      <link rel="canonical" href={url} />
      <meta property="og:url" content={url} />
      <link rel="alternate" type="application/atom+xml" title={site.siteName} href={paths.feed} />
      {feed && <link rel="alternate" type="application/atom+xml" title={`${site.siteName}: this page`} href={feed} />}
      {markdown && <link rel="alternate" type="text/markdown" href={markdown} />}
      <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: inScript(graph(site, path, jsonLd)) }} />
    </>
  );
}

/** About as many characters of a title as search engines show. */
const maxTitle = 65;

/** The title with the site's name, if they fit. A title that is too long by itself is cut after a word. */
export function fullTitle(title: string, siteName: string, isHome: boolean): string {
  const full = isHome ? `${siteName}: ${title}` : `${title} | ${siteName}`;
  if (full.length <= maxTitle) return full;
  return title.length <= maxTitle ? title : `${title.slice(0, maxTitle - 1).replace(/\s+\S*$/, "")}…`;
}

/**
 * The URL of the image in link previews, which the server creates (server/features/discovery/share.go). It ends with a
 * hash of the image's content, because social networks cache images by URL.
 */
export function shareImage(
  site: Pick<Site, "siteName" | "tagline" | "baseUrl">,
  page: Pick<HeadProps, "path" | "title" | "image" | "picture" | "category" | "noindex">,
): string {
  const { siteName, tagline, baseUrl } = site;
  const [, kind, slug] = page.path.match(/^\/(articles|guides|newsletter|authors|tools)\/([\w-]+)/) ?? [];
  const topic = new URLSearchParams(page.path.split("?")[1]).get("category");
  const at = (name: string, ...shown: unknown[]) =>
    `${baseUrl}/share/${name}-${mark([siteName, ...shown].join("\n"))}.jpg`;
  if (kind && slug && !page.noindex)
    return at(`${kind}/${slug}`, page.title, page.image, page.category, page.picture?.focalX, page.picture?.focalY);
  return topic && !page.noindex ? at(`topics/${topic}`) : at("site/home", tagline);
}

/** A short hash of a text (FNV-1a). */
function mark(text: string): string {
  let hash = 0x811c9dc5;
  for (const c of text) hash = Math.imul(hash ^ (c.codePointAt(0) ?? 0), 0x01000193);
  return (hash >>> 0).toString(36);
}

/** JSON that is safe inside a <script> element. */
export function inScript(value: unknown): string {
  return JSON.stringify(value).replace(
    /[<\u2028\u2029]/g,
    (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
