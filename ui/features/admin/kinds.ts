import { offerPriority, offerTypes } from "../../shared/constants.ts";
import { type Column, capitalized, type FieldSpec, type Item, type Kind } from "./kind.ts";

const maxTitle = 200;

const active: FieldSpec = { name: "isActive", label: "Active", type: "flag", initial: true, hint: "Shown to visitors" };
const title: FieldSpec = { name: "title", label: "Title", type: "line", most: maxTitle };
const description: FieldSpec = { name: "description", label: "Description", type: "text" };
const image: FieldSpec = {
  name: "imageUrl",
  label: "Picture",
  type: "line",
  nullable: true,
  hint: "A path of this site such as /images/default.svg, or a public address. May be empty.",
};
const priority: FieldSpec = {
  name: "priority",
  label: "Priority",
  type: "number",
  ...offerPriority,
  initial: String(offerPriority.initial),
  hint: "From 1 to 10; the highest is shown first",
};
const position: FieldSpec = {
  name: "position",
  label: "Position",
  type: "number",
  least: 0,
  hint: "The lowest is shown first; left empty, it goes to the end",
};
const url = (name: string): FieldSpec => ({ name, label: "URL", type: "url", hint: "A public http or https address" });

const figure = (label: string, name: string): Column => ({ label, value: (item) => number(item[name]) });
const priorityColumn = figure("Priority", "priority");
const positionColumn = figure("Position", "position");
const views = figure("Views", "views");
const clicks = figure("Clicks", "clicks");
const ctr: Column = { label: "CTR", value: (item) => percent(Number(item.ctr)) };

/** The pages at /content/{slug}. They are switched off, never deleted. */
export const pageKind: Kind = {
  id: "page",
  path: "/api/content/pages",
  noun: "page",
  required: { fields: ["title", "slug"], sentence: "Title and slug are required" },
  fields: [
    title,
    { name: "slug", label: "Slug", type: "line", hint: "The end of its address: /content/…" },
    description,
    active,
  ],
  columns: [],
  titleOf: text("title"),
  detailOf: text("description"),
  suggest: { from: "title", to: "slug", make: slugOf },
};

/** The offers of one content page. */
export const contentOfferKind: Kind = {
  id: "content-offer",
  path: "/api/content/offers",
  noun: "offer",
  required: { fields: ["title", "url"], sentence: "Title and URL are required" },
  fields: [
    title,
    url("url"),
    description,
    image,
    priority,
    { name: "isFeatured", label: "Featured", type: "flag", initial: false },
    active,
  ],
  columns: [priorityColumn, views, clicks, ctr],
  titleOf: text("title"),
  detailOf: text("url"),
};

/** The offers of the carousel at /offers. Presses of the button and redirects are two figures. */
export const carouselOfferKind: Kind = {
  id: "carousel-offer",
  path: "/api/admin/offers",
  noun: "offer",
  required: { fields: ["title", "targetUrl"], sentence: "Title and URL are required" },
  fields: [
    title,
    {
      name: "type",
      label: "Type",
      type: "choice",
      initial: "linkout",
      options: offerTypes.map((type) => ({ value: type, label: capitalized(type) })),
    },
    url("targetUrl"),
    description,
    image,
    priority,
    active,
  ],
  columns: [
    { label: "Type", value: (item) => capitalized(String(item.type)) },
    priorityColumn,
    views,
    clicks,
    figure("Click-outs", "clickouts"),
    ctr,
  ],
  titleOf: text("title"),
  detailOf: text("targetUrl"),
};

/** The offers of /dailyoffers. */
export const dailyOfferKind: Kind = {
  id: "daily-offer",
  path: "/api/admin/daily-offers",
  noun: "offer",
  required: { fields: ["title", "link"], sentence: "Title and URL are required" },
  fields: [
    title,
    url("link"),
    { name: "ctaText", label: "Button", type: "line", initial: "Get Deal" },
    description,
    position,
    active,
  ],
  columns: [
    positionColumn,
    views,
    clicks,
    { label: "CTR", value: (item) => percent(ratio(Number(item.views), Number(item.clicks))) },
  ],
  titleOf: text("title"),
  detailOf: text("link"),
};

/** The yes-or-no questions of one content page. */
export const questionKind: Kind = {
  id: "question",
  path: "/api/admin/questions",
  noun: "question",
  required: { fields: ["question"], sentence: "Question is required" },
  fields: [
    { name: "question", label: "Question", type: "line" },
    { name: "targetOfferId", label: "A yes opens", type: "offer", nullable: true },
    position,
    active,
  ],
  columns: [positionColumn, figure("Yes", "yes"), figure("No", "no")],
  titleOf: text("question"),
  detailOf: (item) =>
    item.targetOfferId ? `A yes opens ${item.targetTitle ?? `offer ${item.targetOfferId}`}` : "A yes opens nothing",
};

function text(name: string) {
  return (item: Item) => String(item[name] ?? "");
}

function number(value: unknown): string {
  return Number(value ?? 0).toLocaleString("en-US");
}

/** "12.34%". */
export function percent(value: number): string {
  return `${value.toLocaleString("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 2 })}%`;
}

function ratio(views: number, clicks: number): number {
  return views === 0 ? 0 : (clicks / views) * 100;
}

/** A slug made of a title: "Summer Deals!" is "summer-deals". */
export function slugOf(title: string): string {
  return title
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-+|-+$/g, "");
}
