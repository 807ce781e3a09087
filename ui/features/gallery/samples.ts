import type { ArticleCard, GuideCard } from "../../shared/api.gen.ts";

/** An article to show a card with. */
export const article: ArticleCard = {
  id: 1,
  slug: "compare-car-insurance-quotes",
  title: "A headline that runs over two lines, as most of ours do",
  excerpt: "One or two sentences that say what the piece is worth, to whom, and what it asks of the reader.",
  category: "insurance",
  imageUrl: "/images/categories/insurance.svg",
  picture: null,
  imageAlt: "",
  avgSavings: "$288/year",
  savingsAssumption: "$1,740 policy, same coverage",
  readTime: 5,
  authorName: "Maya Ortega",
  createdAt: "2026-11-03T12:00:00Z",
  reviewedAt: "2026-11-10T12:00:00Z",
  isFeatured: true,
};

/** A piece without a picture, without a figure, in a category that has no color. */
export const plainArticle: ArticleCard = {
  ...article,
  id: 2,
  category: "gardening",
  imageUrl: null,
  avgSavings: null,
  isFeatured: false,
};

/** A guide to show a card with. */
export const guide: GuideCard = {
  id: 1,
  slug: "negotiate-your-internet-bill",
  title: "A guide to one job, from the first call to the last form",
  subtitle: "What it will get you, in a line",
  category: "phone",
  tags: ["internet", "negotiation", "monthly bills"],
  imageUrl: "/images/categories/phone.svg",
  picture: null,
  estimatedReadTime: 6,
  authorName: "Tom Alder",
  publishedAt: "2026-10-20T12:00:00Z",
  reviewedAt: null,
  featured: true,
  itemCount: 10,
};

/** An author to show a card with. */
export const author = {
  authorName: "Maya Ortega",
  authorSlug: "maya-ortega",
  authorIsExample: true,
  authorBio: "Writes about what is in a shopping cart, and what it cost last year.",
  authorCredentials: "Twelve years of household budgets",
  authorImageUrl: null,
};

/** An offer to show a card with, with all that one decides by. */
export const offer = {
  title: "An account that pays for its first deposit",
  description: "What one gets, from whom, and what it asks in return.",
  imageUrl: "/images/categories/banking.svg",
  url: "https://marlowick.example.com/",
  partner: "Marlowick Bank",
  figure: "$150",
  figureNote: "after the first deposit",
  who: "New customers",
  minimum: "$500 within 60 days",
  fee: "None",
  ends: "December 31, 2026",
  proof: "",
};
