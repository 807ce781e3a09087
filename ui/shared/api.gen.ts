// Made from server/openapi.yaml by scripts/api-types.mjs. Do not edit.

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
/** What stays in view where it is cropped; percent from the left. */ focalX: number;
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
correction: Correction;
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
/** The link leads to a partner that pays us. */ ctaSponsored: boolean;
/** That partner, where it is named. */ ctaAdvertiser: string | null; };

export type Guide = GuideSummary & { /** Of the author’s page; null if there is none. */ authorSlug: string | null;
/** The author is invented. */ authorIsExample: boolean;
/** Empty without a page. */ authorBio: string;
/** Empty without a page. */ authorCredentials: string;
authorImageUrl: string | null;
items: Array<GuideItem>;
sources: Array<Source>;
correction: Correction;
/** Those that its texts mark, and other figures of its numbers whose sources somebody has looked at. */ claims: Array<PieceClaim>;
/** When its substance last changed. */ revisedAt: string;
related: Array<GuideCard>;
relatedArticles: Array<ArticleCard>; };

/** What a visitor decides about an offer by, each in a few words; empty ones are not shown. */
export type OfferFacts = { /** Whose offer it is. */ partner: string;
/** What it is worth, such as $150. */ figure: string;
/** What the figure is, such as “bonus”. */ figureNote: string;
/** For whom it is. */ who: string;
/** What has to be spent or paid in. */ minimum: string;
fee: string;
ends: string;
/** What a claim has to be proved by. */ proof: string;
/** We send no visitor data to health plan partners. */ category: "general" | "health-plan";
/** How many organizations the partner of a health plan represents. */ planOrganizations: number | null;
/** How many products they offer. */ planProducts: number | null;
/** Of a health plan: the words of 42 CFR 422.2267(e)(41), shown with the offer. */ disclaimer: string | null; };

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
/** Of a settlement: the last day to claim. */ deadline: string | null;
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

export type Meta = { /** Counts the saves. */ version: number;
createdAt: string;
updatedAt: string;
/** In the bin since. */ deletedAt: string | null; };

export type AdvertiserInput = { name?: string;
/** How its postbacks and reports call what they say. */ preset?: "own" | "keitaro" | "redtrack" | "voluum" | "binom" | "affise" | "everflow" | "impact";
note?: string;
/** Its postbacks are taken. */ isActive?: boolean;
/** The version that the change was made from; with another one the answer is 409. */ version?: number; };

export type Advertiser = Meta & { id: number;
name: string;
preset: "own" | "keitaro" | "redtrack" | "voluum" | "binom" | "affise" | "everflow" | "impact";
note: string;
isActive: boolean;
/** When the key of its postbacks was made. */ keyMadeAt: string; };

export type AdvertiserWithKey = Advertiser & { /** Shown this once; only a hash of it is kept. */ postbackKey: string;
/** What the network is to call, with its macros. */ postbackAddress: string; };

export type ConversionStatus = "pending" | "approved" | "rejected" | "reversed";

/** What the report changed; unknown is new, of a click that is not known. */
export type ConversionOutcome = "new" | "update" | "unchanged" | "unknown";

/** Amounts are in the smallest unit of the currency. */
export type Conversion = { id: number;
advertiserId: number;
advertiser: string;
clickId: string;
transactionId: string;
event: string;
status: ConversionStatus;
payout: number;
sale: number | null;
currency: string;
/** The day of the click; null where that is not known. */ clickDate: string | null;
/** Title of the offer that was clicked. */ offer: string;
/** What each report made of it, the first one first. */ changes: Array<{ at: string;
/** match: its click, which was not known before, was found. */ via: "postback" | "import" | "match";
/** Who imported it. */ actor: string;
status: ConversionStatus;
payout: number;
currency: string;
/** It repeated a report that another one had replaced, and changed nothing. */ repeated: boolean; }>;
createdAt: string;
updatedAt: string; };

export type ConversionImport = { dryRun: boolean;
new: number;
updated: number;
unchanged: number;
/** New, of clicks that are not known. */ unknown: number;
refused: number;
rows: Array<ConversionImportRow>; };

