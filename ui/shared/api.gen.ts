// Made from server/openapi.yaml by scripts/api-types.mjs. Do not edit.

export type Problem = { type: string;
title: string;
status: number;
/** One plain sentence for a person. */ detail: string;
errors?: Array<{ field: string;
message: string; }>;
/** With 409: the record as it stands now. */ current?: unknown;
requestId?: string; };

export type ArticleCard = { id: number;
slug: string;
title: string;
excerpt: string;
category: string;
imageUrl: string | null;
imageAlt: string;
avgSavings: string | null;
/** Minutes. */ readTime: number;
authorName: string;
createdAt: string;
isFeatured: boolean; };

export type Article = ArticleCard & { /** HTML that is safe to show. */ body: string;
toc: Array<{ id: string;
title: string; }>;
reviewedAt: string;
related: Array<ArticleCard>; };

export type GuideCard = { id: number;
slug: string;
title: string;
subtitle: string;
category: string;
tags: Array<string>;
imageUrl: string | null;
/** Minutes. */ estimatedReadTime: number;
authorName: string;
publishedAt: string;
featured: boolean;
itemCount: number; };

export type GuideSummary = GuideCard & { introduction: string;
conclusion: string; };

export type GuideItem = { id: number;
position: number;
title: string;
imageUrl: string | null;
content: string;
ctaText: string | null;
ctaUrl: string | null; };

export type Guide = GuideSummary & { items: Array<GuideItem>;
reviewedAt: string;
related: Array<GuideCard>;
relatedArticles: Array<ArticleCard>; };
