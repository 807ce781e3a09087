// Made from the contract by scripts/api-types.mjs. Do not edit.

export type Problem = { type: string;
title: string;
status: number;
/** One plain sentence for a person. */ detail: string;
errors?: Array<{ field: string;
message: string; }>;
/** With 409: the record as it stands now. */ current?: unknown;
requestId?: string; };

/** The uploaded picture at imageUrl; null where that is not one. */
export type Picture = { width: number;
height: number;
/** Focal point when cropped, in percent from the left. */ focalX: number;
/** Percent from the top. */ focalY: number; } | null;

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

/** By name, such as figures.subscribers: those of SiteSettings, but for the postal address. An inbox that is set empty has its default again.
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
/** What avgSavings is worked out from. */ savingsAssumption: string | null;
/** Minutes. */ readTime: number;
authorName: string;
createdAt: string;
/** When staff last checked it. */ reviewedAt: string | null;
isFeatured: boolean; };

export type Article = ArticleCard & { /** Of the author’s page; null if there is none. */ authorSlug: string | null;
/** The author is invented. */ authorIsExample: boolean;
/** Empty without a page. */ authorBio: string;
/** Empty without a page. */ authorCredentials: string;
authorImageUrl: string | null;
tags: Array<string>;
/** HTML that is safe to show. */ body: string;
sources: Array<Source>;
correction: Correction | null;
toc: Array<{ id: string;
title: string; }>;
/** Those that its texts mark, and other figures of its numbers whose sources somebody has looked at. */ claims: Array<PieceClaim>;
/** When its substance last changed. */ revisedAt: string;
related: Array<ArticleCard>; };

export type Author = { slug: string;
name: string;
bio: string;
credentials: string;
imageUrl: string | null;
picture: Picture;
/** Invented. */ isExample: boolean;
/** The newest first. */ articles: Array<ArticleCard>;
/** Of all that they wrote. */ articleCount: number;
/** The newest first. */ guides: Array<GuideCard>;
/** Of all that they wrote. */ guideCount: number; };

export type GuideCard = { id: number;
slug: string;
title: string;
subtitle: string;
category: string;
tags: Array<string>;
imageUrl: string | null;
picture: Picture;
/** Minutes. */ estimatedReadTime: number;
authorName: string;
publishedAt: string;
/** When staff last checked it. */ reviewedAt: string | null;
featured: boolean;
itemCount: number; };

export type GuideSummary = GuideCard & { /** HTML that is safe to show. */ introduction: string;
/** HTML that is safe to show. */ conclusion: string; };

export type GuideItem = { id: number;
position: number;
title: string;
imageUrl: string | null;
picture: Picture;
/** HTML that is safe to show. */ content: string;
ctaText: string | null;
ctaUrl: string | null;
/** The link leads to a partner who pays us. */ ctaSponsored: boolean;
/** That partner, where it is named. */ ctaAdvertiser: string | null; };

export type Guide = GuideSummary & { /** Of the author’s page; null if there is none. */ authorSlug: string | null;
/** The author is invented. */ authorIsExample: boolean;
/** Empty without a page. */ authorBio: string;
/** Empty without a page. */ authorCredentials: string;
authorImageUrl: string | null;
items: Array<GuideItem>;
sources: Array<Source>;
correction: Correction | null;
/** Those that its texts mark, and other figures of its numbers whose sources somebody has looked at. */ claims: Array<PieceClaim>;
/** When its substance last changed. */ revisedAt: string;
related: Array<GuideCard>;
relatedArticles: Array<ArticleCard>; };

export type Offer = OfferFacts & { id: number;
/** When it leaves the site. */ endsAt: string | null;
title: string;
description: string;
type: "phone" | "coregistration" | "linkout";
imageUrl: string | null;
picture: Picture;
/** Its query may hold {placeholders}. */ targetUrl: string; };

export type StaticOffer = OfferFacts & { id: number;
/** When it leaves the site. */ endsAt: string | null;
title: string;
description: string;
imageUrl: string | null;
picture: Picture;
/** Its query may hold {placeholders}, which the page fills. */ link: string;
/** Query parameter that the click id is appended as, when set. */ subIdParam: string | null; };

export type ContentPage = { id: number;
title: string;
slug: string;
description: string;
isActive: boolean;
/** Search engines may list it. */ isIndexed: boolean; };

export type ContentOffer = OfferFacts & { id: number;
/** When it leaves the site. */ endsAt: string | null;
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
/** Clicks per hundred views, two decimals; 0 without views. */ ctr: number;
/** Query parameter that the click id is appended as, when set. */ subIdParam: string | null;
/** Settlements: last day to file a claim. */ deadline: string | null;
/** Of a settlement: a claim needs a proof of purchase. */ proofNeeded: boolean; };

export type Question = { id: number;
question: string;
targetOfferId: number | null;
/** What a yes opens; null while neither that offer nor a fallback of it is shown. */ targetUrl: string | null;
targetTitle: string | null;
targetCategory: "general" | "health-plan" | null;
/** As in OfferFacts. */ targetDisclaimer: string | null;
/** Query parameter that the click id is appended as, when set. */ subIdParam: string | null; };

export type DailyOffer = OfferFacts & { id: number;
/** When it leaves the site. */ endsAt: string | null;
title: string;
description: string;
imageUrl: string | null;
picture: Picture;
link: string;
ctaText: string;
/** Query parameter that the click id is appended as, when set. */ subIdParam: string | null; };

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

export type NewsletterState = "active" | "pending" | "unsubscribed" | "unknown";

export type Account = { id: number;
email: string;
emailVerified: boolean;
displayName: string | null;
role: Role;
disabledAt: string | null;
createdAt: string;
/** Null of one that a command made for a token. */ signedInAt: string | null; };

export type Invitation = { id: number;
email: string;
role: Role;
createdAt: string;
/** When its mail last went out. */ mailedAt: string | null; };

/** Can do what its owner may do now, up to its role. */
export type Token = { id: number;
/** Its owner; null of one from before tokens had owners, which works for 30 days. */ userId: number | null;
/** Of its owner; without one, what it was made for. */ email: string;
name: string;
role: Role;
createdBy: string;
createdAt: string;
expiresAt: string;
lastUsedAt: string | null;
revokedAt: string | null; };

export type Received = { status: "received";
/** After a signup: it counts once the link in the mail is followed. */ confirm?: boolean;
/** After a confirmation: how often the mail comes now. */ frequency?: "weekly" | "monthly"; };