export type ConversionImportRow = { line: number;
outcome: "new" | "update" | "unchanged" | "unknown" | "refused";
/** Why it is refused. */ reason: string;
clickId: string;
transactionId: string;
event: string;
/** Empty where it can't be read. */ status: string;
/** In the smallest unit; null where the row has none. */ payout: number | null;
currency: string; };

export type RefusedPostback = { id: number;
advertiserId: number;
advertiser: string;
/** Its parameters. */ sent: string;
reason: string;
times: number;
createdAt: string;
lastAt: string; };

/** Who gets a letter, of those who get mail at all. Without a condition it is everyone. */
export type Audience = { /** Who chose one of these topics, or none at all. */ topics?: Array<string> | null;
frequency?: "" | "weekly" | "monthly";
/** A day as YYYY-MM-DD, included. */ signedUpSince?: string;
/** A day as YYYY-MM-DD, not included. */ signedUpBefore?: string;
/** The utm_source that the signup came with. */ source?: string;
/** Who followed a link of a letter within so many days, or who did not though a letter that would tell went to them before. Only with LETTER_ENGAGEMENT. */ engagement?: "" | "clicked-30" | "clicked-90" | "clicked-365" | "not-clicked-90"; };

export type AudienceCount = { count: number;
/** With not-clicked-90, of how many more it is not known: no letter that would tell went to them 90 days ago. */ unknown: number;
/** Whether audiences by engagement can be chosen. */ engagement: boolean; };

export type LetterInput = { subject?: string;
/** What lists of mails show beside the subject. */ preheader?: string;
/** Markdown. */ body?: string;
/** Addresses of articles and guides of the site, in their order. */ pieces?: Array<string>;
/** Ids of offers of the carousel that are placed in the letter, as sponsored. */ offers?: Array<number>;
audience?: Audience;
/** When the letter is to go out; one in the past goes out at once when it is scheduled. */ scheduledAt?: string | null;
status?: "draft" | "scheduled";
/** Saved by itself, which only a draft is; what one person saves so within five minutes has one line in the audit log. */ autosave?: boolean;
/** The version that the change was made from; with another one the answer is 409. */ version?: number; };

export type Letter = Meta & { id: number;
/** Of its page, /newsletter/{slug}, and the campaign of visits that it brings. */ slug: string;
subject: string;
preheader: string;
body: string;
pieces: Array<string>;
offers: Array<number>;
audience: Audience;
status: "draft" | "scheduled" | "sending" | "paused" | "sent" | "cancelled";
scheduledAt: string | null;
/** Why it is paused, or waits; empty if neither. */ trouble: string;
sentAt: string | null; };

export type LetterPreview = { subject: string;
html: string;
text: string; };

export type LetterCheck = { name: string;
ok: boolean;
/** It has to be confirmed while it is not OK. */ blocks: boolean;
/** What is wrong; empty if it is OK. */ detail: string; };

export type LetterReport = { /** Who were to get it. */ people: number;
pending: number;
/** In the hands of the mail server. */ sending: number;
sent: number;
/** Handed over, with no answer seen; they are handed over once more. */ unsure: number;
failed: number;
/** They left before their turn. */ skipped: number;
/** Of those that failed; the address takes no mail. */ bounced: number;
/** Of those that failed; no mail could be made for them, or the mail server never takes it. */ spoiled: number;
/** Mails that may have gone out twice. */ repeats: number;
/** Who unsubscribed within a week of it. */ left: number;
/** Of those that were sent; they came back for good, as was told later. */ returned: number;
/** Of those that were sent; their readers called them spam, as was told later. */ complaints: number;
/** How often the picture in its mails was loaded, by whose program. Loads are no people. */ loads: Array<{ loader: "apple" | "gmail" | "yahoo" | "other";
loads: number; }>;
/** Of visits that came by the letter, as the reports count them; the sum of each day's. */ visitors: number;
views: number;
clickouts: number;
signups: number;
conversions: number;
/** In the smallest unit of the site's currency. */ revenue: number; };

export type SeriesStep = { /** 1 is the first tips, which go out at once; 2 follows after 5 days, 3 after 12. */ step: number;
sent: number;
waiting: number;
/** Who left before it, chose one mail a month, or whose turn came while the series was off. */ skipped: number;
failed: number; };

