// Made from the contract by scripts/api-types.mjs. Do not edit.

export type Problem = { type: string;
title: string;
status: number;
/** One plain sentence for people. */ detail: string;
errors?: Array<{ field: string;
message: string; }>;
/** With 409, the current record. */ current?: unknown;
requestId?: string; };

/** The uploaded picture at imageUrl; null if imageUrl is not one. */
export type Picture = { width: number;
height: number;
/** Focal point for cropping, in percent from the left. */ focalX: number;
/** In percent from the top. */ focalY: number; } | null;

export type SiteSettings = { figures: { subscribers: string;
totalSaved: string;
tips: string;
averageAnnualSavings: string;
subscriberSavesPerYear: string;
settlementsRecovered: string;
settlementsResponse: string; };
cards: { expertResearch: string;
communityVerified: string;
weeklyUpdates: string; };
social: { facebook: string;
x: string;
instagram: string;
youtube: string; };
contact: { support: string;
affiliate: string;
advertising: string;
postalAddress: string; }; };

/** Names such as figures.subscribers, as in SiteSettings except for the postal address. Setting a contact address to empty restores its default.
 */
export type Settings = Record<string, string>;

export type ArticleCard = { id: number;
slug: string;
title: string;
excerpt: string;
category: string;
imageUrl: string | null;
picture: Picture;
imageAlt: string;
avgSavings: string | null;
/** What avgSavings is based on. */ savingsAssumption: string | null;
/** In minutes. */ readTime: number;
authorName: string;
createdAt: string;
/** When staff last reviewed it. */ reviewedAt: string | null;
isFeatured: boolean; };

export type Article = ArticleCard & { /** Slug of the author’s page; null if there is none. */ authorSlug: string | null;
/** The author is fictional. */ authorIsExample: boolean;
/** Empty if the author has no page. */ authorBio: string;
/** Empty if the author has no page. */ authorCredentials: string;
authorImageUrl: string | null;
tags: Array<string>;
/** Safe HTML. */ body: string;
sources: Array<Source>;
correction: Correction | null;
toc: Array<{ id: string;
title: string; }>;
/** Claims marked in its texts, and other figures in its calculators whose sources have been reviewed. */ claims: Array<PieceClaim>;
/** When its content last changed. */ revisedAt: string;
related: Array<ArticleCard>; };

export type Author = { slug: string;
name: string;
bio: string;
credentials: string;
imageUrl: string | null;
picture: Picture;
/** The author is fictional. */ isExample: boolean;
/** Newest first. */ articles: Array<ArticleCard>;
/** Total number of articles. */ articleCount: number;
/** Newest first. */ guides: Array<GuideCard>;
/** Total number of guides. */ guideCount: number; };

export type GuideCard = { id: number;
slug: string;
title: string;
subtitle: string;
category: string;
tags: Array<string>;
imageUrl: string | null;
picture: Picture;
/** In minutes. */ estimatedReadTime: number;
authorName: string;
publishedAt: string;
/** When staff last reviewed it. */ reviewedAt: string | null;
featured: boolean;
itemCount: number; };

export type GuideSummary = GuideCard & { /** Safe HTML. */ introduction: string;
/** Safe HTML. */ conclusion: string; };

export type GuideItem = { id: number;
position: number;
title: string;
imageUrl: string | null;
picture: Picture;
/** Safe HTML. */ content: string;
ctaText: string | null;
ctaUrl: string | null;
/** The link leads to a partner that pays us. */ ctaSponsored: boolean;
/** Name of that partner, if known. */ ctaAdvertiser: string | null; };

export type Guide = GuideSummary & { /** Slug of the author’s page; null if there is none. */ authorSlug: string | null;
/** The author is fictional. */ authorIsExample: boolean;
/** Empty if the author has no page. */ authorBio: string;
/** Empty if the author has no page. */ authorCredentials: string;
authorImageUrl: string | null;
items: Array<GuideItem>;
sources: Array<Source>;
correction: Correction | null;
/** Claims marked in its texts, and other figures in its calculators whose sources have been reviewed. */ claims: Array<PieceClaim>;
/** When its content last changed. */ revisedAt: string;
related: Array<GuideCard>;
relatedArticles: Array<ArticleCard>; };

export type Offer = OfferFacts & { id: number;
/** When the offer ends. */ endsAt: string | null;
/** When staff last saved the offer. */ checkedAt: string;
title: string;
description: string;
type: "phone" | "coregistration" | "linkout";
imageUrl: string | null;
picture: Picture;
/** The query may contain {placeholders}. */ targetUrl: string; };

export type StaticOffer = OfferFacts & { id: number;
/** When the offer ends. */ endsAt: string | null;
/** When staff last saved the offer. */ checkedAt: string;
title: string;
description: string;
imageUrl: string | null;
picture: Picture;
/** The query may contain {placeholders}, which the page fills in. */ link: string;
/** If set, the query parameter for the click ID. */ subIdParam: string | null; };

export type ContentPage = { id: number;
title: string;
slug: string;
description: string;
isActive: boolean;
/** Search engines may index it. */ isIndexed: boolean; };

export type ContentOffer = OfferFacts & { id: number;
/** When the offer ends. */ endsAt: string | null;
/** When staff last saved the offer. */ checkedAt: string;
pageId: number;
title: string;
description: string;
url: string;
imageUrl: string | null;
picture: Picture;
priority: number;
isActive: boolean;
isFeatured: boolean;
views: number;
clicks: number;
/** Clicks per hundred views, with two decimals; 0 without views. */ ctr: number;
/** If set, the query parameter for the click ID. */ subIdParam: string | null;
/** For settlements, the last day to file a claim. */ deadline: string | null;
/** For settlements, whether a claim needs proof of purchase. */ proofNeeded: boolean; };

/** A yes-or-no question. Fields that begin with target come from the offer that a yes opens; they are null if none is shown. */
export type Question = { id: number;
question: string;
targetOfferId: number | null;
/** What a yes opens; null if neither the offer nor its fallback is shown. */ targetUrl: string | null;
targetTitle: string | null;
targetCategory: "general" | "health-plan" | null;
/** As in OfferFacts. */ targetDisclaimer: string | null;
targetImageUrl: string | null;
/** As in OfferFacts. */ targetPartner: string | null;
/** As in OfferFacts. */ targetFigure: string | null;
/** As in OfferFacts. */ targetFigureNote: string | null;
/** As in OfferFacts. */ targetWho: string | null;
/** As in OfferFacts. */ targetMinimum: string | null;
/** As in OfferFacts. */ targetFee: string | null;
/** As in OfferFacts. */ targetProof: string | null;
/** Whether a claim needs proof of purchase. */ targetProofNeeded: boolean | null;
/** The last day to claim. */ targetDeadline: string | null;
/** When staff last saved the offer. */ targetCheckedAt: string | null;
/** If set, the query parameter for the click ID. */ subIdParam: string | null; };

export type DailyOffer = OfferFacts & { id: number;
/** When the offer ends. */ endsAt: string | null;
/** When staff last saved the offer. */ checkedAt: string;
title: string;
description: string;
imageUrl: string | null;
picture: Picture;
link: string;
ctaText: string;
/** If set, the query parameter for the click ID. */ subIdParam: string | null; };

export type DailyOffers = { offers: Array<DailyOffer>;
total: number;
totalPages: number; };

export type Role = "admin" | "editor" | "marketer" | "visitor";

export type User = { /** Null for a token. */ id: number | null;
email: string;
firstName: string | null;
lastName: string | null;
displayName: string | null;
profileImage: string | null;
role: Role;
/** Null for a token. */ provider: string | null; };

export type NewsletterState = "active" | "pending" | "unsubscribed" | "unknown";

export type Account = { id: number;
email: string;
emailVerified: boolean;
displayName: string | null;
role: Role;
disabledAt: string | null;
createdAt: string;
/** Null if a command created the user for a token. */ signedInAt: string | null; };

export type Invitation = { id: number;
email: string;
role: Role;
createdAt: string;
/** When the invitation was last emailed. */ mailedAt: string | null; };

/** Can do what its owner may currently do, up to its role. */
export type Token = { id: number;
/** The owner; null for a token from before tokens had owners, which works for 30 days. */ userId: number | null;
/** The owner's address; without an owner, what the token was created for. */ email: string;
name: string;
role: Role;
createdBy: string;
createdAt: string;
expiresAt: string;
lastUsedAt: string | null;
revokedAt: string | null; };

