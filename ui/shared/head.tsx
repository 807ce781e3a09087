import type { Picture } from "./api.gen.ts";
import { curly } from "./curly.ts";
import { sizeOf, srcset } from "./picture.ts";
import { useSite } from "./site.ts";

interface HeadProps {
  /** Without the site's name, which is added. */
  title: string;
  description: string;
  /** Canonical path and query. */
  path: string;
  /** The picture of the article or guide. */
  image?: string | null;
  /** What is known of an uploaded one. */
  picture?: Picture;
  type?: "website" | "article";
  /** Keeps the page out of search engines. Its HTML then names no address and may serve many. */
  noindex?: boolean;
  /** schema.org objects that the page is about. */
  jsonLd?: object[];
}

/** The metadata of a page for search engines and link previews. React moves it into the <head>. */
export function Head({
  title: said,
  description: about,
  path,
  image,
  picture,
  type = "website",
  noindex = false,
  jsonLd = [],
}: HeadProps) {
  const site = useSite();
  const url = site.baseUrl + path;
  const shared = image && picture ? sizeOf(image, picture) : { width: 1200, height: 630 };
  const [title, description] = [curly(said), curly(about)];
  const fullTitle = path === "/" ? `${site.siteName}: ${title}` : `${title} | ${site.siteName}`;
  return (
    <>
      <title>{fullTitle}</title>
      <meta name="description" content={description} />
      {noindex ? (
        <meta name="robots" content="noindex" />
      ) : (
        <>
          <link rel="canonical" href={url} />
          <meta property="og:url" content={url} />
        </>
      )}
      <meta property="og:site_name" content={site.siteName} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:type" content={type} />
      <meta property="og:image" content={shareImage(image, site.baseUrl)} />
      <meta property="og:image:width" content={String(shared.width)} />
      <meta property="og:image:height" content={String(shared.height)} />
      <meta name="twitter:card" content="summary_large_image" />
      {jsonLd.map((thing, i) => (
        <script
          key={i}
          type="application/ld+json"
          dangerouslySetInnerHTML={{ __html: inScript({ "@context": "https://schema.org", ...thing }) }}
        />
      ))}
    </>
  );
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

/** The schema.org BreadcrumbList of a trail from the home page down. */
export function breadcrumbs(baseUrl: string, trail: { name: string; path: string }[]): object {
  return {
    "@type": "BreadcrumbList",
    itemListElement: trail.map(({ name, path }, i) => ({
      "@type": "ListItem",
      position: i + 1,
      name,
      item: baseUrl + path,
    })),
  };
}