export type TextAlertInput = { /** Without the sender's name and the way out, which every text has. */ body?: string;
/** When the text is to go out; one in the past goes out at once when it is sent. */ scheduledAt?: string | null;
status?: "draft" | "scheduled";
/** The version that the change was made from; with another one the answer is 409. */ version?: number; };

export type TextAlert = Meta & { id: number;
body: string;
status: "draft" | "scheduled" | "sending" | "paused" | "sent" | "cancelled";
scheduledAt: string | null;
/** Why it is paused, or waits; empty if neither. */ trouble: string;
sentAt: string | null; };

export type TextAudience = { /** Numbers that get a text now. */ people: number;
/** Numbers that agreed on the site and have not said yes by text. */ unsettled: number;
/** Numbers that had their texts for a month. */ full: number;
/** Numbers that said stop. */ stopped: number;
/** The settings that texts lack; empty if they can go out. */ missing: Array<string>; };

export type MeasuredText = { /** With the sender's name and the way out. */ text: string;
encoding: "GSM-7" | "UCS-2";
units: number;
/** What the carrier charges. */ segments: number;
/** The characters that make it UCS-2; empty otherwise. */ unusual: string; };

export type TextReport = { /** Numbers that were to get it. */ people: number;
/** They wait for their turn, or for the day where they are. */ pending: number;
sent: number;
/** Handed over, with no answer seen; the carrier is asked whether it has them. */ unsure: number;
failed: number;
/** They ended texts before their turn, or the text was cancelled before it. */ skipped: number;
/** Who said stop within a week, before another text came. */ stops: number; };

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

export type ShareLinkInput = { /** For staff. */ name?: string;
/** A public page of the site, whole or from its path on; it may have a query and a fragment. */ path?: string;
/** utm_source of the address that it leads to; so are the next three. */ source?: string;
medium?: string;
campaign?: string;
content?: string;
/** The version that the change was made from; with another one the answer is 409. */ version?: number; };

export type ShareLink = Meta & { id: number;
/** Of its short address, /g/{code}. */ code: string;
name: string;
/** Of the page that it leads to, with query and fragment. */ path: string;
source: string;
medium: string;
campaign: string;
content: string; };

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

export type TopicInput = { category?: string;
introduction?: string;
/** The slug of an article of the category. */ firstArticle?: string | null;
isActive?: boolean;
/** The version that the change was made from; with another one the answer is 409. */ version?: number; };

export type StaffTopic = Meta & { id: number;
category: string;
introduction: string;
firstArticle: string | null;
isActive: boolean; };

export type ClaimInput = { /** In marks, such as deposit-insurance-limit; it is never changed. */ name?: string;
/** What it is. */ title?: string;
/** As texts have it, such as $250,000. */ value?: string;
sourceTitle?: string;
sourceUrl?: string | null;
/** When somebody last looked at the source. */ lookedAt?: string | null;
/** When somebody looks again; a year after lookedAt, unless it is sent. */ lookAgainAt?: string;
/** For staff. */ note?: string;
/** The version that the change was made from; with another one the answer is 409. */ version?: number; };

export type StaffClaim = Meta & { id: number;
name: string;
title: string;
value: string;
sourceTitle: string;
sourceUrl: string | null;
lookedAt: string | null;
lookAgainAt: string;
note: string;
uses: Array<ClaimUse>; };

/** A piece that marks a claim, once for each value that it has there. */
export type ClaimUse = { kind: "article" | "guide";
pieceId: number;
slug: string;
title: string;
status: "draft" | "scheduled" | "published" | "archived";
version: number;
/** In the piece. */ value: string; };

/** A figure, a rate or a legal date as a piece has it, with where it is from. */
export type PieceClaim = { name: string;
/** What it is. */ title: string;
value: string;
sourceTitle: string;
sourceUrl: string | null;
/** When somebody last looked at the source. */ lookedAt: string | null; };

export type AuthorInput = { /** As bylines have it. */ name?: string;
slug?: string;
/** Two sentences. */ bio?: string;
credentials?: string;
imageUrl?: string | null;
/** Has a page, to which bylines lead. */ isActive?: boolean;
/** Invented; readers are told. */ isExample?: boolean;
/** The version that the change was made from; with another one the answer is 409. */ version?: number; };

