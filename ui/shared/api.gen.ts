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

export type Offer = { id: number;
title: string;
description: string;
type: "phone" | "coregistration" | "linkout";
imageUrl: string | null;
/** Its query may hold {placeholders}. */ targetUrl: string; };

export type StaticOffer = { id: number;
title: string;
description: string;
/** Its query may hold {placeholders}, which the page fills. */ link: string; };

export type ContentPage = { id: number;
title: string;
slug: string;
description: string;
isActive: boolean; };

export type ContentOffer = { id: number;
pageId: number;
title: string;
description: string;
url: string;
imageUrl: string | null;
priority: number;
isActive: boolean;
isFeatured: boolean;
views: number;
clicks: number;
/** Clicks per hundred views, two decimals; 0 without views. */ ctr: number; };

export type Question = { id: number;
question: string;
targetOfferId: number | null;
/** What a yes opens; null while that offer is not active. */ targetUrl: string | null;
targetTitle: string | null; };

export type DailyOffer = { id: number;
title: string;
description: string;
link: string;
ctaText: string; };

export type DailyOffers = { offers: Array<DailyOffer>;
total: number;
totalPages: number; };

export type Role = "admin" | "editor" | "marketer" | "visitor";

export type User = { /** Null behind a token. */ id: number | null;
email: string;
firstName: string | null;
lastName: string | null;
displayName: string | null;
profileImage: string | null;
role: Role;
/** Null behind a token. */ provider: string | null; };

export type Account = { id: number;
email: string;
emailVerified: boolean;
displayName: string | null;
role: Role;
disabledAt: string | null;
createdAt: string;
signedInAt: string; };

export type Token = { id: number;
email: string;
role: Role;
createdBy: string;
createdAt: string;
expiresAt: string;
lastUsedAt: string | null;
revokedAt: string | null; };
