import type {
  ArticleCard,
  ContentPage,
  GuideCard,
  GuideItem,
  Offer,
  PieceClaim,
  Question,
  SiteSettings,
} from "../../shared/api.gen.ts";
import type { Deadline } from "../../shared/my-list/deadlines.ts";

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
  category: "general" as const,
  planOrganizations: null,
  planProducts: null,
  disclaimer: null,
  checkedAt: "2026-11-02T12:00:00Z",
};

/** A settlement, with the day by which one claims. */
export const settlement = {
  ...offer,
  title: "A case that is settled",
  url: "https://norvexa.example.com/",
  partner: "Norvexa",
  figure: "$25 to $100",
  figureNote: "for each claim",
  who: "Customers of 2023 and 2024",
  minimum: "",
  fee: "Free to file",
  ends: "Claim by March 4, 2027",
  proof: "Proof of purchase needed",
  endsAt: null,
  deadline: "2027-03-04T12:00:00Z",
};

/** An offer of which staff have said nothing but what they must, and whose address can't be opened. */
export const plainOffer = { title: "An offer without a picture", description: "In a line.", imageUrl: null };

/** An offer of the carousel. */
export const carouselOffer: Offer = {
  ...offer,
  id: 1,
  type: "linkout",
  picture: null,
  targetUrl: "https://marlowick.example.com/?sub={subid}",
  endsAt: null,
};

/** A question that leads to a case. */
export const question: Question = {
  id: 1,
  question: "Did you buy a washer between 2019 and 2022?",
  targetOfferId: 1,
  targetUrl: "https://pellbrook.example.com/",
  targetTitle: "Pellbrook washer leaks",
  targetCategory: "general",
  targetDisclaimer: null,
  targetImageUrl: null,
  targetPartner: "Pellbrook",
  targetFigure: "$200",
  targetFigureNote: "toward the repair",
  targetWho: "Owners of washers made from 2018 to 2021",
  targetMinimum: "Covers door seals only",
  targetFee: "",
  targetProof: "",
  targetProofNeeded: true,
  targetDeadline: null,
  targetCheckedAt: "2026-11-02T12:00:00Z",
  subIdParam: null,
};

const deadline: Deadline = {
  id: "content-offer-1",
  title: "A case that is settled",
  day: "2026-12-04",
  what: "claim",
  partner: "Norvexa",
  proof: "A receipt or the notice",
  path: "/content/settlements",
  done: false,
};

/** A deadline that is near, one that is far, one that is met and one that has passed. */
export const deadlines: Deadline[] = [
  deadline,
  { ...deadline, id: "offer-2", title: "An offer that ends", day: "2027-03-04", what: "offer", proof: "" },
  { ...deadline, id: "content-offer-3", title: "A case that is claimed", day: "2027-01-15", done: true },
  { ...deadline, id: "content-offer-4", title: "A case that is over", day: "2026-11-02" },
];

/** What a piece claims, with its source and without. */
export const claims: PieceClaim[] = [
  {
    name: "deposit-insurance-limit",
    title: "Insured at one bank, for one owner",
    value: "$250,000",
    sourceTitle: "FDIC: Deposit Insurance",
    sourceUrl: "https://www.fdic.gov/",
    lookedAt: "2026-11-02T12:00:00Z",
  },
  {
    name: "usual-rate",
    title: "What a savings account usually pays",
    value: "4.2%",
    sourceTitle: "Our own look at ten banks",
    sourceUrl: null,
    lookedAt: "2026-11-10T12:00:00Z",
  },
];

/** What an address would have answered. */
export function answered<T>(data: T) {
  return { path: "", data, total: null };
}

/** The steps of a guide: one with a picture and a link that somebody pays for, one of words alone. */
export const steps: GuideItem[] = [
  {
    id: 1,
    position: 1,
    title: "Find out what you pay now",
    content: "<p>Have your last bill at hand, and write down each line of it.</p>",
    imageUrl: "/images/steps/bill-apart.svg",
    picture: null,
    ctaText: "Compare plans",
    ctaUrl: "https://marlowick.example.com/",
    ctaSponsored: true,
    ctaAdvertiser: "Marlowick",
  },
  {
    id: 2,
    position: 2,
    title: "Call them",
    content: "<p>Ask what it costs a new customer, and whether you can have the same.</p>",
    imageUrl: null,
    picture: null,
    ctaText: null,
    ctaUrl: null,
    ctaSponsored: false,
    ctaAdvertiser: null,
  },
];

/** A page of offers that staff added. */
export const offerPage: ContentPage = {
  id: 1,
  slug: "settlements",
  title: "Settlements",
  description: "Cases that pay.",
} as ContentPage;

/** What the front page says of the site. */
export const settings: SiteSettings = {
  figures: {
    subscribers: "12,000",
    totalSaved: "$1.2 million",
    tips: "48",
    averageAnnualSavings: "$640",
    subscriberSavesPerYear: "",
    settlementsRecovered: "",
    settlementsResponse: "",
  },
  cards: { expertResearch: "", communityVerified: "", weeklyUpdates: "" },
  social: { facebook: "", x: "", instagram: "", youtube: "" },
  contact: { support: "", affiliate: "", advertising: "", postalAddress: "" },
};
