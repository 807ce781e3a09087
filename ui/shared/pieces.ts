/** An article as a card shows it. */
export interface ArticleCard {
  id: number | string;
  slug: string;
  title: string;
  excerpt: string;
  category: string;
  imageUrl: string | null;
  imageAlt?: string | null;
  /** Only where the piece derives the figure, such as "$240/year". */
  avgSavings: string | null;
  /** Minutes. */
  readTime: number;
  createdAt: string;
  isFeatured: boolean;
  authorName: string;
}

/** One article in full. */
export interface Article extends ArticleCard {
  /** Safe HTML whose h2 have the ids of `toc`. */
  body: string;
  toc: { id: string; title: string }[];
  reviewedAt: string | null;
  related: ArticleCard[];
}

/** A guide as a card shows it. */
export interface GuideCard {
  id: number | string;
  slug: string;
  title: string;
  subtitle: string;
  category: string;
  tags: string[];
  imageUrl: string | null;
  imageAlt?: string | null;
  /** Minutes. */
  estimatedReadTime: number;
  authorName: string;
  publishedAt: string;
  featured: boolean;
  itemCount: number;
}

/** One step of a guide. */
export interface GuideStep {
  id: number | string;
  position: number;
  title: string;
  imageUrl: string | null;
  content: string;
  ctaText: string | null;
  ctaUrl: string | null;
}

/** One guide in full; its texts are plain text. */
export interface Guide extends GuideCard {
  introduction: string;
  conclusion: string;
  items: GuideStep[];
  reviewedAt: string | null;
  related: GuideCard[];
  relatedArticles: ArticleCard[];
}