export type Wording = { version: string;
text: string;
/** Words of the text that lead to a page of the site. */ links?: Array<{ words: string;
path: string; }>; };

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
/** Version of the wording shown; left out, the ledger says that the current one was not stated by the client. */ emailWording?: string;
/** As emailWording. */ smsWording?: string;
/** Path of the page that the form is on. */ page?: string;
/** sourceid, utm_* and click ids. */ source?: Record<string, string>;
visit?: Visit; };

export type Confirmation = { /** The signed token of a link in a mail. */ eid: string;
/** As in Signup. */ emailWording?: string; };

export type LinkRequest = Robot & { email: string;
/** The link is one by which a press sets this, and turns email on again. */ frequency?: "monthly"; };

export type Unsubscribe = { eid?: string;
email?: string; };

export type Preferences = { /** The address, mostly hidden: j***@example.com. */ email: string;
emailOn: boolean;
/** The number said YES to texts. */ smsOn: boolean;
/** Texts were agreed to on the site, and the number has not said YES yet. */ smsAsked: boolean;
/** Texts can be turned on only where there is one. */ hasPhone: boolean;
frequency: "weekly" | "monthly";
/** Empty means all. */ topics: Array<string>;
/** This link may not do all that was asked, so one that may was mailed to the address. */ linkSent: boolean;
/** The number said STOP by text, so none goes there until it says START, whatever smsOn says. */ textsStopped: boolean;
details?: Details; };

/** What is kept of the person; only for a link that was mailed on request. */
export type Details = { firstName: string;
lastName: string;
address: string;
/** As +12015550123; empty when there is none. */ phone: string;
/** Newest first. */ agreed: Array<Agreed>; };

export type Agreed = { channel: "email" | "sms";
action: "given" | "withdrawn";
at: string;
wording: string; };

export type Deletion = { eid: string;
confirmed: boolean; };

export type Revocation = { /** Whose mail, calls and texts end. Either this or phone. */ email?: string;
/** The number to which calls and texts end. */ phone?: string;
/** How it reached us. */ means: "phone" | "message"; };

export type Revoked = { /** Those with this address or number. */ people: number;
/** What was on. */ ended: Array<"email" | "sms">; };

export type PreferencesChange = { eid: string;
/** Turning emails off ends texts too, unless smsOn is true. */ emailOn?: boolean;
smsOn?: boolean;
frequency?: "weekly" | "monthly";
topics?: Array<string>;
emailWording?: string;
smsWording?: string;
/** This and the next three only by a link that was mailed on request; by any other, one is mailed. */ firstName?: string;
lastName?: string;
address?: string;
/** Empty removes it. Texts end with their number, unless smsOn is true. */ phone?: string; };

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
/** Why no mail goes to the address. */ suppressed: "" | "unsubscribed" | "bounce" | "complaint" | "manual";
smsAllowed: boolean;
createdAt: string;
leftAt: string | null; };

export type SubscriberImport = { dryRun: boolean;
/** Lines whose people are subscribed now. */ accepted: number;
/** Of these, those that were not before. */ added: number;
/** The first lines that were not taken. */ refused: Array<{ line: number;
reason: string; }>;
/** Of all lines that were not taken. */ refusedCount: number; };

export type SubscriberDetails = Subscriber & { phone: string;
frequency: "weekly" | "monthly";
/** Of the letter; empty: all. */ topics: Array<string>;
/** When somebody last had a link sent to the address. */ linkMailedAt: string | null;
/** Since when no mail goes to the address. */ suppressedAt: string | null;
/** How many mails came back for a reason that may pass. */ softBounces: number;
/** When the last of them did. */ softBouncedAt: string | null;
consents: Array<ConsentEntry>; };

/** A consent that was given or withdrawn. */
export type ConsentEntry = { channel: "email" | "sms";
action: "given" | "withdrawn";
at: string;
page: string;
/** Of the wording. */ version: string;
/** As it was shown. */ wording: string;
evidence: { /** The address or number that it is about. */ destination: string;
/** Of the network that it came from. */ address: string;
userAgent: string;
/** Tags and click numbers of the visit. */ source?: Record<string, string>;
/** How a revocation that staff recorded came; text: it was texted by the person. */ means?: "phone" | "message" | "text";
/** What was texted. */ said?: string; }; };

export type ReceivedMessage = { id: string;
firstName: string;
lastName: string;
email: string;
inquiryType: "support" | "affiliate" | "advertiser";
message: string;
/** Of staff. */ note: string;
at: string;
answeredAt: string | null;
answeredBy: string | null;
version: number;
/** It has waited for an answer so long that the 24 hours we promise are nearly over. */ late: boolean; };

export type MessageSummary = { /** How many wait for an answer. */ open: number;
/** How many of them are late. */ late: number;
/** For how many hours a message waits until it is late. */ lateHours: number;
/** For how many months a message is kept. */ keptMonths: number; };

export type MessageMark = { answered?: boolean;
note?: string;
/** That was seen. */ version: number; };

/** An id as an answer gave it; a number or the same as a string. */
export type Id = number | string;

/** A UUIDv7 made by the client, so that sending again counts once; without it the server makes one. */
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

export type ContentView = { /** The offers that are shown; without it all active offers of the page, the first 200. */ offerIds?: Array<Id>;
eventId?: EventId;
visit?: Visit; };

export type QuestionClick = { questionId?: Id;
clickType?: "yes" | "no" | "continue" | "unknown";
/** The offer that the page's Yes led to, 0 for none. Left out, it is the one that the question has now. */ targetOfferId?: number;
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
/** That of revenue. */ currency: string;
by: string;
filters: Array<ReportFilter>;
compare: ReportSheet | null;
/** The day since which robots are recognized as they are now; left out where they always were. */ rulesSince?: string;
/** Where the last day is not over and compared: when it was counted up to. */ until?: string; };

export type ReportSheet = { from: string;
to: string;
rows: Array<ReportRow>;
total: ReportTotal; };

export type WeeklyMail = { wanted: boolean;
/** The address it goes to. */ to: string; };

export type ReportTotal = ReportFigures & { otherRevenue: OtherRevenue; };

/** What paid clicks earned and approved conversions pay in other currencies; it is never added to revenue. */
export type OtherRevenue = Array<{ currency: string;
/** In the smallest unit. */ amount: number; }>;

export type ReportFilter = { /** What it narrows. */ by: string;
/** As it was asked for. */ key: string;
/** A title or a name where there is one. */ label: string; };

export type ReportRow = ReportFigures & { /** The day, the path, the value, the code of a link, or the offer as carousel:12, content:12, daily:12 or static:12. */ key: string;
/** A title or a name where there is one. */ label: string;
/** Of an offer. */ kind?: "carousel" | "content" | "daily" | "static";
/** Of an offer or a link. */ id?: number;
otherRevenue?: OtherRevenue; };

