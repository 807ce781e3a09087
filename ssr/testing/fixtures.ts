import type { Article, ArticleCard, Guide, SiteSettings } from "../../ui/shared/api.gen.ts";
import type { Site } from "../../ui/shared/site.ts";
import type { Manifest } from "../document.tsx";

export const site: Site = {
  siteName: "Thriftwell",
  tagline: "Smart Money. Smart Choices.",
  baseUrl: "https://site.example",
  timezone: "America/New_York",
  currency: "USD",
  env: "production",
  signIn: true,
  texts: true,
  figures: { subscriberSavesPerYear: "" },
  social: { facebook: "", x: "", instagram: "", youtube: "" },
  contact: {
    support: "s@site.example",
    affiliate: "a@site.example",
    advertising: "ad@site.example",
    postalAddress: "",
  },
};

export const manifest: Manifest = {
  sheet: "/assets/app.css",
  staffSheet: "/assets/staff.css",
  start: "/assets/start.js",
  entry: "/assets/entry.js",
  views: "/assets/views.js",
  early: ["/assets/react.js"],
  preloads: {
    "features/guides/detail": ["/assets/guide.js", "/assets/entry.js"],
    "features/contact/page": ["/assets/contact.js", "/assets/entry.js"],
  },
};

export function articleCard(n: number): ArticleCard {
  return {
    id: n,
    slug: `article-${n}`,
    title: `Article ${n}`,
    excerpt: `Excerpt ${n}.`,
    category: "insurance",
    imageUrl: `/images/articles/article-${n}.svg`,
    picture: null,
    imageAlt: `Picture ${n}`,
    avgSavings: null,
    savingsAssumption: null,
    readTime: 5,
    authorName: "Maya Ortega",
    createdAt: "2026-03-04T12:00:00Z",
    reviewedAt: null,
    isFeatured: false,
  };
}

export const article: Article = {
  ...articleCard(1),
  authorSlug: "maya-ortega",
  authorIsExample: false,
  authorBio: "Writes about bills.",
  authorCredentials: "Staff writer",
  authorImageUrl: null,
  tags: [],
  body: '<p>The first word.</p><h2 id="a">A</h2><p>The last word.</p>',
  toc: [{ id: "a", title: "A" }],
  savingsAssumption: null,
  claims: [],
  sources: [],
  correction: null,
  reviewedAt: "2026-10-12T12:00:00Z",
  revisedAt: "2026-10-12T12:00:00Z",
  related: [articleCard(2)],
};

const step = { imageUrl: null, picture: null, ctaText: null, ctaUrl: null, ctaSponsored: false, ctaAdvertiser: null };

export const guide: Guide = {
  id: 7,
  slug: "switch-banks",
  title: "Switch banks",
  subtitle: "In an afternoon",
  category: "banking",
  tags: ["banking", "fees"],
  imageUrl: null,
  picture: null,
  estimatedReadTime: 6,
  authorName: "Tom Alder",
  authorSlug: null,
  authorIsExample: false,
  authorBio: "Writes about bills.",
  authorCredentials: "Staff writer",
  authorImageUrl: null,
  publishedAt: "2026-03-04T12:00:00Z",
  featured: true,
  itemCount: 2,
  introduction: "<p>Why.</p><ul><li>One</li><li>Two</li></ul>",
  conclusion: "<p>Done.</p>",
  claims: [],
  sources: [{ title: "The agency", url: "https://agency.example/" }],
  correction: { text: "The fee is $12 and not $21.", at: "2026-10-10T12:00:00Z" },
  reviewedAt: "2026-10-12T12:00:00Z",
  revisedAt: "2026-10-12T12:00:00Z",
  items: [
    { ...step, id: 2, position: 2, title: "Second step", content: "<p>Then.</p>" },
    { ...step, id: 1, position: 1, title: "First step", content: "<p>&lt;/script&gt;&lt;b&gt;</p>" },
  ],
  related: [],
  relatedArticles: [],
};

/** Settings that are all empty. */
export const settings: SiteSettings = {
  figures: {
    subscribers: "",
    totalSaved: "",
    tips: "",
    averageAnnualSavings: "",
    subscriberSavesPerYear: "",
    settlementsRecovered: "",
    settlementsResponse: "",
  },
  cards: { expertResearch: "", communityVerified: "", weeklyUpdates: "" },
  social: site.social,
  contact: site.contact,
};