export type Received = { status: "received";
/** After a signup, whether it must be confirmed with the link in an email. */ confirm?: boolean;
/** After a confirmation, how often emails are sent from now on. */ frequency?: "weekly" | "monthly"; };

export type Wording = { version: string;
text: string;
/** Words in the text that link to a page on the site. */ links?: Array<{ words: string;
path: string; }>; };

export type ConsentWordings = { email: Wording;
sms: Wording; };

/** Fields that tell people from robots. */
export type Robot = { /** A hidden field. Leave it empty. */ website?: string;
/** Milliseconds between showing and submitting the form. */ fillMs?: number; };

export type Signup = Robot & { email: string;
emailConsent: boolean;
firstName: string;
lastName: string;
address: string;
dateOfBirth: string;
gender: "male" | "female" | "other" | "prefer-not-to-say";
phone?: string;
tcpaConsent?: boolean;
/** Version of the wording shown. If left out, the record says that the client didn't state the version. */ emailWording?: string;
/** As emailWording. */ smsWording?: string;
/** Path of the page with the form. */ page?: string;
/** sourceid, utm_* and click IDs. */ source?: Record<string, string>;
visit?: Visit; };

export type Confirmation = { /** The signed token in an email's link. */ eid: string;
/** As in Signup. */ emailWording?: string; };

export type LinkRequest = Robot & { email: string;
/** For a link that sets this frequency and turns email on again. */ frequency?: "monthly"; };

export type Unsubscribe = { eid?: string;
email?: string; };

export type Preferences = { /** The address, mostly hidden, such as j***@example.com. */ email: string;
emailOn: boolean;
/** The number has confirmed texts with YES. */ smsOn: boolean;
/** Texts were agreed to on the site, and the number has not confirmed yet. */ smsAsked: boolean;
/** Whether there is a number. Texts can be turned on only with one. */ hasPhone: boolean;
frequency: "weekly" | "monthly";
/** Empty for all topics. */ topics: Array<string>;
/** This link does not allow everything that was requested, so another link was emailed to the address. */ linkSent: boolean;
/** The number replied STOP to a text, so it gets no texts until it replies START, regardless of smsOn. */ textsStopped: boolean;
details?: Details; };

/** What is stored about the person. Only for a link that was sent on request. */
export type Details = { firstName: string;
lastName: string;
address: string;
/** Such as +12015550123; empty if there is none. */ phone: string;
/** Newest first. */ agreed: Array<Agreed>; };

export type Agreed = { channel: "email" | "sms";
action: "given" | "withdrawn";
at: string;
wording: string; };

export type Deletion = { eid: string;
confirmed: boolean; };

export type Revocation = { /** Address of the person whose emails, calls and texts end. Either this or phone. */ email?: string;
/** Number to which calls and texts end. */ phone?: string;
/** How the request reached us. */ means: "phone" | "message"; };

export type Revoked = { /** Number of people with this address or number. */ people: number;
/** What was on before. */ ended: Array<"email" | "sms">; };

export type PreferencesChange = { eid: string;
/** Turning emails off ends texts too, unless smsOn is true. */ emailOn?: boolean;
smsOn?: boolean;
frequency?: "weekly" | "monthly";
topics?: Array<string>;
emailWording?: string;
smsWording?: string;
/** This field and the next three require a link that was sent on request. With any other link, such a link is sent. */ firstName?: string;
lastName?: string;
address?: string;
/** Empty removes the number and ends its texts, unless smsOn is true. */ phone?: string; };

export type ContactMessage = Robot & { firstName: string;
lastName: string;
email: string;
inquiryType: "support" | "affiliate" | "advertiser";
message: string;
visit?: Visit; };

export type SubscriberState = "pending" | "active" | "unsubscribed";

export type Subscriber = { id: string;
email: string;
firstName: string;
lastName: string;
state: SubscriberState;
/** Why the address gets no email. */ suppressed: "" | "unsubscribed" | "bounce" | "complaint" | "manual";
smsAllowed: boolean;
createdAt: string;
leftAt: string | null; };

export type SubscriberImport = { dryRun: boolean;
/** Lines whose people are now subscribed. */ accepted: number;
/** Of these, people who were not subscribed before. */ added: number;
/** The first lines that were rejected. */ refused: Array<{ line: number;
reason: string; }>;
/** Number of rejected lines. */ refusedCount: number; };

export type SubscriberDetails = Subscriber & { phone: string;
frequency: "weekly" | "monthly";
/** Newsletter topics; empty for all. */ topics: Array<string>;
/** When someone last had a link sent to the address. */ linkMailedAt: string | null;
/** Since when the address gets no email. */ suppressedAt: string | null;
/** Number of emails that bounced for a temporary reason. */ softBounces: number;
/** When the last of them bounced. */ softBouncedAt: string | null;
consents: Array<ConsentEntry>; };

/** A consent given or withdrawn. */
export type ConsentEntry = { channel: "email" | "sms";
action: "given" | "withdrawn";
at: string;
page: string;
/** Version of the wording. */ version: string;
/** The wording as shown. */ wording: string;
evidence: { /** The address or number that the consent applies to. */ destination: string;
/** Network address of the request. */ address: string;
userAgent: string;
/** Tags and click IDs of the visit. */ source?: Record<string, string>;
/** How the person withdrew consent. Staff record phone and message; text means that the person texted it. */ means?: "phone" | "message" | "text";
/** The text that was received. */ said?: string; }; };

export type ReceivedMessage = { id: string;
firstName: string;
lastName: string;
email: string;
inquiryType: "support" | "affiliate" | "advertiser";
message: string;
/** The staff's note. */ note: string;
at: string;
answeredAt: string | null;
answeredBy: string | null;
version: number;
/** It has been waiting so long that the 24 hours we promise are almost over. */ late: boolean; };

export type MessageSummary = { /** Number of messages waiting for an answer. */ open: number;
/** Number of messages that are late. */ late: number;
/** Hours until a waiting message is late. */ lateHours: number;
/** Months that a message is kept. */ keptMonths: number; };

export type MessageMark = { answered?: boolean;
note?: string;
/** The version the user saw. */ version: number; };

/** An ID from a response, as a number or a string. */
export type Id = number | string;

/** A UUIDv7 generated by the client, so that sending an event again counts once. If left out, the server generates one. */
export type EventId = string;

export type EventOnly = { eventId?: EventId;
visit?: Visit; };

export type Interaction = { offerId: Id;
action: "view" | "click" | "skip";
eventId?: EventId;
visit?: Visit; };

export type OfferClick = { offerId: Id;
eventId?: EventId;
visit?: Visit; };

export type ContentView = { /** The offers shown. The default is the page's first 200 active offers. */ offerIds?: Array<Id>;
eventId?: EventId;
visit?: Visit; };

export type QuestionClick = { questionId?: Id;
clickType?: "yes" | "no" | "continue" | "unknown";
/** The offer that Yes led to on the page; 0 for none. The default is the question's current offer. */ targetOfferId?: number;
eventId?: EventId;
visit?: Visit; };

export type DailyView = { offerIds: Array<Id>;
eventId?: EventId;
visit?: Visit; };

export type DailyClick = { offerId: Id;
page?: number;
eventId?: EventId;
visit?: Visit; };

export type Report = ReportSheet & { timezone: string;
/** Currency of revenue. */ currency: string;
by: string;
filters: Array<ReportFilter>;
compare: ReportSheet | null;
/** The day since which the current rules for robots apply; left out if they always have. */ rulesSince?: string;
/** If the last day is not over and compared, the time until which events are counted. */ until?: string; };

export type ReportSheet = { from: string;
to: string;
rows: Array<ReportRow>;
total: ReportTotal; };

export type WeeklyEmail = { wanted: boolean;
/** The address it is sent to. */ to: string; };

export type ReportTotal = ReportFigures & { otherRevenue: OtherRevenue; };

/** What paid clicks and approved conversions earned in other currencies. It is not part of revenue. */
export type OtherRevenue = Array<{ currency: string;
/** In the smallest unit of the currency. */ amount: number; }>;

export type ReportFilter = { /** The dimension to filter by. */ by: string;
/** The key as requested. */ key: string;
/** The title or name, if any. */ label: string; };

export type ReportRow = ReportFigures & { /** The day, the path, the value, the code of a link, or the offer as carousel:12, content:12, daily:12 or static:12. */ key: string;
/** The title or name, if any. */ label: string;
/** Kind of offer. */ kind?: "carousel" | "content" | "daily" | "static";
/** ID of an offer or a link. */ id?: number;
otherRevenue?: OtherRevenue; };