export type ReportFigures = { views: number;
/** Half of the page was seen, and it was visible for 15 seconds. */ reads: number;
/** Unique visitors; of several days, the sum of each day's. Of a link, those whom it brought to its page. */ uniques: number;
/** On offers. */ clicks: number;
/** Ways out to partners: redirects of the carousel's offers, clicks on all others. */ clickouts: number;
signups: number;
/** Reported by advertisers and approved, of clicks that are known. */ conversions: number;
/** Of paid clicks and approved conversions, in the smallest unit of the site's currency. */ revenue: number;
/** Conversions that are not decided. */ pending: number;
/** What they would earn, in the smallest unit of the site's currency. */ pendingRevenue: number;
/** Clicks per hundred views. */ ctr: number;
/** Revenue per click-out. */ epc: number; };

export type PageView = { /** A read is half of the page seen and 15 seconds visible; a clickout is by a paid link in the text of an article, a guide or a newsletter. */ action: "view" | "read" | "clickout";
eventId?: EventId;
visit: Visit; };

/** What a client knows of the visit, which lasts as long as a tab. Unknown pages and links are left out, and of a
value one line of 100 characters is kept, in lower case. A day keeps at most 1,000 values of each kind; those
beyond are counted as "other". first is where the visit began; last is where its visitor came from when they came
from elsewhere once more, and is left out otherwise.
 */
export type Visit = { /** Path of the page that it happened on. */ page?: string;
/** Path of the article or guide that was opened last. */ piece?: string;
first?: Origin;
last?: Origin; };

/** Where a visit came from, as its landing said. */
export type Origin = { /** utm_source; left out, the referrer counts, or direct. */ source?: string;
medium?: string;
campaign?: string;
content?: string;
/** Host of the site that the visitor came from. */ referrer?: string;
/** Code of one of the site's own links. */ link?: string;
/** Path of the landing page. */ landing?: string; };

/** The id of another record. */
export type Reference = number | string;

/** What the report changed; unknown is new, of a click that is not known. */
export type ConversionOutcome = "new" | "update" | "unchanged" | "unknown";

export type NewsletterCard = { slug: string;
subject: string;
preheader: string;
sentAt: string; };

export type NewsletterList = { newsletters: Array<NewsletterCard>;
total: number; };

export type Newsletter = NewsletterCard & { /** HTML. */ body: string;
/** The articles and guides that it leads to. */ pieces: Array<{ path: string;
title: string;
about: string;
topic: string; }>;
/** Offers that partners pay for. */ sponsored: Array<{ title: string;
about: string;
/** A path, which leads on to the offer. */ href: string; }>; };

export type Topic = { category: string;
/** Empty if nobody wrote one. */ introduction: string;
/** The article to begin with; null if none is picked, or it is not public. */ first: ArticleCard | null; };

export type ToolCard = { slug: string;
title: string;
/** What comes out in the example. */ sentence: string;
category: string;
/** The article or the guide that it is of. */ piece: { kind: "article" | "guide";
slug: string;
title: string;
about: string; }; };

export type Tool = ToolCard & { /** Safe to show. */ html: string; };

export type CheckedNumbers = { problems: Array<{ /** Of the block, from 1. */ line: number;
/** The field, such as assumptions[0].unit; empty for the block. */ at: string;
message: string; }>;
/** Of the example, by the names of formulas; empty with problems. */ figures: Record<string, string>;
sentence: string;
/** As readers see it; empty with problems. */ html: string; };

/** A figure, a rate or a legal date as a piece has it, with where it is from. */
export type PieceClaim = { name: string;
/** What it is. */ title: string;
value: string;
sourceTitle: string;
sourceUrl: string | null;
/** When somebody last looked at the source. */ lookedAt: string | null; };

export type SearchAnswer = { /** That were searched for. */ words: string;
/** Those of the query find nothing: some are replaced or left out. */ corrected: boolean;
/** Nothing has all of the words: these have some of them in their titles or summaries. */ some: boolean;
results: Array<SearchResult>;
/** Of all results; at most 200 are shown. */ total: number;
/** There are more than total. */ more: boolean; };

export type SearchResult = { /** tool: a calculator; offer: one of the carousel. */ kind: "article" | "guide" | "tool" | "offer" | "static_offer" | "daily_offer" | "content_offer";
/** Of a content_offer, that of its page; empty for the other offers. */ slug: string;
/** The position of a step in its guide, or of a daily offer in its list, from 1; else 0. */ step: number;
/** Empty for an offer. */ category: string;
title: Array<SearchPart>;
/** The title of what it is in: the guide of a step, the article or guide of a calculator, the page of a content_offer; else empty. */ guide: string;
excerpt: Array<SearchPart>;
/** The picture of the piece; a step has its own, or its guide's. */ imageUrl: string | null;
picture: Picture; };

export type SearchPart = { text: string;
/** One of the words was found here. */ hit: boolean; };

export type ManualPage = { /** The page's address below /admin/help. */ name: string;
title: string;
html: string;
/** The second-level headings. */ sections: Array<{ id: string;
title: string; }>; };

export type SearchMiss = { words: string;
/** Each counts once a day. */ people: number;
lastDay: string; };

export type AnyOffer = { /** As in reports, such as carousel:12. */ id: string;
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
updatedAt: string; };

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
/** Slug of the content page that it is on. */ page: string | null;
hold: "upcoming" | "ended" | "dailyCap" | "totalCap" | "brokenLink" | null;
linkHealth: LinkHealth; };

export type OptimisedPage = { page: string;
/** Visitors see the optimiser's order. */ live: boolean;
switchedAt: string | null;
/** What offers are held against each other by; ctr before anything is earned. */ by: "epc" | "ctr";
/** Days of evidence. */ days: number;
gain: ExpectedGain;
offers: Array<OptimisedOffer>; };

/** How much more the optimiser's order earns than that of staff, in percent, and the interval that it is in with a probability of 95 %; null while fewer than two offers have 100 views. */
export type ExpectedGain = { expected: number;
low: number;
high: number; } | null;

export type OptimisedOffer = { id: number;
title: string;
views: number;
/** Click-outs. */ clicks: number;
/** Approved ones, where they are paid for. */ conversions: number;
/** It has 100 views; until then it keeps its place. */ ordered: boolean;
/** Its part of the page's attention in the order of staff, in percent. */ byHand: number;
/** The same in the optimiser's. */ optimised: number; };

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
/** Entries that are written. */ done: number;
total: number; };