export type StaffAuthor = Meta & { id: number;
name: string;
slug: string;
bio: string;
credentials: string;
imageUrl: string | null;
isActive: boolean;
isExample: boolean; };

export type PictureInput = { name?: string;
/** The picture in words. */ alt?: string;
/** What stays in view where it is cropped; percent from the left. */ focalX?: number;
/** Percent from the top. */ focalY?: number;
/** The version that the change was made from; with another one the answer is 409. */ version?: number; };

export type UploadedPicture = Meta & { id: number;
/** The path of its widest file. */ url: string;
name: string;
alt: string;
/** As it was uploaded, upright. */ width: number;
height: number;
focalX: number;
focalY: number; };

export type LibraryPicture = UploadedPicture & { /** What to know of an upload, such as that an animated picture stands still. */ notice?: string;
uses: Array<{ kind: string;
id: number;
title: string;
/** It is in the bin. */ deleted: boolean; }>; };

export type Batch = { ids: Array<Reference>;
action: "activate" | "deactivate" | "delete" | "restore"; };

export type PageInput = { title?: string;
slug?: string;
description?: string;
isActive?: boolean;
/** Search engines may list it. */ isIndexed?: boolean;
/** The version that the change was made from; with another one the answer is 409. */ version?: number; };

export type StaffPage = Meta & { id: number;
title: string;
slug: string;
description: string;
isActive: boolean;
isIndexed: boolean; };

/** What was agreed with an offer's advertiser. Amounts are in the smallest unit of their currency. */
export type DealInput = { advertiserId?: number | null | string;
/** What is paid for: click-outs of people, or conversions that the advertiser reports. */ payoutModel?: "click" | "lead" | "sale" | null;
payoutAmount?: number | null;
/** ISO 4217; the site's, when there is an amount and this is left out. */ payoutCurrency?: string | null;
/** Not shown before. */ startsAt?: string | null;
/** Not shown from then on. */ endsAt?: string | null;
/** Not shown for the rest of a day (of the site's timezone) that had so many click-outs of people or, of leads and sales, conversions. It can be overshot by what comes within 5 seconds. */ dailyCap?: number | null;
/** The same for all days. */ totalCap?: number | null;
/** Of the same kind and page: shown in its place while it is on hold. */ fallbackOfferId?: number | null | string;
/** Query parameter that the click id is appended as. */ subIdParam?: string | null;
terms?: string;
/** Not shown once the checks of its link failed three times in a row. */ pauseWhenBroken?: boolean;
/** Whose offer it is. */ partner?: string;
/** What it is worth, such as $150. */ figure?: string;
/** What the figure is, such as “bonus”. */ figureNote?: string;
/** For whom it is. */ who?: string;
/** What has to be spent or paid in. */ minimum?: string;
fee?: string;
ends?: string;
/** What a claim has to be proved by. */ proof?: string;
/** A health plan needs both numbers, and an address without placeholders for visitor data. */ category?: "general" | "health-plan";
planOrganizations?: number | null;
planProducts?: number | null; };

export type Deal = OfferFacts & { advertiserId: number | null;
payoutModel: "click" | "lead" | "sale" | null;
payoutAmount: number | null;
payoutCurrency: string | null;
startsAt: string | null;
endsAt: string | null;
dailyCap: number | null;
totalCap: number | null;
fallbackOfferId: number | null;
subIdParam: string | null;
terms: string;
pauseWhenBroken: boolean;
hold: Hold;
linkHealth: LinkHealth; };

/** Why it is not shown though it is active. Its fallback is shown in its place, unless that is not shown either. */
export type Hold = "upcoming" | "ended" | "dailyCap" | "totalCap" | "brokenLink" | null;

/** Where an offer's address led when it was last looked at. A destination is a host and a path. */
export type LinkHealth = { /** moved: it leads elsewhere than accepted; refused: the site keeps robots out, so nobody can tell. */ state: "unchecked" | "good" | "moved" | "broken" | "refused";
/** A sentence, unless it is good. */ problem: string;
destination: string | null;
/** Where it leads by right: where it did at the first good check, until staff accept another destination. */ accepted: string | null;
/** Of checks in a row, broken or moved. */ failures: number;
checkedAt: string | null; };

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