export type ReportFigures = { views: number;
/** Views in which half of the page was seen and it was visible for 15 seconds. */ reads: number;
/** Unique visitors; over several days, the sum of the daily numbers. For a link, the visitors it brought to its page. */ uniques: number;
/** Clicks on offers. */ clicks: number;
/** Visits sent to partners: redirects from the carousel's offers, and clicks on all others. */ clickouts: number;
signups: number;
/** Conversions of known clicks that advertisers reported and approved. */ conversions: number;
/** Revenue from paid clicks and approved conversions, in the smallest unit of the site's currency. */ revenue: number;
/** Conversions that have not been approved or rejected yet. */ pending: number;
/** What they would earn, in the smallest unit of the site's currency. */ pendingRevenue: number;
/** Clicks per hundred views. */ ctr: number;
/** Revenue per clickout. */ epc: number; };

export type PageView = { /** A read means that half of the page was seen and it was visible for 15 seconds. A clickout is a click on a paid link in an article, a guide or a newsletter. */ action: "view" | "read" | "clickout";
eventId?: EventId;
visit: Visit; };

/** What a client knows about the visit, which lasts as long as a tab. Unknown pages and links are left out. Values
are stored in lower case, one line of at most 100 characters. At most 1,000 values of each kind are stored a day;
the rest count as "other". first is where the visit began. last is where the visitor came from if they came from
elsewhere again, and is left out otherwise.
 */
export type Visit = { /** Path of the page where it happened. */ page?: string;
/** Path of the last article or guide opened. */ piece?: string;
first?: Origin;
last?: Origin; };

/** Where a visit came from, according to its landing page. */
export type Origin = { /** utm_source. If left out, the referrer is used, or direct. */ source?: string;
medium?: string;
campaign?: string;
content?: string;
/** Host of the site the visitor came from. */ referrer?: string;
/** Code of one of the site's own links. */ link?: string;
/** Path of the landing page. */ landing?: string; };

/** The ID of another record. */
export type Reference = number | string;

/** What the report changed. unknown is a new conversion of an unknown click. */
export type ConversionOutcome = "new" | "update" | "unchanged" | "unknown";

export type NewsletterCard = { slug: string;
subject: string;
preheader: string;
sentAt: string; };

export type NewsletterList = { newsletters: Array<NewsletterCard>;
total: number; };

export type Newsletter = NewsletterCard & { /** HTML. */ body: string;
/** Articles and guides linked in it. */ pieces: Array<{ path: string;
title: string;
about: string;
topic: string; }>;
/** Offers that partners pay for. */ sponsored: Array<{ title: string;
about: string;
/** A path, which leads on to the offer. */ href: string; }>; };

export type Topic = { category: string;
/** May be empty. */ introduction: string;
/** The first article to read; null if none is chosen or it is not public. */ first: ArticleCard | null; };

export type ToolCard = { slug: string;
title: string;
/** The result of the example, as a sentence. */ sentence: string;
category: string;
/** The article or guide it belongs to. */ piece: { kind: "article" | "guide";
slug: string;
title: string;
about: string; }; };

export type Tool = ToolCard & { /** Safe HTML. */ html: string; };

export type CheckedNumbers = { problems: Array<{ /** Line in the block, starting at 1. */ line: number;
/** The field, such as assumptions[0].unit; empty for the block. */ at: string;
message: string; }>;
/** Results of the example by formula name; empty if there are problems. */ figures: Record<string, string>;
sentence: string;
/** What readers see; empty if there are problems. */ html: string; };

/** A figure, a rate or a legal date in a piece, with its source. */
export type PieceClaim = { name: string;
/** What the figure is. */ title: string;
value: string;
sourceTitle: string;
sourceUrl: string | null;
/** When the source was last reviewed. */ lookedAt: string | null; };

export type SearchAnswer = { /** The words that were searched for. */ words: string;
/** The query found nothing, so some words were replaced or left out. */ corrected: boolean;
/** Nothing has all of the words, so the results have some of them in their titles or summaries. */ some: boolean;
results: Array<SearchResult>;
/** Total number of results. At most 200 are shown. */ total: number;
/** There are more results than total. */ more: boolean; };

export type SearchResult = { /** tool is a calculator; offer is one in the carousel. */ kind: "article" | "guide" | "tool" | "offer" | "static_offer" | "daily_offer" | "content_offer";
/** For a content_offer, the slug of its page; empty for other offers. */ slug: string;
/** Position of a step in its guide, or of a daily offer in its list, starting at 1; otherwise 0. */ step: number;
/** Empty for offers. */ category: string;
title: Array<SearchPart>;
/** Title of what contains it: a step's guide, a calculator's piece, or a content_offer's page; otherwise empty. */ guide: string;
excerpt: Array<SearchPart>;
/** The piece's picture. A step has its own or its guide's. */ imageUrl: string | null;
picture: Picture; };

export type SearchPart = { text: string;
/** Whether one of the words was found here. */ hit: boolean; };

export type HealthReport = { level: HealthLevel;
checkedAt: string;
parts: Array<HealthPart>; };

/** Of something with parts or problems, that of the worst. */
export type HealthLevel = "good" | "warning" | "bad";

export type HealthPart = { /** Such as Email, Backups or Disk space. */ name: string;
level: HealthLevel;
/** How it's doing; of a part with problems, the worst one. */ sentence: string;
/** Its page of the manual and the section, such as health#email. */ help: string;
/** The worst first. */ problems: Array<HealthProblem>;
details: Array<HealthDetail>; };

export type HealthProblem = { what: string;
fix: string;
/** The path where to fix it; empty if that's nowhere on the site. */ page: string; };

export type HealthDetail = { label: string;
/** May be empty where there is a time. */ text: string;
at: string | null; };

export type ManualPage = { /** Address of the page under /admin/help. */ name: string;
title: string;
html: string;
/** The second-level headings. */ sections: Array<{ id: string;
title: string; }>; };

export type SearchMiss = { words: string;
/** Each person counts once a day. */ people: number;
lastDay: string; };

export type FoundOffer = { kind: "carousel" | "content" | "daily" | "static";
id: number;
title: string;
partner: string;
/** Its name; empty if there is none. */ advertiser: string;
/** Slug of the content page that it is on. */ page: string | null;
address: string;
isActive: boolean;
hold: "upcoming" | "ended" | "dailyCap" | "totalCap" | "brokenLink" | null; };

export type AnyOffer = { /** Of its first placement, such as carousel:12; so are kind and page. */ id: string;
offerId: number;
kind: "carousel" | "content" | "daily" | "static";
/** Of the content page that it is on. */ pageId: number | null;
/** Title of that page. */ page: string | null;
title: string;
address: string;
imageUrl: string | null;
advertiserId: number | null;
advertiser: string | null;
state: "shown" | "upcoming" | "ended" | "capped" | "broken" | "off";
linkState: "unchecked" | "good" | "moved" | "broken" | "refused";
payoutModel: "click" | "lead" | "sale" | null;
payoutAmount: number | null;
payoutCurrency: string | null;
startsAt: string | null;
/** The end of the last day to claim, where that comes first. */ endsAt: string | null;
version: number;
updatedAt: string;
placements: Array<OfferPlacement>; };

export type OfferCounts = { total: number;
shown: number;
upcoming: number;
/** Shown, and ends within a week. */ ending: number;
ended: number;
capped: number;
/** Switched on, with a broken link. */ broken: number;
off: number; };

export type OffersChanged = { offers: Array<AnyOffer>;
refused: Array<{ id: string;
message: string; }>; };

export type LinkProblem = { kind: "carousel" | "content" | "daily" | "static";
id: number;
title: string;
/** Slug of its content page. */ page: string | null;
hold: "upcoming" | "ended" | "dailyCap" | "totalCap" | "brokenLink" | null;
linkHealth: LinkHealth; };

export type OptimisedPage = { page: string;
/** Whether visitors see the optimizer's order. */ live: boolean;
switchedAt: string | null;
/** What offers are compared by; ctr before there is revenue. */ by: "epc" | "ctr";
/** Days of evidence. */ days: number;
gain: ExpectedGain;
offers: Array<OptimisedOffer>; };

/** How much more the optimizer's order earns than the staff's, in percent, with its 95% credible interval; null until two offers have 100 views. */
export type ExpectedGain = { expected: number;
low: number;
high: number; } | null;