export type Import = { id: number;
what: "magazine" | "subscribers";
/** Of the file. */ name: string;
bytes: number;
/** Once it is checked, it waits for somebody to start or to discard it. */ state: "checking" | "checked" | "importing" | "done" | "failed" | "discarded";
/** What is not refused comes in all the same. */ partial: boolean;
/** Entries of what is under way. */ done: number;
total: number;
counts: { new: number;
changed: number;
same: number;
/** What another system exported, when the slug is taken. */ left: number;
refused: number;
/** Nothing that this site has. */ leftOut: number; };
/** Why it failed. */ reason: string;
createdAt: string;
changedAt: string; };

export type ImportLine = { n: number;
outcome: "changed" | "left" | "refused" | "leftOut";
/** Of a file, or of a post in the file; empty of a list of subscribers. */ name: string;
/** 0 where there is none. */ line: number;
reason: string; };

export type PreviewKind = "page" | "content-offer" | "offer" | "static-offer" | "daily-offer";

export type LegalText = { page: string;
effective: string;
html: string;
toc: Array<{ id: string;
title: string; }>;
isCurrent: boolean;
/** The days of the versions that hold or held, the newest first. */ versions: Array<string>; };

export type UnreviewedPage = { page: "privacy" | "terms"; };

export type LegalDraft = { page: string;
base: number;
text: string;
effective: string;
/** Whether its day has not come. */ isUpcoming: boolean;
/** Whether an admin has marked this text as reviewed by counsel. A text that changes, also by a release, is not. */ isReviewed: boolean;
today: string;
placeholders: Array<{ name: string;
meaning: string; }>; };

export type AuditEntry = { id: number;
at: string;
/** A verified address, or user 7, token 12, command line, schedule or erased. In entries of tokens without a userId and a tokenId, what the token was made for. */ actor: string;
/** As they signed in; empty if nobody knows. */ actorName: string;
/** Who made the change, also by a token. */ userId: number | null;
tokenId: number | null;
tokenName: string;
/** Whether the record can be brought back to after. */ canRestore: boolean;
via: "session" | "token" | "command";
/** A keyed hash of where the call came from, as in the log of requests; empty of a command. */ network: string;
action: string;
kind: string;
subjectId: string;
before: Record<string, unknown> | null;
after: Record<string, unknown> | null; };

/** What staff decide about a conversion, whatever its advertiser has reported. */
export type Adjustment = { status: "pending" | "approved" | "rejected" | "reversed";
/** In the smallest unit of the conversion's currency; negative for a refund. */ payout: number;
reason: string;
/** Of the conversion as it was shown, so that no newer report is overwritten. */ updatedAt: string; };

export type AdvertiserInput = { name?: string;
/** Which network's parameter names it uses. */ preset?: "own" | "keitaro" | "redtrack" | "voluum" | "binom" | "affise" | "everflow" | "impact";
/** Who you talk to there. */ contactName?: string | null;
contactEmail?: string | null;
contactPhone?: string | null;
/** What you agreed on, such as when they pay. */ terms?: string;
note?: string;
/** When off, its postbacks are rejected. */ isActive?: boolean;
/** The version being changed; returns 409 if it isn't the current one. */ version?: number; };

/** An advertiser with what it reports and what its offers earned. */
export type AdvertiserPage = StaffAdvertiser & { /** What the network is given to call, with KEY in the place of the key. */ postbackAddress: string;
/** That was taken. */ lastPostbackAt: string | null;
lastRefusedAt: string | null;
/** Of the last 12 months, this one first. */ revenue: Array<AdvertiserRevenue>; };

/** What an advertiser's offers earned in a month in a currency, by the day of the click. Amounts are in the smallest unit of the currency. */
export type AdvertiserRevenue = { /** Such as 2026-11. */ month: string;
currency: string;
/** Of paid clicks and approved conversions, as the reports say. */ approved: number;
pending: number;
reversed: number; };

/** An advertiser with a new key, which is shown this once. */
export type AdvertiserWithKey = StaffAdvertiser & { /** Only a hash of it is kept. */ postbackKey: string;
/** What the network is given to call, with its macros. */ postbackAddress: string; };

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

/** Audience says who gets a letter: of those who get mail at all, everybody whom each of its conditions holds for. The empty one is everybody. */
export type Audience = { /** Who chose one of them, or none at all. */ topics?: Array<string>;
frequency?: "" | "weekly" | "monthly";
/** A day as YYYY-MM-DD, included. */ signedUpSince?: string;
/** A day as YYYY-MM-DD, not included. */ signedUpBefore?: string;
/** The utm_source that the signup came with. */ source?: string;
/** Who followed a link of a letter within so many days, or who did not though a letter that would tell went to them before. Only with LETTER_ENGAGEMENT. */ engagement?: "" | "clicked-30" | "clicked-90" | "clicked-365" | "not-clicked-90"; };

/** How many an audience has. */
export type AudienceCount = { count: number;
/** Audiences by engagement can be chosen. */ engagement: boolean;
/** With not-clicked-90, of how many more it is not known: no letter that would tell went to them 90 days ago. */ unknown: number; };

export type AuthorInput = { /** Byline name. */ name?: string;
/** End of the address: /authors/…. */ slug?: string;
/** Such as “Banking and budgets; accredited financial counselor”. */ credentials?: string;
/** Short bio (two sentences). */ bio?: string;
imageUrl?: string | null;
/** Has a page that bylines link to. */ isActive?: boolean;
/** Fictional author, labeled as an example. */ isExample?: boolean;
/** The version being changed; returns 409 if it isn't the current one. */ version?: number; };

export type CarouselOfferInput = { title?: string;
type?: "phone" | "coregistration" | "linkout";
/** Public http or https address. */ targetUrl?: string;
description?: string;
imageUrl?: string | null;
/** From 1 to 10. Highest first. */ priority?: number;
/** Shown to visitors. */ isActive?: boolean;
/** The company behind the offer. */ partner?: string;
/** The value, such as $150. */ figure?: string;
/** Such as “bonus” or “a month”. */ figureNote?: string;
who?: string;
/** Minimum purchase or deposit. */ minimum?: string;
fee?: string;
ends?: string;
/** Proof required. */ proof?: string;
/** A health plan shows Medicare’s disclaimer, and we send its partner no visitor data. */ category?: "general" | "health-plan";
/** For health plans: the number Medicare’s disclaimer shows. */ planOrganizations?: number | null;
/** For health plans: the number Medicare’s disclaimer shows. */ planProducts?: number | null;
advertiserId?: number | null | string;
/** We count clicks; the advertiser reports leads and sales. */ payoutModel?: "click" | "lead" | "sale" | null;
/** In the smallest unit of the currency. */ payoutAmount?: number | null;
/** ISO 4217 code. The site's currency by default. */ payoutCurrency?: string | null;
/** Not shown before this time. */ startsAt?: string | null;
/** Not shown from this time on. */ endsAt?: string | null;
/** Clicks, leads, or sales a day before the offer is hidden until the next day. It takes up to 5 seconds to hide. Clicks from one network count for a tenth at most. Empty means no cap. */ dailyCap?: number | null;
/** Same, over the offer’s lifetime. */ totalCap?: number | null;
/** An offer of the same kind and page, shown while this one is on hold. */ fallbackOfferId?: number | null | string;
/** After three failed checks in a row. The fallback is shown instead. */ pauseWhenBroken?: boolean;
/** For staff: the terms you agreed on. */ terms?: string;
/** URL parameter for the click ID, such as subid. Or use {clickid} in the URL. */ subIdParam?: string | null;
/** The version being changed; returns 409 if it isn't the current one. */ version?: number; };

