import { paths } from "../paths.ts";
import { categoryLabel } from "./constants.ts";
import type { Site } from "./site.ts";

/** A schema.org object. */
export type Thing = { "@type": string } & Record<string, unknown>;

/** A page on the path from the home page to a page. */
export interface Crumb {
  name: string;
  path: string;
}

/** What a page is about as one graph, with the site and its publisher; on the home page also how to search it. */
export function graph(site: Site, path: string, things: Thing[]): object {
  const itself = path === paths.home ? { ...webSite(site), ...search(site) } : webSite(site);
  return { "@context": "https://schema.org", "@graph": [itself, organization(site), ...things] };
}

const websiteId = ({ baseUrl }: Site) => `${baseUrl}/#website`;
/** The ID of the site's publisher in a graph. */
export const publisherId = ({ baseUrl }: Site) => `${baseUrl}/#organization`;

function webSite(site: Site): Thing {
  const { baseUrl, siteName } = site;
  return {
    "@type": "WebSite",
    "@id": websiteId(site),
    name: siteName,
    url: `${baseUrl}/`,
    publisher: { "@id": publisherId(site) },
  };
}

function search({ baseUrl }: Site) {
  return {
    potentialAction: {
      "@type": "SearchAction",
      target: { "@type": "EntryPoint", urlTemplate: `${baseUrl}/search?q={search_term_string}` },
      "query-input": "required name=search_term_string",
    },
  };
}

function organization(site: Site): Thing {
  const { baseUrl, siteName, social } = site;
  const sameAs = Object.values(social).filter(Boolean);
  return {
    "@type": "Organization",
    "@id": publisherId(site),
    name: siteName,
    url: `${baseUrl}/`,
    logo: { "@type": "ImageObject", url: `${baseUrl}/icon-512.png` },
    ...(sameAs.length > 0 && { sameAs }),
  };
}

interface ArticleFacts {
  path: string;
  title: string;
  description: string;
  /** The URL of its picture. */
  image: string;
  category?: string;
  published: string;
  modified: string;
  /** Without an author, the site itself. */
  author?: { name: string; slug: string | null };
}

/** An article, a guide or a newsletter. */
export function article(site: Site, facts: ArticleFacts): Thing {
  const url = site.baseUrl + facts.path;
  const { author } = facts;
  return {
    "@type": "Article",
    "@id": `${url}#article`,
    headline: facts.title,
    description: facts.description,
    image: [facts.image],
    datePublished: facts.published,
    dateModified: facts.modified,
    ...(facts.category && { articleSection: categoryLabel(facts.category) }),
    author: author
      ? {
          "@type": "Person",
          name: author.name,
          url: author.slug ? site.baseUrl + paths.author(author.slug) : undefined,
        }
      : { "@id": publisherId(site) },
    publisher: { "@id": publisherId(site) },
    mainEntityOfPage: url,
    isPartOf: { "@id": websiteId(site) },
  };
}

const home: Crumb = { name: "Home", path: paths.home };

/** The pages on the path from the home page to one below it, the home page first. */
export const fromHome = (trail: Crumb[]): Crumb[] => [home, ...trail];

/** The path from the home page to a page; the trail is of the pages below the home page. */
export function breadcrumbs(baseUrl: string, trail: Crumb[]): Thing {
  return {
    "@type": "BreadcrumbList",
    itemListElement: fromHome(trail).map(({ name, path }, i) => ({
      "@type": "ListItem",
      position: i + 1,
      name,
      item: baseUrl + path,
    })),
  };
}

/** The steps of a guide, each with the ID of its section on the page. */
export function steps({ baseUrl }: Site, path: string, list: { id: string; title: string }[]): Thing {
  return {
    "@type": "ItemList",
    "@id": `${baseUrl}${path}#steps`,
    itemListElement: list.map(({ id, title }, i) => ({
      "@type": "ListItem",
      position: i + 1,
      name: title,
      url: `${baseUrl}${path}#${id}`,
    })),
  };
}