export type OptimisedOffer = { id: number;
title: string;
views: number;
/** Clickouts. */ clicks: number;
/** Approved conversions, if they are paid for. */ conversions: number;
/** Whether it has 100 views. Until then it keeps its place. */ ordered: boolean;
/** Share of the page's attention in the staff's order, in percent. */ byHand: number;
/** Share of the page's attention in the optimizer's order, in percent. */ optimised: number; };

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

export type Export = { id: number;
what: "magazine" | "subscribers";
/** Entries written. */ done: number;
total: number; };

export type Import = { id: number;
what: "magazine" | "subscribers" | "offers";
/** Name of the file. */ name: string;
bytes: number;
/** In mapping, it waits for mapImportColumns. After it is checked, it waits for someone to start or discard it. */ state: "mapping" | "checking" | "checked" | "importing" | "done" | "failed" | "discarded";
/** Entries without errors are imported even if others have errors. */ partial: boolean;
/** Finished entries of the current step. */ done: number;
total: number;
counts: { new: number;
changed: number;
same: number;
/** Entries exported by another system whose slug is taken. */ left: number;
refused: number;
/** Entries of kinds that this site doesn't have, people whom the list marks as not subscribed, or offers that the network says can't run. */ leftOut: number; };
/** Why it failed. */ reason: string;
mapping: ImportMapping | null;
createdAt: string;
changedAt: string; };

export type ImportLine = { n: number;
outcome: "changed" | "left" | "refused" | "leftOut";
/** Name of a file, or of a post in the file; empty for a list of subscribers. */ name: string;
/** 0 if there is none. */ line: number;
reason: string; };

export type ImportReason = { reason: string;
count: number;
/** The first three. */ lines: Array<number>; };

export type ImportColumns = { columns: Array<{ name: string;
field: ImportField; }>;
rows: Array<Array<string>>; };

/** subscribed is yes, no, or a status. left, which several columns can be, is a date or yes for someone who must not get email. status is an offer's at the network. */
export type ImportField = "" | "email" | "name" | "firstName" | "lastName" | "subscribed" | "left" | "consentAt" | "consentSource" | "phone" | "smsConsent" | "smsConsentAt" | "topics" | "frequency" | "address" | "title" | "advertiser" | "partner" | "description" | "category" | "payout" | "payoutModel" | "payoutCurrency" | "startsAt" | "endsAt" | "ends" | "dailyCap" | "totalCap" | "figure" | "figureNote" | "who" | "minimum" | "fee" | "proof" | "planOrganizations" | "planProducts" | "imageUrl" | "terms" | "subIdParam" | "status" | "placements";

export type ImportMapping = { /** One for each column, in order. */ fields: Array<ImportField>;
/** Of subscribers without one; required if no column is consentAt. */ consentAt?: string;
/** Of subscribers without one; required if no column is consentSource. */ consentSource?: string;
/** Of offers without one, such as carousel, daily, static and content-12; required if no column is placements. */ placements?: Array<string> | null;
/** Of offers without one. */ advertiserId?: number | null;
/** Of offers that don't say what the payout is for. */ payoutModel?: "" | "click" | "lead" | "sale";
/** Of offers: dates with slashes start with the day. One that can only start with the day means the same. */ dayFirst?: boolean; };

export type PreviewKind = "page" | "content-offer" | "offer" | "static-offer" | "daily-offer";

export type LegalText = { page: string;
effective: string;
html: string;
toc: Array<{ id: string;
title: string; }>;
isCurrent: boolean;
/** Effective dates of current and past versions, newest first. */ versions: Array<string>; };

export type UnreviewedPage = { page: "privacy" | "terms"; };

export type LegalDraft = { page: string;
base: number;
text: string;
effective: string;
/** Whether it is scheduled for a future date. */ isUpcoming: boolean;
/** Whether an admin has marked this text as reviewed by counsel. Changing the text, even by a release, resets it. */ isReviewed: boolean;
today: string;
placeholders: Array<{ name: string;
meaning: string; }>; };

export type AuditEntry = { id: number;
at: string;
/** A verified address, or user 7, token 12, command line, schedule or erased. In entries of tokens without a userId and a tokenId, it is what the token was created for. */ actor: string;
/** Name as of the last sign-in; empty if unknown. */ actorName: string;
/** Who made the change; for a token, its owner. */ userId: number | null;
tokenId: number | null;
tokenName: string;
/** Whether the record can be set back to after. */ canRestore: boolean;
via: "session" | "token" | "command";
/** A keyed hash of the network the request came from, as in the request log; empty for a command. */ network: string;
action: string;
kind: string;
subjectId: string;
before: Record<string, unknown> | null;
after: Record<string, unknown> | null; };

/** A decision by staff about a conversion, regardless of the advertiser's reports. */
export type Adjustment = { status: "pending" | "approved" | "rejected" | "reversed";
/** In the smallest unit of the conversion's currency; negative for a refund. */ payout: number;
reason: string;
/** Of the conversion as shown, so that no newer report is overwritten. */ updatedAt: string; };

export type AdvertiserInput = { name?: string;
/** Which network's parameter names it uses. */ preset?: "own" | "keitaro" | "redtrack" | "voluum" | "binom" | "affise" | "everflow" | "impact";
/** Who you talk to there. */ contactName?: string | null;
contactEmail?: string | null;
contactPhone?: string | null;
/** What you agreed on, such as when they pay. */ terms?: string;
note?: string;
/** When off, its postbacks are rejected. */ isActive?: boolean;
/** The version being changed; returns 409 if it isn't the current one. */ version?: number; };

/** An advertiser with a summary of its reports and what its offers earned. */
export type AdvertiserPage = StaffAdvertiser & { /** The URL to enter at the network, with KEY instead of the key. */ postbackAddress: string;
/** Last one accepted. */ lastPostbackAt: string | null;
lastRefusedAt: string | null;
/** Of the last 12 months, latest first. */ revenue: Array<AdvertiserRevenue>; };

/** What an advertiser's offers earned in a month and currency, by the day of the click. Amounts are in the currency's smallest unit. */
export type AdvertiserRevenue = { /** Such as 2026-11. */ month: string;
currency: string;
/** From paid clicks and approved conversions, as in the reports. */ approved: number;
pending: number;
reversed: number; };

/** An advertiser with a new key, which is shown only once. */
export type AdvertiserWithKey = StaffAdvertiser & { /** Only its hash is stored. */ postbackKey: string;
/** The URL to enter at the network, with its macros. */ postbackAddress: string; };

export type ArticleInput = { title?: string;
/** Lowercase letters, digits, and single hyphens, not digits only. */ slug?: string;
/** A slug, not limited to the site's categories. */ category?: string;
/** Separated by commas. */ tags?: Array<string>;
authorName?: string;
imageUrl?: string | null;
/** Shown on the home page. */ featured?: boolean;
/** The sources used. */ sources?: Array<Source>;
/** The correction shown to readers; null removes it. */ correction?: { text: string;
/** Now by default. */ at?: string; } | null;
/** When someone last checked the facts. */ reviewedAt?: string | null;
/** Set automatically when what readers see changes in substance. */ revisedAt?: string;
/** Only published pieces are public. Scheduled ones are published at publishAt. */ status?: "draft" | "scheduled" | "published" | "archived";
/** When it's published. A future time hides a published piece until then; a past time publishes a scheduled one. */ publishAt?: string | null;
/** Autosave: saves within a few minutes share one revision. Not for public pieces. */ autosave?: boolean;
/** Shown on cards, in search results, and below the title. */ excerpt?: string;
/** Markdown. Raw HTML is shown as text. */ body?: string;
/** For screen readers. */ imageAlt?: string;
/** Such as $482/year. The article must show the math. */ avgSavings?: string | null;
/** Such as canceling four services. */ savingsAssumption?: string | null;
/** Article slugs. */ related?: Array<string>;
/** The version being changed; returns 409 if it isn't the current one. */ version?: number; };

/** Who gets an email: of the subscribers who get email at all, those who meet all conditions. The empty one is everyone. */
export type Audience = { /** Who chose one of them, or none at all. */ topics?: Array<string>;
frequency?: "" | "weekly" | "monthly";
/** A day as YYYY-MM-DD, included. */ signedUpSince?: string;
/** A day as YYYY-MM-DD, not included. */ signedUpBefore?: string;
/** The utm_source of the signup. */ source?: string;
/** Who clicked a link in an email within so many days, or who didn't although they had been getting emails that record clicks before. Only with LETTER_ENGAGEMENT. */ engagement?: "" | "clicked-30" | "clicked-90" | "clicked-365" | "not-clicked-90"; };

