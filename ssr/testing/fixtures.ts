import type { Article, ArticleCard, Guide } from "../../ui/shared/api.gen.ts";
import type { Site } from "../../ui/shared/site.ts";
import type { Manifest } from "../document.tsx";

export const site: Site = {
  siteName: "Thriftwell",
  tagline: "Smart Money. Smart Choices.",
  baseUrl: "https://site.example",
  timezone: "America/New_York",
  env: "production",
  social: { facebook: "", x: "", instagram: "", youtube: "" },
  contact: {
    support: "s@site.example",
    affiliate: "a@site.example",
    advertising: "ad@site.example",
    postalAddress: "",
  },
};

export const manifest: Manifest = {
  styleHash: "",
  style: "body{}",
  entry: "/assets/entry.js",
  preloads: { "features/guides/detail": ["/assets/entry.js", "/assets/guide.js"] },
  fonts: { display: "/assets/display.woff2", text: "/assets/text.woff2" },
};

export function articleCard(n: number): ArticleCard {
  return {
    id: n,
    slug: `article-${n}`,
    title: `Article ${n}`,
    excerpt: `Excerpt ${n}.`,
    category: "insurance",
    imageUrl: `/images/articles/article-${n}.svg`,
    imageAlt: `Picture ${n}`,
    avgSavings: null,
    readTime: 5,
    authorName: "Maya Ortega",
    createdAt: "2026-03-04T12:00:00Z",
    isFeatured: false,
  };
}

export const article: Article = {
  ...articleCard(1),
  body: '<p>The first word.</p><h2 id="a">A</h2><p>The last word.</p>',
  toc: [{ id: "a", title: "A" }],
  reviewedAt: "2026-10-12T12:00:00Z",
  related: [articleCard(2)],
};

export const guide: Guide = {
  id: 7,
  slug: "switch-banks",
  title: "Switch banks",
  subtitle: "In an afternoon",
  category: "banking",
  tags: ["banking", "fees"],
  imageUrl: null,
  estimatedReadTime: 6,
  authorName: "Tom Alder",
  publishedAt: "2026-03-04T12:00:00Z",
  featured: true,
  itemCount: 2,
  introduction: "Why.\n\n- One\n- Two",
  conclusion: "Done.",
  reviewedAt: "2026-10-12T12:00:00Z",
  items: [
    { id: 2, position: 2, title: "Second step", imageUrl: null, content: "Then.", ctaText: null, ctaUrl: null },
    { id: 1, position: 1, title: "First step", imageUrl: null, content: "</script><b>", ctaText: null, ctaUrl: null },
  ],
  related: [],
  relatedArticles: [],
};