/** What a report made of a conversion. */
export type Change = { at: string;
/** Match: its click, which was not known before, was found. */ via: "postback" | "import" | "match" | "staff";
/** Who imported or changed it. */ actor: string;
/** Why staff changed it. */ reason: string;
status: "pending" | "approved" | "rejected" | "reversed";
payout: number;
currency: string;
/** It changed nothing: another report had replaced it, or staff had decided the same. */ repeated: boolean; };

export type ClaimInput = { /** Shown to readers below the text. */ title?: string;
/** As it appears in the text, such as $250,000 or 4.2%. */ value?: string;
/** Used in Markdown, such as deposit-insurance-limit. Can’t be changed later. */ name?: string;
sourceTitle?: string;
sourceUrl?: string | null;
/** When someone last checked the source. */ lookedAt?: string | null;
/** Defaults to a year after the last check. */ lookAgainAt?: string;
/** For staff: what depends on it and what to check. */ note?: string;
/** The version being changed; returns 409 if it isn't the current one. */ version?: number; };

/** Where a claim stands in a piece that is not in the trash. */
export type ClaimUse = { /** Of the piece. */ kind: "article" | "guide";
pieceId: number;
slug: string;
title: string;
status: "draft" | "scheduled" | "published" | "archived";
version: number;
/** In the piece. */ value: string; };

export type ContentOfferInput = { title?: string;
/** Public http or https address. */ url?: string;
description?: string;
imageUrl?: string | null;
/** From 1 to 10. Highest first. */ priority?: number;
isFeatured?: boolean;
/** Shown to visitors. */ isActive?: boolean;
pageId?: Reference;
/** Settlements: last day to file a claim. */ deadline?: string | null;
/** Settlements: proof of purchase required. */ proofNeeded?: boolean;
/** The company behind the offer. */ partner?: string;
/** The value, such as $150. */ figure?: string;
/** Such as “bonus” or “a month”. */ figureNote?: string;
who?: string;
/** Minimum purchase or deposit. */ minimum?: string;
fee?: string;
ends?: string;
/** Proof required. */ proof?: string;
/** A health plan shows Medicare’s disclaimer, and we send its partner no visitor data. */ category?: "general" | "health-plan";
/** For health plans: the number Medicare’s disclaimer shows. */ planOrganizations?: number | null;
/** For health plans: the number Medicare’s disclaimer shows. */ planProducts?: number | null;
advertiserId?: number | null | string;
/** We count clicks; the advertiser reports leads and sales. */ payoutModel?: "click" | "lead" | "sale" | null;
/** In the smallest unit of the currency. */ payoutAmount?: number | null;
/** ISO 4217 code. The site's currency by default. */ payoutCurrency?: string | null;
/** Not shown before this time. */ startsAt?: string | null;
/** Not shown from this time on. */ endsAt?: string | null;
/** Clicks, leads, or sales a day before the offer is hidden until the next day. It takes up to 5 seconds to hide. Clicks from one network count for a tenth at most. Empty means no cap. */ dailyCap?: number | null;
/** Same, over the offer’s lifetime. */ totalCap?: number | null;
/** An offer of the same kind and page, shown while this one is on hold. */ fallbackOfferId?: number | null | string;
/** After three failed checks in a row. The fallback is shown instead. */ pauseWhenBroken?: boolean;
/** For staff: the terms you agreed on. */ terms?: string;
/** URL parameter for the click ID, such as subid. Or use {clickid} in the URL. */ subIdParam?: string | null;
/** The version being changed; returns 409 if it isn't the current one. */ version?: number; };

/** A conversion as staff see it. Its click is known where it has a day. */
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
/** Nil where it is not known. */ clickDate: string | null;
/** Its title, where there is one. */ offer: string;
/** What each report made of it, the first one first. */ changes: Array<Change>;
createdAt: string;
updatedAt: string; };

/** What an import changed or, in a dry run, would change. */
export type ConversionImport = { dryRun: boolean;
new: number;
updated: number;
unchanged: number;
/** New, of clicks that are not known. */ unknown: number;
refused: number;
rows: Array<ConversionImportRow>; };

/** What one row of an import changes. */
export type ConversionImportRow = { line: number;
outcome: "new" | "update" | "unchanged" | "unknown" | "refused";
/** Why it is refused. */ reason: string;
clickId: string;
transactionId: string;
event: string;
/** Empty where it can't be read. */ status: string;
/** In the smallest unit; nil where the row has none. */ payout: number | null;
currency: string; };

/** Total adds up the conversions of one status in one currency. Refunds are in Payout; in Conversions they are not. */
export type ConversionTotal = { status: "pending" | "approved" | "rejected" | "reversed";
currency: string;
conversions: number;
/** In the smallest unit. */ payout: number; };

/** What readers are told of a mistake that was corrected. */
export type Correction = { text: string;
at: string; };

