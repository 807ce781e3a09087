import { paths } from "../paths.ts";
import type { Picture } from "./api.gen.ts";
import { curly } from "./curly.ts";
import { sizeOf, srcset } from "./picture.ts";
import { useSite } from "./site.ts";
import { graph, type Thing } from "./structured-data.ts";

interface HeadProps {
  /** Without the site's name, which is added where there is room. */
  title: string;
  description: string;
  /** Of a list of several pages. */
  page?: number;
  /** Canonical path and query. */
  path: string;
  /** The picture of the article or guide. */
  image?: string | null;
  /** What the picture shows. */
  imageAlt?: string;
  /** What is known of an uploaded one. */
  picture?: Picture;
  type?: "website" | "article";
  /** When an article or a guide came out, and when its substance last changed. */
  published?: string;
  modified?: string;
  /** Keeps the page out of search engines. Its HTML then names no address and may serve many. */
  noindex?: boolean;
  /** What the page is about. */
  jsonLd?: Thing[];
  /** The path of a feed of this page's own. */
  feed?: string;
  /** The path of the same as Markdown. */
  markdown?: string;
}

/** The metadata of a page for search engines and link previews. React moves it into the <head>. */
export function Head(props: HeadProps) {
  const { title: said, description: about, page = 1, path, image, picture } = props;
  const { type = "website", published, modified } = props;
  const site = useSite();
  const shared = image && picture ? sizeOf(image, picture) : { width: 1200, height: 630 };
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
      <meta property="og:image" content={shareImage(image, site.baseUrl)} />
      <meta property="og:image:alt" content={curly(props.imageAlt || said)} />
      <meta property="og:image:width" content={String(shared.width)} />
      <meta property="og:image:height" content={String(shared.height)} />
      <meta name="twitter:card" content="summary_large_image" />
    </>
  );
}

/** What a page that search engines may list tells them. */
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
      <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: inScript(graph(site, jsonLd)) }} />
    </>
  );
}

/** About as much of a title as search engines show. */
const maxTitle = 65;

/** The title with the site's name, if both are short enough; a title that is too long by itself is cut after a word. */
export function fullTitle(title: string, siteName: string, isHome: boolean): string {
  const full = isHome ? `${siteName}: ${title}` : `${title} | ${siteName}`;
  if (full.length <= maxTitle) return full;
  return title.length <= maxTitle ? title : `${title.slice(0, maxTitle - 1).replace(/\s+\S*$/, "")}…`;
}

/**
 * The full address of the picture in a link preview. Social networks take no SVG, so each of our illustrations has a
 * PNG of 1200 by 630; an uploaded picture is its own; for any other it is the site's.
 */
export function shareImage(image: string | null | undefined, baseUrl: string): string {
  if (image && srcset(image, "webp")) return baseUrl + image;
  const [, name] = image?.match(/^\/images\/((?:articles|guides)\/[\w-]+)\.svg$/) ?? [];
  return `${baseUrl}/images/share/${name ?? "default"}.png`;
}

/** JSON that is safe inside a <script> element. */
export function inScript(value: unknown): string {
  return JSON.stringify(value).replace(
    /[<\u2028\u2029]/g,
    (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