/** The size of an audience. */
export type AudienceCount = { count: number;
/** Audiences by engagement are available. */ engagement: boolean;
/** With not-clicked-90, how many more haven't been getting emails that record clicks for 90 days. */ unknown: number; };

export type AuthorInput = { /** Byline name. */ name?: string;
/** End of the address: /authors/…. */ slug?: string;
/** Such as “Banking and budgets; accredited financial counselor”. */ credentials?: string;
/** Short bio (two sentences). */ bio?: string;
imageUrl?: string | null;
/** Has a page that bylines link to. */ isActive?: boolean;
/** Fictional author, labeled as an example. */ isExample?: boolean;
/** The version being changed; returns 409 if it isn't the current one. */ version?: number; };

export type CarouselOfferInput = { advertiserId?: number | null | string;
title?: string;
description?: string;
imageUrl?: string | null;
/** The company behind the offer. */ partner?: string;
/** The value, such as $150. */ figure?: string;
/** Such as “bonus” or “a month”. */ figureNote?: string;
who?: string;
/** Minimum purchase or deposit. Shown to readers as the catch. */ minimum?: string;
/** Shown to readers as the catch if there’s no minimum. */ fee?: string;
ends?: string;
/** Proof required. */ proof?: string;
/** A health plan shows Medicare’s disclaimer, and we send its partner no visitor data. */ category?: "general" | "health-plan";
/** For health plans: the number Medicare’s disclaimer shows. */ planOrganizations?: number | null;
/** For health plans: the number Medicare’s disclaimer shows. */ planProducts?: number | null;
/** Public http or https address. */ targetUrl?: string;
type?: "phone" | "coregistration" | "linkout";
/** We count clicks; the advertiser reports leads and sales. */ payoutModel?: "click" | "lead" | "sale" | null;
/** In the smallest unit of the currency. */ payoutAmount?: number | null;
/** ISO 4217 code. The site's currency by default. */ payoutCurrency?: string | null;
/** Not shown before this time. */ startsAt?: string | null;
/** Not shown from this time on. */ endsAt?: string | null;
/** Clicks, leads, or sales a day before the offer is hidden until the next day. It takes up to 5 seconds to hide. One network’s clicks fill at most a tenth of it. Empty means no cap. */ dailyCap?: number | null;
/** The most over the offer’s lifetime. */ totalCap?: number | null;
/** An offer of the same kind and page, shown while this one is on hold. */ fallbackOfferId?: number | null | string;
/** After three failed checks in a row. The fallback is shown instead. */ pauseWhenBroken?: boolean;
/** For staff: the terms you agreed on. */ terms?: string;
/** URL parameter for the click ID, such as subid. Or use {clickid} in the URL. */ subIdParam?: string | null;
/** Shown to visitors. */ isActive?: boolean;
/** Importance from 1 to 10. Highest first. */ priority?: number;
/** Not shown in this place before this time. */ placementStartsAt?: string | null;
/** Not shown in this place from this time on. */ placementEndsAt?: string | null;
/** The version being changed; returns 409 if it isn't the current one. */ version?: number; };

/** The effect of a report on a conversion. */
export type Change = { at: string;
/** Match: its unknown click was found. */ via: "postback" | "import" | "match" | "staff";
/** Who imported or changed it. */ actor: string;
/** Why staff changed it. */ reason: string;
status: "pending" | "approved" | "rejected" | "reversed";
payout: number;
currency: string;
/** Changed nothing, because a later report had replaced it or staff had decided the same. */ repeated: boolean; };

export type ClaimInput = { /** Shown to readers below the text. */ title?: string;
/** As it appears in the text, such as $250,000 or 4.2%. */ value?: string;
/** Used in Markdown, such as deposit-insurance-limit. Can’t be changed later. */ name?: string;
sourceTitle?: string;
sourceUrl?: string | null;
/** When someone last checked the source. */ lookedAt?: string | null;
/** Defaults to a year after the last check. */ lookAgainAt?: string;
/** For staff: what depends on it and what to check. */ note?: string;
/** The version being changed; returns 409 if it isn't the current one. */ version?: number; };

/** A place where a claim is used in a piece that is not in the trash. */
export type ClaimUse = { /** Kind of piece. */ kind: "article" | "guide";
pieceId: number;
slug: string;
title: string;
status: "draft" | "scheduled" | "published" | "archived";
version: number;
/** Value in the piece. */ value: string; };

export type ContentOfferInput = { advertiserId?: number | null | string;
title?: string;
description?: string;
imageUrl?: string | null;
pageId?: Reference;
/** Settlements: last day to file a claim. */ deadline?: string | null;
/** Settlements: proof of purchase required. */ proofNeeded?: boolean;
/** The company behind the offer. */ partner?: string;
/** The value, such as $150. */ figure?: string;
/** Such as “bonus” or “a month”. */ figureNote?: string;
who?: string;
/** Minimum purchase or deposit. Shown to readers as the catch. */ minimum?: string;
/** Shown to readers as the catch if there’s no minimum. */ fee?: string;
ends?: string;
/** Proof required. */ proof?: string;
/** A health plan shows Medicare’s disclaimer, and we send its partner no visitor data. */ category?: "general" | "health-plan";
/** For health plans: the number Medicare’s disclaimer shows. */ planOrganizations?: number | null;
/** For health plans: the number Medicare’s disclaimer shows. */ planProducts?: number | null;
/** Public http or https address. */ url?: string;
/** We count clicks; the advertiser reports leads and sales. */ payoutModel?: "click" | "lead" | "sale" | null;
/** In the smallest unit of the currency. */ payoutAmount?: number | null;
/** ISO 4217 code. The site's currency by default. */ payoutCurrency?: string | null;
/** Not shown before this time. */ startsAt?: string | null;
/** Not shown from this time on. */ endsAt?: string | null;
/** Clicks, leads, or sales a day before the offer is hidden until the next day. It takes up to 5 seconds to hide. One network’s clicks fill at most a tenth of it. Empty means no cap. */ dailyCap?: number | null;
/** The most over the offer’s lifetime. */ totalCap?: number | null;
/** An offer of the same kind and page, shown while this one is on hold. */ fallbackOfferId?: number | null | string;
/** After three failed checks in a row. The fallback is shown instead. */ pauseWhenBroken?: boolean;
/** For staff: the terms you agreed on. */ terms?: string;
/** URL parameter for the click ID, such as subid. Or use {clickid} in the URL. */ subIdParam?: string | null;
/** Shown to visitors. */ isActive?: boolean;
/** Importance from 1 to 10. Highest first. */ priority?: number;
isFeatured?: boolean;
/** Not shown in this place before this time. */ placementStartsAt?: string | null;
/** Not shown in this place from this time on. */ placementEndsAt?: string | null;
/** The version being changed; returns 409 if it isn't the current one. */ version?: number; };

/** A conversion as shown to staff. Its click is known if ClickDate is set. */
export type Conversion = { id: number;
advertiserId: number;
advertiser: string;
clickId: string;
transactionId: string;
event: string;
status: "pending" | "approved" | "rejected" | "reversed";
payout: number;
sale: number | null;
currency: string;
/** Nil if unknown. */ clickDate: string | null;
/** Its title; may be empty. */ offer: string;
/** Oldest first. */ changes: Array<Change>;
createdAt: string;
updatedAt: string; };

/** The effect of an import or dry run. */
export type ConversionImport = { dryRun: boolean;
new: number;
updated: number;
unchanged: number;
/** New, of unknown clicks. */ unknown: number;
refused: number;
rows: Array<ConversionImportRow>; };

/** The effect of one row of an import. */
export type ConversionImportRow = { line: number;
outcome: "new" | "update" | "unchanged" | "unknown" | "refused";
/** Why it was rejected. */ reason: string;
clickId: string;
transactionId: string;
event: string;
/** Empty if unreadable. */ status: string;
/** In the smallest unit; nil if the row has none. */ payout: number | null;
currency: string; };

/** The sum of the conversions with one status and currency. Refunds count in Payout but not in Conversions. */
export type ConversionTotal = { status: "pending" | "approved" | "rejected" | "reversed";
currency: string;
conversions: number;
/** In the smallest unit. */ payout: number; };

/** A note to readers about a corrected mistake. */
export type Correction = { text: string;
at: string; };