export type DailyOfferInput = { title?: string;
/** Public http or https address. */ link?: string;
ctaText?: string;
description?: string;
imageUrl?: string | null;
/** Lowest first. If empty, it goes last. */ position?: number;
/** Shown to visitors. */ isActive?: boolean;
/** The company behind the offer. */ partner?: string;
/** The value, such as $150. */ figure?: string;
/** Such as “bonus” or “a month”. */ figureNote?: string;
who?: string;
/** Minimum purchase or deposit. */ minimum?: string;
fee?: string;
ends?: string;
/** Proof required. */ proof?: string;
/** A health plan shows Medicare’s disclaimer, and we send its partner no visitor data. */ category?: "general" | "health-plan";
/** For health plans: the number Medicare’s disclaimer shows. */ planOrganizations?: number | null;
/** For health plans: the number Medicare’s disclaimer shows. */ planProducts?: number | null;
advertiserId?: number | null | string;
/** We count clicks; the advertiser reports leads and sales. */ payoutModel?: "click" | "lead" | "sale" | null;
/** In the smallest unit of the currency. */ payoutAmount?: number | null;
/** ISO 4217 code. The site's currency by default. */ payoutCurrency?: string | null;
/** Not shown before this time. */ startsAt?: string | null;
/** Not shown from this time on. */ endsAt?: string | null;
/** Clicks, leads, or sales a day before the offer is hidden until the next day. It takes up to 5 seconds to hide. Clicks from one network count for a tenth at most. Empty means no cap. */ dailyCap?: number | null;
/** Same, over the offer’s lifetime. */ totalCap?: number | null;
/** An offer of the same kind and page, shown while this one is on hold. */ fallbackOfferId?: number | null | string;
/** After three failed checks in a row. The fallback is shown instead. */ pauseWhenBroken?: boolean;
/** For staff: the terms you agreed on. */ terms?: string;
/** URL parameter for the click ID, such as subid. Or use {clickid} in the URL. */ subIdParam?: string | null;
/** The version being changed; returns 409 if it isn't the current one. */ version?: number; };

/** What was agreed with an offer's advertiser, with the facts that visitors are told. Amounts are in the smallest unit of the currency. */
export type Deal = OfferFacts & { advertiserId: number | null;
/** We count clicks; the advertiser reports leads and sales. */ payoutModel: "click" | "lead" | "sale" | null;
/** In the smallest unit of the currency. */ payoutAmount: number | null;
/** ISO 4217 code. The site's currency by default. */ payoutCurrency: string | null;
/** Not shown before this time. */ startsAt: string | null;
/** Not shown from this time on. */ endsAt: string | null;
/** Of click-outs or, of leads and sales, of conversions. */ dailyCap: number | null;
/** Same, over the offer’s lifetime. */ totalCap: number | null;
/** Of the same kind; shown in its place while it is on hold. */ fallbackOfferId: number | null;
/** URL parameter for the click ID, such as subid. Or use {clickid} in the URL. */ subIdParam: string | null;
/** For staff: the terms you agreed on. */ terms: string;
/** After three failed checks in a row. The fallback is shown instead. */ pauseWhenBroken: boolean;
/** Why it is not shown though it is active; see the Holds. */ hold: "upcoming" | "ended" | "dailyCap" | "totalCap" | "brokenLink" | null;
linkHealth: LinkHealth; };

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

/** One point of the list that is gone through before a letter goes out. */
export type LetterCheck = { name: string;
ok: boolean;
/** It has to be confirmed while it is not OK. */ blocks: boolean;
/** What is wrong; "" if it is OK. */ detail: string; };

export type LetterInput = { subject?: string;
/** Shown after the subject in the inbox. */ preheader?: string;
/** Markdown. */ body?: string;
/** Addresses of articles and guides on this site, in order. */ pieces?: Array<string>;
/** IDs of carousel offers to include, labeled as sponsored. */ offers?: Array<number>;
audience?: Audience;
/** When to send the campaign. If this time has passed, it's sent right away. */ scheduledAt?: string | null;
status?: "draft" | "scheduled";
/** Autosave, for drafts only. One person's autosaves within five minutes share one audit log entry. */ autosave?: boolean;
/** The version being changed; returns 409 if it isn't the current one. */ version?: number; };

/** The mail of a letter. */
export type LetterPreview = { subject: string;
html: string;
text: string; };

/** What became of a letter. */
export type LetterReport = { /** Who were to get it. */ people: number;
pending: number;
/** In the hands of the mail server. */ sending: number;
sent: number;
/** Handed over, with no answer seen; they are handed over once more. */ unsure: number;
failed: number;
/** They left before their turn. */ skipped: number;
/** Of those that failed: the address takes no mail. */ bounced: number;
/** Likewise: no mail could be made for them, or the mail server never takes it. */ spoiled: number;
/** Mails that may have gone out twice. */ repeats: number;
/** Who unsubscribed within a week of it. */ left: number;
/** Of those that were sent, as was told later: they came back for good. */ returned: number;
/** Their readers called them spam. */ complaints: number;
/** Of the picture in its mails, if they have one. */ loads: Array<Loads>;
/** The sum of each day's. */ visitors: number;
views: number;
clickouts: number;
signups: number;
conversions: number;
/** In the smallest unit of the site's currency. */ revenue: number; };

/** Where an offer's address led when it was last looked at. Accepted is where it leads by right: where it did at the first good check, until staff accept another destination. Both are a host and a path. */
export type LinkHealth = { /** State: moved leads elsewhere than accepted; of refused, whose site keeps robots out, nobody can tell. */ state: "unchecked" | "good" | "moved" | "broken" | "refused";
/** A sentence, unless it is good. */ problem: string;
destination: string | null;
/** Where it leads by right: where it did at the first good check, until staff accept another destination. */ accepted: string | null;
/** In a row, of broken and moved. */ failures: number;
checkedAt: string | null; };

export type LinkInput = { /** Only staff see it, such as “Spring fair flyer”. */ name?: string;
/** A public page of the site, as a URL or a path. May have a query and a fragment. */ path?: string;
/** Utm_source of the target. The next three set the other utm_ parameters. */ source?: string;
/** The kind of channel: email, social, or print. */ medium?: string;
/** What you're promoting, such as spring-2027. */ campaign?: string;
/** Optional; tells similar links apart. */ content?: string;
/** The version being changed; returns 409 if it isn't the current one. */ version?: number; };

/** How often the picture in the mails of a letter was loaded by a kind of program. They are no people: proxies load pictures ahead of any reader, or once for many. */
export type Loads = { loader: "apple" | "gmail" | "yahoo" | "other";
loads: number; };

/** A text as it goes out, and how long it is. */
export type MeasuredText = { text: string;
encoding: "GSM-7" | "UCS-2";
units: number;
/** What the carrier charges. */ segments: number;
/** The characters that GSM-7 lacks. */ unusual: string; };

/** What every record carries beside its own fields. */
export type Meta = { /** Counts the saves. */ version: number;
createdAt: string;
updatedAt: string;
/** In the trash since. */ deletedAt: string | null; };

/** What a visitor decides about an offer by, each in a few words. Those that are empty are not shown. */
export type OfferFacts = { /** Whose offer it is. */ partner: string;
/** What it is worth, such as $150. */ figure: string;
/** What the figure is, such as "bonus". */ figureNote: string;
/** For whom it is. */ who: string;
/** What has to be spent or paid in. */ minimum: string;
fee: string;
ends: string;
/** What a claim has to be proved by. */ proof: string;
/** A health plan shows Medicare’s disclaimer, and we send its partner no visitor data. */ category: "general" | "health-plan";
/** That the partner of a health plan represents. */ planOrganizations: number | null;
/** That they offer. */ planProducts: number | null;
disclaimer: string | null; };

