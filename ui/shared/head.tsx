import { useSite } from "./site.ts";

interface HeadProps {
  /** Without the site's name, which is added. */
  title: string;
  description: string;
  /** Canonical path and query on this site. */
  path: string;
  /** The piece's own picture. */
  image?: string | null;
  type?: "website" | "article";
  /** Keeps the page out of search engines; it then names no address, so one HTML may stand for many. */
  noindex?: boolean;
  /** schema.org things that the page is about. */
  jsonLd?: object[];
}

/** What a page says about itself to search engines and to those who share it. React moves it into the <head>. */
export function Head({ title, description, path, image, type = "website", noindex = false, jsonLd = [] }: HeadProps) {
  const site = useSite();
  const url = site.baseUrl + path;
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
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
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
 * The picture that a shared link shows, in full: networks take no SVG, so each of our illustrations has a PNG of 1200 by
 * 630 beside it, and whatever else a piece has for a picture is replaced by the site's own.
 */
export function shareImage(image: string | null | undefined, baseUrl: string): string {
  const [, name] = image?.match(/^\/images\/((?:articles|guides)\/[\w-]+)\.svg$/) ?? [];
  return `${baseUrl}/images/share/${name ?? "default"}.png`;
}

/** JSON that cannot end the <script> element it stands in. */
export function inScript(value: unknown): string {
  return JSON.stringify(value).replace(
    /[<\u2028\u2029]/g,
    (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** The breadcrumb trail as schema.org knows it, from the home page down. */
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