export type DailyOfferInput = { advertiserId?: number | null | string;
title?: string;
description?: string;
imageUrl?: string | null;
/** The company behind the offer. */ partner?: string;
/** The value, such as $150. */ figure?: string;
/** Such as “bonus” or “a month”. */ figureNote?: string;
who?: string;
/** Minimum purchase or deposit. Shown to readers as the catch. */ minimum?: string;
/** Shown to readers as the catch if there’s no minimum. */ fee?: string;
ends?: string;
/** Proof required. */ proof?: string;
/** A health plan shows Medicare’s disclaimer, and we send its partner no visitor data. */ category?: "general" | "health-plan";
/** For health plans: the number Medicare’s disclaimer shows. */ planOrganizations?: number | null;
/** For health plans: the number Medicare’s disclaimer shows. */ planProducts?: number | null;
/** Public http or https address. */ link?: string;
/** We count clicks; the advertiser reports leads and sales. */ payoutModel?: "click" | "lead" | "sale" | null;
/** In the smallest unit of the currency. */ payoutAmount?: number | null;
/** ISO 4217 code. The site's currency by default. */ payoutCurrency?: string | null;
/** Not shown before this time. */ startsAt?: string | null;
/** Not shown from this time on. */ endsAt?: string | null;
/** Clicks, leads, or sales a day before the offer is hidden until the next day. It takes up to 5 seconds to hide. One network’s clicks fill at most a tenth of it. Empty means no cap. */ dailyCap?: number | null;
/** The most over the offer’s lifetime. */ totalCap?: number | null;
/** An offer of the same kind and page, shown while this one is on hold. */ fallbackOfferId?: number | null | string;
/** After three failed checks in a row. The fallback is shown instead. */ pauseWhenBroken?: boolean;
/** For staff: the terms you agreed on. */ terms?: string;
/** URL parameter for the click ID, such as subid. Or use {clickid} in the URL. */ subIdParam?: string | null;
/** Shown to visitors. */ isActive?: boolean;
ctaText?: string;
/** Place in the list, lowest first. If empty, it goes last. */ position?: number;
/** Not shown in this place before this time. */ placementStartsAt?: string | null;
/** Not shown in this place from this time on. */ placementEndsAt?: string | null;
/** The version being changed; returns 409 if it isn't the current one. */ version?: number; };

/** The agreement with an offer's advertiser, and the facts shown to visitors. Amounts are in the currency's smallest unit. */
export type Deal = OfferFacts & { offerId: number;
advertiserId: number | null;
/** We count clicks; the advertiser reports leads and sales. */ payoutModel: "click" | "lead" | "sale" | null;
/** In the smallest unit of the currency. */ payoutAmount: number | null;
/** ISO 4217 code. The site's currency by default. */ payoutCurrency: string | null;
/** Not shown before this time. */ startsAt: string | null;
/** Not shown from this time on. */ endsAt: string | null;
/** Of click-outs, or of conversions if leads or sales are paid for. */ dailyCap: number | null;
/** The most over the offer’s lifetime. */ totalCap: number | null;
/** Of the same kind; replaces it while it is on hold. */ fallbackOfferId: number | null;
/** URL parameter for the click ID, such as subid. Or use {clickid} in the URL. */ subIdParam: string | null;
/** For staff: the terms you agreed on. */ terms: string;
/** After three failed checks in a row. The fallback is shown instead. */ pauseWhenBroken: boolean;
/** Why an active offer isn't shown. */ hold: "upcoming" | "ended" | "dailyCap" | "totalCap" | "brokenLink" | null;
linkHealth: LinkHealth;
/** Not shown in this place before this time. */ placementStartsAt: string | null;
/** Not shown in this place from this time on. */ placementEndsAt: string | null;
/** All of the offer. */ placements: Array<OfferPlacement>; };

/** A check of an email before it is sent. */
export type EmailCheck = { name: string;
ok: boolean;
/** Unless OK, sending must be confirmed. */ blocks: boolean;
/** What is wrong; "" if OK. */ detail: string;
/** The field without which it can't be sent, even if confirmed; "" for other checks. */ field: string; };

export type EmailInput = { subject?: string;
/** Shown after the subject in the inbox. */ preheader?: string;
/** Markdown. */ body?: string;
/** Addresses of articles and guides on this site, in order. */ pieces?: Array<string>;
/** IDs of carousel offers to include, labeled as sponsored. */ offers?: Array<number>;
audience?: Audience;
/** When to send the campaign. If this time has passed, it's sent right away. */ scheduledAt?: string | null;
status?: "draft" | "scheduled";
/** Autosave, for drafts only. One person's autosaves within five minutes share one audit log entry. */ autosave?: boolean;
/** The version being changed; returns 409 if it isn't the current one. */ version?: number; };

/** An email as it would be sent. */
export type EmailPreview = { subject: string;
html: string;
text: string; };

/** What became of an email. */
export type EmailReport = { /** All recipients. */ people: number;
/** Waiting for their turn, or for daytime. */ pending: number;
/** Being handed over. */ sending: number;
sent: number;
/** Handed over, without a response; an email is sent once more, the carrier is asked about a text. */ unsure: number;
failed: number;
/** Left before their turn, or the text was canceled. */ skipped: number;
/** Of those that failed: the address takes no email. */ bounced: number;
/** Of those that failed: the email couldn't be created, or the mail server will never accept it. */ spoiled: number;
/** Emails that may have been sent twice. */ repeats: number;
/** Unsubscribed within a week. */ left: number;
/** Of those that were sent, as reported later: bounced permanently. */ returned: number;
/** Marked as spam. */ complaints: number;
/** Of the picture in the emails, if they have one. */ loads: Array<Loads>;
/** The sum of each day's. */ visitors: number;
views: number;
clickouts: number;
signups: number;
conversions: number;
/** In the smallest unit of the site's currency. */ revenue: number; };

export type GuideInput = { title?: string;
/** Lowercase letters, digits, and single hyphens, not digits only. */ slug?: string;
/** A slug, not limited to the site's categories. */ category?: string;
/** Separated by commas. */ tags?: Array<string>;
authorName?: string;
imageUrl?: string | null;
/** Shown on the home page. */ featured?: boolean;
/** The sources used. */ sources?: Array<Source>;
/** The correction shown to readers; null removes it. */ correction?: { text: string;
/** Now by default. */ at?: string; } | null;
/** When someone last checked the facts. */ reviewedAt?: string | null;
/** Set automatically when what readers see changes in substance. */ revisedAt?: string;
/** Only published pieces are public. Scheduled ones are published at publishAt. */ status?: "draft" | "scheduled" | "published" | "archived";
/** When it's published. A future time hides a published piece until then; a past time publishes a scheduled one. */ publishAt?: string | null;
/** Autosave: saves within a few minutes share one revision. Not for public pieces. */ autosave?: boolean;
/** Shown on cards, in search results, and below the title. */ subtitle?: string;
/** Markdown. Raw HTML is shown as text. */ introduction?: string;
/** Send the ID of each existing step, so readers keep their check marks. */ items?: Array<{ id?: Reference;
/** Required to publish. */ title?: string;
imageUrl?: string | null;
/** Markdown. Raw HTML is shown as text. */ content?: string;
ctaText?: string | null;
ctaUrl?: string | null;
/** The link leads to a partner who pays us. */ ctaSponsored?: boolean;
/** The partner's name. */ ctaAdvertiser?: string | null; }>;
/** Markdown. Raw HTML is shown as text. */ conclusion?: string;
/** Guide slugs. */ related?: Array<string>;
/** Article slugs. */ relatedArticles?: Array<string>;
/** The version being changed; returns 409 if it isn't the current one. */ version?: number; };

/** The result of the last check of an offer's link. */
export type LinkHealth = { /** Moved if it leads elsewhere than accepted. A refused link belongs to a site that rejects robots, so its health is unknown. */ state: "unchecked" | "good" | "moved" | "broken" | "refused";
/** A sentence, unless it is good. */ problem: string;
destination: string | null;
/** The host and path where the link should lead: where it led at the first good check, until staff accept another destination. */ accepted: string | null;
/** In a row, of broken and moved. */ failures: number;
checkedAt: string | null; };

export type LinkInput = { /** Only staff see it, such as “Spring fair flyer”. */ name?: string;
/** A public page of the site, as a URL or a path. May have a query and a fragment. */ path?: string;
/** Utm_source of the target. The next three set the other utm_ parameters. */ source?: string;
/** The kind of channel: email, social, or print. */ medium?: string;
/** What you're promoting, such as spring-2027. */ campaign?: string;
/** Optional; tells similar links apart. */ content?: string;
/** The version being changed; returns 409 if it isn't the current one. */ version?: number; };

/** How often the picture in an email was loaded by a kind of program. These are not people: proxies load pictures before anyone reads the email, or once for many. */
export type Loads = { loader: "apple" | "gmail" | "yahoo" | "other";
loads: number; };