/** What became of lines. */
export type OfferImported = { lines: Array<OfferLine>;
imported: number; };

/** One offer of an import, as it would be made. */
export type OfferLine = OfferFacts & { line: number;
title: string;
address: string;
description: string;
imageUrl: string | null;
payoutModel: string | null;
payoutAmount: number | null;
/** An offer with this address is there, or among the lines before. */ duplicate: boolean;
wrong: Array<string>; };

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
export type PictureUse = { /** In the audit log. */ kind: string;
id: number;
title: string;
/** It is in the trash. */ deleted: boolean; };

export type QuestionInput = { question?: string;
pageId?: Reference;
targetOfferId?: number | null | string;
/** Lowest first. If empty, it goes last. */ position?: number;
/** Shown to visitors. */ isActive?: boolean;
/** The version being changed; returns 409 if it isn't the current one. */ version?: number; };

/** A postback whose key was right, and the rest was not. */
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
/** Of the record then. */ version: number;
at: string;
actor: string;
autosave: boolean;
/** Names of fields. */ changed: Array<string>; };

/** What became of one mail of the welcome series. */
export type SeriesStep = { step: number;
sent: number;
waiting: number;
/** They left, chose one mail a month, or it was off. */ skipped: number;
failed: number; };

/** Where a piece has something from. */
export type Source = { title: string;
url: string;
/** The day on which somebody last did, as YYYY-MM-DD. */ lookedAt?: string; };

/** A partner that pays for clicks, leads or sales. */
export type StaffAdvertiser = Meta & { id: number;
name: string;
/** Which network's parameter names it uses. */ preset: "own" | "keitaro" | "redtrack" | "voluum" | "binom" | "affise" | "everflow" | "impact";
note: string;
/** Its postbacks are taken. */ isActive: boolean;
keyMadeAt: string;
/** Whom staff talk to, and what was agreed. */ contactName: string | null;
contactEmail: string | null;
contactPhone: string | null;
/** What you agreed on, such as when they pay. */ terms: string; };

/** An article as it is kept. */
export type StaffArticle = StaffArticleCard & { /** The sources used. */ sources: Array<Source>;
/** The correction shown to readers; null removes it. */ correction: Correction | null;
/** Markdown. */ body: string;
/** Such as canceling four services. */ savingsAssumption: string | null;
/** Slugs. */ related: Array<string>; };

/** An article in the lists of staff. */
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
/** Invented; readers are told. */ isExample: boolean; };

/** An offer with its figures. */
export type StaffCarouselOffer = Deal & Meta & { id: number;
title: string;
description: string;
type: "phone" | "coregistration" | "linkout";
imageUrl: string | null;
/** Public http or https address. */ targetUrl: string;
/** From 1 to 10. Highest first. */ priority: number;
/** Shown to visitors. */ isActive: boolean;
views: number;
clicks: number;
skips: number;
clickouts: number;
/** Of clicks. */ ctr: number; };

/** A claim as it is kept, and the pieces that have it. */
export type StaffClaim = Meta & { id: number;
/** In marks. */ name: string;
/** Shown to readers below the text. */ title: string;
/** As it appears in the text, such as $250,000 or 4.2%. */ value: string;
sourceTitle: string;
sourceUrl: string | null;
/** Nil while nobody did. */ lookedAt: string | null;
/** Defaults to a year after the last check. */ lookAgainAt: string;
/** For staff: what depends on it and what to check. */ note: string;
uses: Array<ClaimUse>; };

/** An offer with its figures. */
export type StaffContentOffer = Deal & Meta & { id: number;
/** Can't be changed later. */ pageId: number;
title: string;
description: string;
/** Public http or https address. */ url: string;
imageUrl: string | null;
/** From 1 to 10. Highest first. */ priority: number;
/** Shown to visitors. */ isActive: boolean;
isFeatured: boolean;
/** Of settlements: the last day to claim, and whether a claim needs a proof of purchase. */ deadline: string | null;
/** Settlements: proof of purchase required. */ proofNeeded: boolean;
views: number;
clicks: number;
/** Percent, two decimals. */ ctr: number; };

/** A daily offer with its figures over all days. */
export type StaffDailyOffer = Deal & Meta & { id: number;
/** Lowest first. If empty, it goes last. */ position: number;
title: string;
description: string;
imageUrl: string | null;
/** Public http or https address. */ link: string;
ctaText: string;
/** Shown to visitors. */ isActive: boolean;
views: number;
clicks: number; };

/** A guide as it is kept. */
export type StaffGuide = StaffGuideCard & { /** The sources used. */ sources: Array<Source>;
/** The correction shown to readers; null removes it. */ correction: Correction | null;
/** Markdown. */ introduction: string;
/** Markdown. */ conclusion: string;
/** Send the ID of each existing step, so readers keep their check marks. */ items: Array<StaffGuideItem>;
/** Slugs. */ related: Array<string>;
/** Slugs. */ relatedArticles: Array<string>; };

/** A guide in the lists of staff. */
export type StaffGuideCard = StaffPiece & { /** Shown on cards, in search results, and below the title. */ subtitle: string;
estimatedReadTime: number;
wordCount: number; };

/** One step as it is kept. */
export type StaffGuideItem = { id: number;
title: string;
imageUrl: string | null;
/** Markdown. */ content: string;
ctaText: string | null;
ctaUrl: string | null;
ctaSponsored: boolean;
/** Who pays for it. */ ctaAdvertiser: string | null; };

/** A letter as staff write it. */
export type StaffLetter = Meta & { id: number;
/** Of its page, /newsletter/{slug}, and the campaign of visits that it brings. */ slug: string;
subject: string;
/** Shown after the subject in the inbox. */ preheader: string;
/** Markdown. */ body: string;
/** Addresses of articles and guides on this site, in order. */ pieces: Array<string>;
/** The sponsored ones. */ offers: Array<number>;
audience: Audience;
status: "draft" | "scheduled" | "sending" | "paused" | "sent" | "cancelled";
/** When to send the campaign. If this time has passed, it's sent right away. */ scheduledAt: string | null;
/** Why it is paused, or waits; empty if neither. */ trouble: string;
sentAt: string | null; };

/** A link to a page of the site. */
export type StaffLink = Meta & { id: number;
/** Of its short address. */ code: string;
/** For staff. */ name: string;
/** With its query and fragment. */ path: string;
/** Utm_source of the target. The next three set the other utm_ parameters. */ source: string;
/** The kind of channel: email, social, or print. */ medium: string;
/** What you're promoting, such as spring-2027. */ campaign: string;
/** Optional; tells similar links apart. */ content: string; };