export type LinkProblem = { kind: "carousel" | "content" | "daily" | "static";
id: number;
title: string;
/** Slug of the content page that it is on. */ page: string | null;
hold: Hold;
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

export type AcceptedDestination = { /** Where the link leads now, as the offer says; with another one the answer is 409. */ destination: string; };

export type OfferImport = { /** At most 1,000 lines: each an address, or CSV of title, address, description, picture and payout, whose first line may name its columns. A payout is an amount such as 12.50, which a click pays, or 12.50 a lead. */ text: string;
/** Of offers of a content page. */ pageId?: number | string;
dryRun?: boolean;
/** Take also those whose address an offer has, or a line before. */ duplicates?: boolean; };

export type OfferImported = { lines: Array<OfferLine>;
imported: number; };

export type OfferLine = OfferFacts & { line: number;
title: string;
address: string;
description: string;
imageUrl: string | null;
payoutModel: string | null;
/** In the smallest unit of the site's currency. */ payoutAmount: number | null;
duplicate: boolean;
/** Sentences. */ wrong: Array<string>; };

export type OfferInput = DealInput & { /** Of a new record; it stays. */ pageId?: number | string;
title?: string;
description?: string;
url?: string;
imageUrl?: string | null;
priority?: number;
isActive?: boolean;
isFeatured?: boolean;
/** Of a settlement: the last day to claim. */ deadline?: string | null;
/** Of a settlement: a claim needs a proof of purchase. */ proofNeeded?: boolean;
/** The version that the change was made from; with another one the answer is 409. */ version?: number; };

export type CountedOffer = Meta & Deal & { id: number;
pageId: number;
title: string;
description: string;
url: string;
imageUrl: string | null;
priority: number;
isActive: boolean;
isFeatured: boolean;
deadline: string | null;
proofNeeded: boolean;
views: number;
clicks: number;
ctr: number; };

export type CarouselOfferInput = DealInput & { title?: string;
description?: string;
type?: "phone" | "coregistration" | "linkout";
imageUrl?: string | null;
targetUrl?: string;
priority?: number;
isActive?: boolean;
/** The version that the change was made from; with another one the answer is 409. */ version?: number; };

export type CarouselOffer = Meta & Deal & { id: number;
title: string;
description: string;
type: string;
imageUrl: string | null;
targetUrl: string;
priority: number;
isActive: boolean;
views: number;
/** Presses of the button; never added to clickouts. */ clicks: number;
skips: number;
clickouts: number;
ctr: number; };

export type DailyOfferInput = DealInput & { position?: number;
title?: string;
description?: string;
imageUrl?: string | null;
link?: string;
ctaText?: string;
isActive?: boolean;
/** The version that the change was made from; with another one the answer is 409. */ version?: number; };

export type StaffDailyOffer = Meta & Deal & { id: number;
position: number;
title: string;
description: string;
imageUrl?: string | null;
link: string;
ctaText: string;
isActive: boolean;
views: number;
clicks: number; };

export type StaticOfferInput = DealInput & { position?: number;
title?: string;
description?: string;
imageUrl?: string | null;
link?: string;
isActive?: boolean;
/** The version that the change was made from; with another one the answer is 409. */ version?: number; };

export type StaffStaticOffer = Meta & Deal & { id: number;
position: number;
title: string;
description: string;
imageUrl: string | null;
link: string;
isActive: boolean;
views: number;
clicks: number; };

export type QuestionInput = { /** Of a new record; it stays. */ pageId?: number | string;
position?: number;
question?: string;
targetOfferId?: number | null | string;
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

/** Only what is published is public. What is scheduled is published at publishAt. */
export type PieceStatus = "draft" | "scheduled" | "published" | "archived";

export type Source = { title: string;
url: string;
/** When somebody last looked at it. */ lookedAt?: string; };

/** What readers are told of a mistake that was corrected. */
export type Correction = { text: string;
at: string; } | null;

export type Revision = { id: number;
/** Of the piece then. */ version: number;
at: string;
actor: string;
autosave: boolean;
/** The names of the fields. */ changed: Array<string>; };

export type WorkingCopy = { /** The values of the form, and the record that they were typed over; null for none. */ draft: Record<string, unknown> | null;
savedAt: string | null; };

export type PieceBatch = { ids: Array<Reference>;
action: "publish" | "withdraw" | "archive" | "delete" | "restore"; };

/** A draft needs title and slug. What is published or scheduled also needs a category, an excerpt and a body (an article), or a subtitle and a step (a guide).
 */
export type PieceInput = { title?: string;
/** Lower-case letters, digits and single hyphens, not digits alone. */ slug?: string;
/** A slug; one of the site's categories or another. */ category?: string;
tags?: Array<string>;
authorName?: string;
imageUrl?: string | null;
featured?: boolean;
sources?: Array<Source>;
/** What readers are told of a mistake that was corrected; null takes it away. */ correction?: { text: string;
/** Now if left out. */ at?: string; } | null;
/** Saved by itself: goes into one revision for some minutes. Not for what is public. */ autosave?: boolean;
status?: PieceStatus;
/** When it comes out or came out. A published piece that is given a time to come is withdrawn until then; what is scheduled for a time in the past is published.
 */ publishAt?: string | null;
reviewedAt?: string | null;
/** Set by itself when the substance of what readers see changes. */ revisedAt?: string;
/** The version that the change was made from; with another one the answer is 409. */ version?: number; };

export type ArticleInput = PieceInput & { excerpt?: string;
/** Markdown. Raw HTML in it is shown as text. */ body?: string;
imageAlt?: string;
avgSavings?: string | null;
/** What avgSavings is derived from. */ savingsAssumption?: string | null;
/** Slugs of articles. */ related?: Array<string>; };

export type GuideInput = PieceInput & { subtitle?: string;
/** Markdown. Raw HTML in it is shown as text. */ introduction?: string;
/** Markdown. Raw HTML in it is shown as text. */ conclusion?: string;
items?: Array<{ /** Of the step that it was until now, so that readers keep its tick. */ id?: Reference;
/** What is published needs one. */ title?: string;
imageUrl?: string | null;
/** Markdown. Raw HTML in it is shown as text. */ content?: string;
ctaText?: string | null;
ctaUrl?: string | null;
/** The link leads to a partner that pays us. */ ctaSponsored?: boolean;
/** That partner. */ ctaAdvertiser?: string | null; }>;
/** Slugs of guides. */ related?: Array<string>;
/** Slugs of articles. */ relatedArticles?: Array<string>; };

export type StaffPiece = Meta & { id: number;
slug: string;
title: string;
category: string;
tags: Array<string>;
authorName: string;
imageUrl: string | null;
featured: boolean;
status: PieceStatus;
/** When it comes out or came out. */ publishAt: string | null;
/** When staff last checked it. */ reviewedAt: string | null;
/** When its substance last changed, once it was public. */ revisedAt: string | null; };

export type StaffArticleCard = StaffPiece & { excerpt: string;
imageAlt: string;
avgSavings: string | null;
/** Minutes, by the words of the body. */ readTime: number;
wordCount: number; };

export type StaffArticle = StaffArticleCard & { /** Markdown. */ body: string;
sources: Array<Source>;
correction: Correction;
savingsAssumption: string | null;
/** Slugs. */ related: Array<string>; };

export type StaffGuideCard = StaffPiece & { subtitle: string;
/** Minutes, by the words of the texts. */ estimatedReadTime: number;
wordCount: number; };

export type StaffGuideItem = { id: number;
title: string;
imageUrl: string | null;
/** Markdown. */ content: string;
ctaText: string | null;
ctaUrl: string | null;
ctaSponsored: boolean;
ctaAdvertiser: string | null; };

export type StaffGuide = StaffGuideCard & { /** Markdown. */ introduction: string;
/** Markdown. */ conclusion: string;
items: Array<StaffGuideItem>;
sources: Array<Source>;
correction: Correction;
/** Slugs. */ related: Array<string>;
/** Slugs. */ relatedArticles: Array<string>; };

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