/** A text as it would be sent, and its length. */
export type MeasuredText = { text: string;
encoding: "GSM-7" | "UCS-2";
units: number;
/** What the carrier charges for. */ segments: number;
/** Characters that GSM-7 lacks. */ unusual: string; };

/** The fields that every record has. */
export type Meta = { /** Number of saves. */ version: number;
createdAt: string;
updatedAt: string;
/** When it was moved to the trash. */ deletedAt: string | null; };

/** What visitors decide by, each in a few words. Empty ones aren't shown. */
export type OfferFacts = { /** Who makes the offer. */ partner: string;
/** What it is worth, such as $150. */ figure: string;
/** What the figure is, such as "bonus". */ figureNote: string;
/** Who it is for. */ who: string;
/** Amount to spend or deposit. */ minimum: string;
/** Shown to readers as the catch if there’s no minimum. */ fee: string;
ends: string;
/** Proof that a claim requires. */ proof: string;
/** A health plan shows Medicare’s disclaimer, and we send its partner no visitor data. */ category: "general" | "health-plan";
/** That the partner of a health plan represents. */ planOrganizations: number | null;
/** That they offer. */ planProducts: number | null;
disclaimer: string | null; };

/** The result of an import. */
export type OfferImported = { lines: Array<OfferLine>;
imported: number; };

/** One offer of an import. */
export type OfferLine = OfferFacts & { line: number;
title: string;
address: string;
description: string;
imageUrl: string | null;
payoutModel: string | null;
payoutAmount: number | null;
/** Another offer or an earlier line has this address. */ duplicate: boolean;
wrong: Array<string>; };

/** One place where an offer is shown. Its ID, such as carousel:12, identifies it in links and reports. */
export type OfferPlacement = { id: string;
kind: "carousel" | "content" | "daily" | "static";
/** Of a content page. */ pageId: number | null;
/** Its title. */ page: string | null;
isActive: boolean;
isFeatured: boolean;
/** In the carousel and on content pages, highest first. */ priority: number;
/** Of daily and static offers, lowest first. */ position: number;
/** Within the offer's dates. */ startsAt: string | null;
endsAt: string | null;
state: "shown" | "upcoming" | "ended" | "capped" | "broken" | "off"; };

export type PageInput = { title?: string;
/** End of the address: /content/…. */ slug?: string;
description?: string;
/** Shown to visitors. */ isActive?: boolean;
/** For pages with their own text, not bare offer lists. */ isIndexed?: boolean;
/** The version being changed; returns 409 if it isn't the current one. */ version?: number; };

export type PictureInput = { /** Alt text for screen readers. */ alt?: string;
name?: string;
/** Focal point when cropped, in percent from the left. */ focalX?: number;
/** Focal point when cropped, in percent from the top. */ focalY?: number;
/** The version being changed; returns 409 if it isn't the current one. */ version?: number; };

/** A record that shows a picture. */
export type PictureUse = { /** As named in the audit log. */ kind: string;
id: number;
title: string;
/** The record is in the trash. */ deleted: boolean; };

export type QuestionInput = { question?: string;
pageId?: Reference;
targetOfferId?: number | null | string;
/** Place in the list, lowest first. If empty, it goes last. */ position?: number;
/** Shown to visitors. */ isActive?: boolean;
/** The version being changed; returns 409 if it isn't the current one. */ version?: number; };

/** A postback with a valid key that couldn't be processed. */
export type RefusedPostback = { id: number;
advertiserId: number;
advertiser: string;
/** Its parameters. */ sent: string;
reason: string;
times: number;
createdAt: string;
lastAt: string; };

/** A record as it was after a save. */
export type Revision = { id: number;
/** Version of the record at that time. */ version: number;
at: string;
actor: string;
autosave: boolean;
/** Names of fields. */ changed: Array<string>; };

/** SeriesStep has the delivery counts of one email of the welcome series. */
export type SeriesStep = { step: number;
sent: number;
waiting: number;
/** They left, chose one email a month, or the series was off. */ skipped: number;
failed: number; };

/** A source of a piece. */
export type Source = { title: string;
url: string;
/** The day on which it was last checked, as YYYY-MM-DD. */ lookedAt?: string; };

/** A partner that pays for clicks, leads or sales. */
export type StaffAdvertiser = Meta & { id: number;
name: string;
/** Which network's parameter names it uses. */ preset: "own" | "keitaro" | "redtrack" | "voluum" | "binom" | "affise" | "everflow" | "impact";
note: string;
/** Its postbacks are accepted. */ isActive: boolean;
keyMadeAt: string;
/** The contact, and what was agreed. */ contactName: string | null;
contactEmail: string | null;
contactPhone: string | null;
/** What you agreed on, such as when they pay. */ terms: string; };

/** An article as stored. */
export type StaffArticle = StaffArticleCard & { /** The sources used. */ sources: Array<Source>;
/** The correction shown to readers; null removes it. */ correction: Correction | null;
/** Markdown. */ body: string;
/** Such as canceling four services. */ savingsAssumption: string | null;
/** Slugs. */ related: Array<string>; };

/** An article in a list for staff. */
export type StaffArticleCard = StaffPiece & { /** Shown on cards, in search results, and below the title. */ excerpt: string;
/** For screen readers. */ imageAlt: string;
/** Such as $482/year. The article must show the math. */ avgSavings: string | null;
readTime: number;
wordCount: number; };

/** An author as stored. */
export type StaffAuthor = Meta & { id: number;
/** End of the address: /authors/…. */ slug: string;
/** Byline name. */ name: string;
/** Short bio (two sentences). */ bio: string;
/** Such as “Banking and budgets; accredited financial counselor”. */ credentials: string;
imageUrl: string | null;
/** Has a page that bylines link to. */ isActive: boolean;
/** Fictional; readers are told so. */ isExample: boolean; };

/** An offer with its figures. */
export type StaffCarouselOffer = Deal & Meta & { id: number;
title: string;
description: string;
imageUrl: string | null;
/** Shown to visitors. */ isActive: boolean;
type: "phone" | "coregistration" | "linkout";
/** Public http or https address. */ targetUrl: string;
/** Importance from 1 to 10. Highest first. */ priority: number;
views: number;
clicks: number;
skips: number;
clickouts: number;
/** Of clicks. */ ctr: number; };

/** A stored claim and the pieces that use it. */
export type StaffClaim = Meta & { id: number;
/** As used in marks. */ name: string;
/** Shown to readers below the text. */ title: string;
/** As it appears in the text, such as $250,000 or 4.2%. */ value: string;
sourceTitle: string;
sourceUrl: string | null;
/** Nil until the first review. */ lookedAt: string | null;
/** Defaults to a year after the last check. */ lookAgainAt: string;
/** For staff: what depends on it and what to check. */ note: string;
uses: Array<ClaimUse>; };

/** An offer with its figures. */
export type StaffContentOffer = Deal & Meta & { id: number;
title: string;
description: string;
imageUrl: string | null;
/** Shown to visitors. */ isActive: boolean;
/** Can't be changed later. */ pageId: number;
/** Public http or https address. */ url: string;
/** Importance from 1 to 10. Highest first. */ priority: number;
isFeatured: boolean;
/** For settlements: the last day to claim, and whether claims require proof of purchase. */ deadline: string | null;
/** Settlements: proof of purchase required. */ proofNeeded: boolean;
views: number;
clicks: number;
/** Percent, two decimals. */ ctr: number; };

/** A daily offer with its figures over all days. */
export type StaffDailyOffer = Deal & Meta & { id: number;
title: string;
description: string;
imageUrl: string | null;
/** Shown to visitors. */ isActive: boolean;
/** Public http or https address. */ link: string;
ctaText: string;
/** Place in the list, lowest first. If empty, it goes last. */ position: number;
views: number;
clicks: number; };

/** A campaign by email. Sent to everyone, it is a newsletter, which the public can read on the web. */
export type StaffEmail = Meta & { id: number;
status: "draft" | "scheduled" | "sending" | "paused" | "sent" | "cancelled";
/** When to send the campaign. If this time has passed, it's sent right away. */ scheduledAt: string | null;
/** Why it is paused or waiting; empty if it is neither. */ trouble: string;
sentAt: string | null;
/** Of its page, /newsletter/{slug}, and the campaign of its visits. */ slug: string;
subject: string;
/** Shown after the subject in the inbox. */ preheader: string;
/** Markdown. */ body: string;
/** Addresses of articles and guides on this site, in order. */ pieces: Array<string>;
/** Sponsored offers. */ offers: Array<number>;
audience: Audience; };