/** A page as staff see it. */
export type StaffPage = Meta & { id: number;
title: string;
/** End of the address: /content/…. */ slug: string;
description: string;
/** Shown to visitors. */ isActive: boolean;
/** Search engines may list it. */ isIndexed: boolean; };

/** A picture with where it is used. */
export type StaffPicture = StaffPictureCard & { uses: Array<PictureUse>;
/** What staff should know of an upload, such as that an animated picture stands still; "" for nothing. */ notice?: string; };

/** A picture in lists. */
export type StaffPictureCard = Meta & { id: number;
/** The path of its widest file. */ url: string;
name: string;
/** Alt text for screen readers. */ alt: string;
/** As it was uploaded, upright. */ width: number;
height: number;
/** Focal point when cropped, in percent from the left. */ focalX: number;
/** Focal point when cropped, in percent from the top. */ focalY: number; };

/** What every piece has. */
export type StaffPiece = Meta & { id: number;
/** Lowercase letters, digits, and single hyphens, not digits only. */ slug: string;
title: string;
/** A slug, not limited to the site's categories. */ category: string;
/** Separated by commas. */ tags: Array<string>;
authorName: string;
imageUrl: string | null;
/** Shown on the home page. */ featured: boolean;
/** Only published pieces are public. Scheduled ones are published at publishAt. */ status: "draft" | "scheduled" | "published" | "archived";
/** When it comes out or came out. */ publishAt: string | null;
/** When staff last checked it. */ reviewedAt: string | null;
/** When its substance last changed, once it was public. */ revisedAt: string | null; };

/** A question with its answers over all days and the offer that a yes opens. */
export type StaffQuestion = Meta & { id: number;
/** Can't be changed later. */ pageId: number;
/** Lowest first. If empty, it goes last. */ position: number;
question: string;
targetOfferId: number | null;
/** Shown to visitors. */ isActive: boolean;
targetTitle: string | null;
targetPageId: number | null;
yes: number;
no: number; };

/** An offer of /hot-offers with its figures over all days. */
export type StaffStaticOffer = Deal & Meta & { id: number;
/** Lowest first. If empty, it goes last. */ position: number;
title: string;
description: string;
imageUrl: string | null;
/** Public http or https address. */ link: string;
/** Shown to visitors. */ isActive: boolean;
views: number;
clicks: number; };

/** A deal alert as staff write it. */
export type StaffText = Meta & { id: number;
/** Without the sender's name and the opt-out line, which we add to every text. */ body: string;
status: "draft" | "scheduled" | "sending" | "paused" | "sent" | "cancelled";
/** When to send the text. If this time has passed, it's sent right away. */ scheduledAt: string | null;
/** Why it is paused, or waits; empty if neither. */ trouble: string;
sentAt: string | null; };

/** A topic as stored. */
export type StaffTopic = Meta & { id: number;
category: string;
/** A sentence or two, shown above the articles. */ introduction: string;
/** Its slug. */ firstArticle: string | null;
/** Shown to visitors. */ isActive: boolean; };

export type StaticOfferInput = { title?: string;
/** Public http or https address. */ link?: string;
description?: string;
imageUrl?: string | null;
/** Lowest first. If empty, it goes last. */ position?: number;
/** Shown to visitors. */ isActive?: boolean;
/** The company behind the offer. */ partner?: string;
/** The value, such as $150. */ figure?: string;
/** Such as “bonus” or “a month”. */ figureNote?: string;
who?: string;
/** Minimum purchase or deposit. */ minimum?: string;
fee?: string;
ends?: string;
/** Proof required. */ proof?: string;
/** A health plan shows Medicare’s disclaimer, and we send its partner no visitor data. */ category?: "general" | "health-plan";
/** For health plans: the number Medicare’s disclaimer shows. */ planOrganizations?: number | null;
/** For health plans: the number Medicare’s disclaimer shows. */ planProducts?: number | null;
advertiserId?: number | null | string;
/** We count clicks; the advertiser reports leads and sales. */ payoutModel?: "click" | "lead" | "sale" | null;
/** In the smallest unit of the currency. */ payoutAmount?: number | null;
/** ISO 4217 code. The site's currency by default. */ payoutCurrency?: string | null;
/** Not shown before this time. */ startsAt?: string | null;
/** Not shown from this time on. */ endsAt?: string | null;
/** Clicks, leads, or sales a day before the offer is hidden until the next day. It takes up to 5 seconds to hide. Clicks from one network count for a tenth at most. Empty means no cap. */ dailyCap?: number | null;
/** Same, over the offer’s lifetime. */ totalCap?: number | null;
/** An offer of the same kind and page, shown while this one is on hold. */ fallbackOfferId?: number | null | string;
/** After three failed checks in a row. The fallback is shown instead. */ pauseWhenBroken?: boolean;
/** For staff: the terms you agreed on. */ terms?: string;
/** URL parameter for the click ID, such as subid. Or use {clickid} in the URL. */ subIdParam?: string | null;
/** The version being changed; returns 409 if it isn't the current one. */ version?: number; };

export type Status = { status: string; };

/** An audience, and whether a text can go out to it. */
export type TextAudience = { /** Numbers that get it. */ people: number;
/** That agreed on the site and have not said yes. */ unsettled: number;
/** That had their texts for now. */ full: number;
/** That said stop. */ stopped: number;
/** The settings that texts lack; empty if they can go out. */ missing: Array<string>; };

export type TextInput = { /** Without the sender's name and the opt-out line, which we add to every text. */ body?: string;
/** When to send the text. If this time has passed, it's sent right away. */ scheduledAt?: string | null;
status?: "draft" | "scheduled";
/** The version being changed; returns 409 if it isn't the current one. */ version?: number; };

/** What became of a text. */
export type TextReport = { /** Numbers that were to get it. */ people: number;
/** Wait, for their day to begin or their turn. */ pending: number;
sent: number;
/** Handed over, with no answer seen. */ unsure: number;
failed: number;
/** Ended texts before their turn, or it was cancelled before. */ skipped: number;
/** Said stop within a week, and got no other text before. */ stops: number; };

export type TopicInput = { category?: string;
/** A sentence or two, shown above the articles. */ introduction?: string;
/** Shown first in its category. If empty, the newest is first. */ firstArticle?: string | null;
/** Shown to visitors. */ isActive?: boolean;
/** The version being changed; returns 409 if it isn't the current one. */ version?: number; };

/** What an editor has typed into a record and not saved yet. */
export type WorkingCopy = { /** As the form keeps it; null for none. */ draft: unknown;
savedAt: string | null; };
