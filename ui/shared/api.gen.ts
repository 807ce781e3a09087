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
imageUrl: string | null;
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
imageUrl: string | null;
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

export type Received = { status: "received";
/** After a signup: it counts once the link in the mail is followed. */ confirm?: boolean; };

export type Wording = { version: string;
text: string; };

export type ConsentWordings = { email: Wording;
sms: Wording; };

/** What tells people from robots. */
export type Robot = { /** A field that people do not see; leave it empty. */ website?: string;
/** Milliseconds from the showing of the form to its sending. */ fillMs?: number; };

export type Signup = Robot & { email: string;
emailConsent: boolean;
firstName: string;
lastName: string;
address: string;
dateOfBirth: string;
gender: "male" | "female" | "other" | "prefer-not-to-say";
phone?: string;
tcpaConsent?: boolean;
/** Version of the wording shown; the current one if left out. */ emailWording?: string;
/** Version of the wording shown; the current one if left out. */ smsWording?: string;
/** Path of the page that the form is on. */ page?: string;
/** sourceid, utm_* and click ids. */ source?: Record<string, string>; };

export type ByLink = { /** The signed token of a link in a mail. */ eid: string; };

export type LinkRequest = Robot & { email: string; };

export type Unsubscribe = { eid?: string;
email?: string; };

export type Preferences = { /** The address, mostly hidden: j***@example.com. */ email: string;
emailOn: boolean;
smsOn: boolean;
/** Texts can be turned on only where there is one. */ hasPhone: boolean;
frequency: "weekly" | "monthly";
/** Empty means all. */ topics: Array<string>;
/** This link may not turn anything on, so one that may was mailed to the address. */ linkSent: boolean; };

export type PreferencesChange = { eid: string;
emailOn?: boolean;
smsOn?: boolean;
frequency?: "weekly" | "monthly";
topics?: Array<string>;
emailWording?: string;
smsWording?: string; };

export type ContactMessage = Robot & { firstName: string;
lastName: string;
email: string;
inquiryType: "support" | "affiliate" | "advertiser";
message: string; };

/** An id as an answer gave it; a number or the same as a string. */
export type Id = number | string;

/** A UUIDv7 made by the client, so that sending again counts once; without it the server makes one. */
export type EventId = string;

export type EventOnly = { eventId?: EventId; };

export type Interaction = { offerId: Id;
action: "view" | "click" | "skip";
eventId?: EventId; };

export type OfferClick = { offerId: Id;
eventId?: EventId; };

export type ContentView = { /** The offers that are shown; without it all active offers of the page, the first 200. */ offerIds?: Array<Id>;
eventId?: EventId; };

export type QuestionClick = { questionId?: Id;
clickType?: "yes" | "no" | "continue" | "unknown";
eventId?: EventId; };

export type DailyClick = { offerId: Id;
page?: number;
eventId?: EventId; };

/** The id of another record. */
export type Reference = number | string;

export type Meta = { /** Counts the saves. */ version: number;
createdAt: string;
updatedAt: string;
/** In the bin since. */ deletedAt: string | null; };

export type Batch = { ids: Array<Reference>;
action: "activate" | "deactivate" | "delete" | "restore"; };

export type PageInput = { title?: string;
slug?: string;
description?: string;
isActive?: boolean;
/** The version that the change was made from; with another one the answer is 409. */ version?: number; };

export type StaffPage = Meta & { id: number;
title: string;
slug: string;
description: string;
isActive: boolean; };

export type OfferInput = { pageId?: Reference;
title?: string;
description?: string;
url?: string;
imageUrl?: string | null;
priority?: number;
isActive?: boolean;
isFeatured?: boolean;
/** The version that the change was made from; with another one the answer is 409. */ version?: number; };

export type CountedOffer = Meta & { id: number;
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
ctr: number; };

export type CarouselOfferInput = { title?: string;
description?: string;
type?: "phone" | "coregistration" | "linkout";
imageUrl?: string | null;
targetUrl?: string;
priority?: number;
isActive?: boolean;
/** The version that the change was made from; with another one the answer is 409. */ version?: number; };

export type CarouselOffer = Meta & { id: number;
title: string;
description: string;
type: string;
imageUrl: string | null;
targetUrl: string;
subIdParam: string | null;
priority: number;
isActive: boolean;
views: number;
/** Presses of the button; never added to clickouts. */ clicks: number;
skips: number;
clickouts: number;
ctr: number; };

export type DailyOfferInput = { position?: number;
title?: string;
description?: string;
link?: string;
ctaText?: string;
isActive?: boolean;
/** The version that the change was made from; with another one the answer is 409. */ version?: number; };

export type StaffDailyOffer = Meta & { id: number;
position: number;
title: string;
description: string;
link: string;
ctaText: string;
isActive: boolean;
views: number;
clicks: number; };

export type QuestionInput = { pageId?: Reference;
position?: number;
question?: string;
targetOfferId?: number | string | null;
isActive?: boolean;
/** The version that the change was made from; with another one the answer is 409. */ version?: number; };

export type StaffQuestion = Meta & { id: number;
pageId: number;
position: number;
question: string;
targetOfferId: number | null;
/** Of the offer that a yes opens, active or not. */ targetTitle: string | null;
targetPageId: number | null;
isActive: boolean;
yes: number;
no: number; };

export type AnalyticsRow = { date: string;
views: number;
clicks: number;
ctr: number;
uniqueVisitors: number; };

export type AnalyticsTotals = { from: string;
to: string;
views: number;
clicks: number;
ctr: number;
uniqueVisitors: number; };

export type AnalyticsSummary = { totals: AnalyticsTotals;
previous: AnalyticsTotals;
reasons: Array<{ reason: string;
views: number;
clicks: number; }>; };

export type AnalyticsOffer = { offerId: number;
title: string;
isActive: boolean;
deleted: boolean;
views: number;
clicks: number;
ctr: number; };

export type AuditEntry = { id: number;
at: string;
actor: string;
via: "session" | "token" | "command";
action: string;
kind: string;
subjectId: string;
before: unknown | null;
after: unknown | null; };