/** A guide as stored. */
export type StaffGuide = StaffGuideCard & { /** The sources used. */ sources: Array<Source>;
/** The correction shown to readers; null removes it. */ correction: Correction | null;
/** Markdown. */ introduction: string;
/** Markdown. */ conclusion: string;
/** Send the ID of each existing step, so readers keep their check marks. */ items: Array<StaffGuideItem>;
/** Slugs. */ related: Array<string>;
/** Slugs. */ relatedArticles: Array<string>; };

/** A guide in a list for staff. */
export type StaffGuideCard = StaffPiece & { /** Shown on cards, in search results, and below the title. */ subtitle: string;
estimatedReadTime: number;
wordCount: number; };

/** A step as stored. */
export type StaffGuideItem = { id: number;
title: string;
imageUrl: string | null;
/** Markdown. */ content: string;
ctaText: string | null;
ctaUrl: string | null;
ctaSponsored: boolean;
/** Who pays for it. */ ctaAdvertiser: string | null; };

/** A link as staff share it. */
export type StaffLink = Meta & { id: number;
/** Code of its short address. */ code: string;
/** Display name for staff. */ name: string;
/** Including query and fragment. */ path: string;
/** Utm_source of the target. The next three set the other utm_ parameters. */ source: string;
/** The kind of channel: email, social, or print. */ medium: string;
/** What you're promoting, such as spring-2027. */ campaign: string;
/** Optional; tells similar links apart. */ content: string;
/** Where its short address redirects, as a path. */ target: string; };

/** A page as staff see it. */
export type StaffPage = Meta & { id: number;
title: string;
/** End of the address: /content/…. */ slug: string;
description: string;
/** Shown to visitors. */ isActive: boolean;
/** Search engines may index it. */ isIndexed: boolean; };

/** A picture with the places where it is used. */
export type StaffPicture = StaffPictureCard & { uses: Array<PictureUse>;
/** A warning about an upload, such as that an animated picture will not move; "" for none. */ notice?: string; };

/** A picture as shown in lists. */
export type StaffPictureCard = Meta & { id: number;
/** Path of its widest file. */ url: string;
name: string;
/** Alt text for screen readers. */ alt: string;
/** Of the upload, after rotation. */ width: number;
height: number;
/** Focal point when cropped, in percent from the left. */ focalX: number;
/** Focal point when cropped, in percent from the top. */ focalY: number; };

/** What articles and guides have in common. */
export type StaffPiece = Meta & { id: number;
/** Lowercase letters, digits, and single hyphens, not digits only. */ slug: string;
title: string;
/** A slug, not limited to the site's categories. */ category: string;
/** Separated by commas. */ tags: Array<string>;
authorName: string;
imageUrl: string | null;
/** Shown on the home page. */ featured: boolean;
/** Only published pieces are public. Scheduled ones are published at publishAt. */ status: "draft" | "scheduled" | "published" | "archived";
/** When it was or will be published. */ publishAt: string | null;
/** When staff last reviewed it. */ reviewedAt: string | null;
/** When its substance last changed after publication. */ revisedAt: string | null; };

/** A question with its answers over all days and the offer that a yes opens. */
export type StaffQuestion = Meta & { id: number;
/** Can't be changed later. */ pageId: number;
/** Place in the list, lowest first. If empty, it goes last. */ position: number;
question: string;
targetOfferId: number | null;
/** Shown to visitors. */ isActive: boolean;
targetTitle: string | null;
targetPageId: number | null;
yes: number;
no: number; };

/** An offer of /hot-offers with its figures over all days. */
export type StaffStaticOffer = Deal & Meta & { id: number;
title: string;
description: string;
imageUrl: string | null;
/** Shown to visitors. */ isActive: boolean;
/** Public http or https address. */ link: string;
/** Place in the list, lowest first. If empty, it goes last. */ position: number;
views: number;
clicks: number; };

/** A deal alert by text message. */
export type StaffText = Meta & { id: number;
status: "draft" | "scheduled" | "sending" | "paused" | "sent" | "cancelled";
/** When to send the text. If this time has passed, it's sent right away. */ scheduledAt: string | null;
/** Why it is paused or waiting; empty if it is neither. */ trouble: string;
sentAt: string | null;
/** Without the sender's name and the opt-out line, which we add to every text. */ body: string; };

/** A topic as stored. */
export type StaffTopic = Meta & { id: number;
category: string;
/** A sentence or two, shown above the articles. */ introduction: string;
/** Slug of the article. */ firstArticle: string | null;
/** Shown to visitors. */ isActive: boolean; };

export type StaticOfferInput = { advertiserId?: number | null | string;
title?: string;
description?: string;
imageUrl?: string | null;
/** The company behind the offer. */ partner?: string;
/** The value, such as $150. */ figure?: string;
/** Such as “bonus” or “a month”. */ figureNote?: string;
who?: string;
/** Minimum purchase or deposit. Shown to readers as the catch. */ minimum?: string;
/** Shown to readers as the catch if there’s no minimum. */ fee?: string;
ends?: string;
/** Proof required. */ proof?: string;
/** A health plan shows Medicare’s disclaimer, and we send its partner no visitor data. */ category?: "general" | "health-plan";
/** For health plans: the number Medicare’s disclaimer shows. */ planOrganizations?: number | null;
/** For health plans: the number Medicare’s disclaimer shows. */ planProducts?: number | null;
/** Public http or https address. */ link?: string;
/** We count clicks; the advertiser reports leads and sales. */ payoutModel?: "click" | "lead" | "sale" | null;
/** In the smallest unit of the currency. */ payoutAmount?: number | null;
/** ISO 4217 code. The site's currency by default. */ payoutCurrency?: string | null;
/** Not shown before this time. */ startsAt?: string | null;
/** Not shown from this time on. */ endsAt?: string | null;
/** Clicks, leads, or sales a day before the offer is hidden until the next day. It takes up to 5 seconds to hide. One network’s clicks fill at most a tenth of it. Empty means no cap. */ dailyCap?: number | null;
/** The most over the offer’s lifetime. */ totalCap?: number | null;
/** An offer of the same kind and page, shown while this one is on hold. */ fallbackOfferId?: number | null | string;
/** After three failed checks in a row. The fallback is shown instead. */ pauseWhenBroken?: boolean;
/** For staff: the terms you agreed on. */ terms?: string;
/** URL parameter for the click ID, such as subid. Or use {clickid} in the URL. */ subIdParam?: string | null;
/** Shown to visitors. */ isActive?: boolean;
/** Place in the list, lowest first. If empty, it goes last. */ position?: number;
/** Not shown in this place before this time. */ placementStartsAt?: string | null;
/** Not shown in this place from this time on. */ placementEndsAt?: string | null;
/** The version being changed; returns 409 if it isn't the current one. */ version?: number; };

export type Status = { status: string; };

/** TextAudience counts who would get a text now, and says whether one can be sent. */
export type TextAudience = { /** Recipients. */ people: number;
/** Agreed on the site, but not confirmed. */ unsettled: number;
/** Reached the limit of texts. */ full: number;
/** Said stop. */ stopped: number;
/** Settings still needed to send texts; empty if they can be sent. */ missing: Array<string>; };

export type TextInput = { /** Without the sender's name and the opt-out line, which we add to every text. */ body?: string;
/** When to send the text. If this time has passed, it's sent right away. */ scheduledAt?: string | null;
status?: "draft" | "scheduled";
/** The version being changed; returns 409 if it isn't the current one. */ version?: number; };

/** What became of a text. */
export type TextReport = { /** All recipients. */ people: number;
/** Waiting for their turn, or for daytime. */ pending: number;
/** Being handed over. */ sending: number;
sent: number;
/** Handed over, without a response; an email is sent once more, the carrier is asked about a text. */ unsure: number;
failed: number;
/** Left before their turn, or the text was canceled. */ skipped: number;
/** Said stop within a week, before any other text. */ stops: number; };

export type TopicInput = { category?: string;
/** A sentence or two, shown above the articles. */ introduction?: string;
/** Shown first in its category. If empty, the newest is first. */ firstArticle?: string | null;
/** Shown to visitors. */ isActive?: boolean;
/** The version being changed; returns 409 if it isn't the current one. */ version?: number; };

/** An editor's unsaved changes to a record. */
export type WorkingCopy = { /** In the form's format; null if none. */ draft: unknown;
savedAt: string | null; };
