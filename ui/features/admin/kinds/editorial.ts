import type {
  StaffArticle,
  StaffAuthor,
  StaffGuide,
  StaffPage,
  StaffPiece,
  StaffTopic,
} from "../../../shared/api.gen.ts";
import { categoryLabel } from "../../../shared/constants.ts";
import type { Kind } from "../kind.ts";
import { declared } from "../kinds.gen.ts";

/** Authors. A byline with an author's name links to the author's page. */
export const authorKind: Kind<StaffAuthor> = {
  id: "author",
  ...declared.author,
  noun: "author",
  columns: [],
  titleOf: (author) => author.name,
  detailOf: (author) => author.credentials,
  suggest: { from: "name", to: "slug", make: slugOf },
};

/** What is shown above the articles of a category. */
export const topicKind: Kind<StaffTopic> = {
  id: "topic",
  ...declared.topic,
  noun: "topic",
  columns: [{ label: "First article", width: 16, value: ({ firstArticle }) => firstArticle ?? "", spare: "narrow" }],
  titleOf: ({ category }) => categoryLabel(category),
  detailOf: ({ introduction }) => introduction,
};

/** The pages at /content/{slug}. */
export const pageKind: Kind<StaffPage> = {
  id: "page",
  previewed: "page",
  ...declared.page,
  noun: "page",
  columns: [],
  titleOf: (page) => page.title,
  detailOf: (page) => page.description,
  suggest: { from: "title", to: "slug", make: slugOf },
};

/** Makes a slug of a title: "Summer Deals!" becomes "summer-deals". */
export function slugOf(title: string): string {
  return title
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-+|-+$/g, "");
}

const pieceParts: Pick<Kind<StaffPiece>, "columns" | "titleOf" | "detailOf" | "suggest"> = {
  columns: [],
  titleOf: ({ title }) => title,
  detailOf: ({ slug }) => slug,
  suggest: { from: "title", to: "slug", make: slugOf, still: isUnseen },
};

export const articleKind: Kind<StaffArticle> = {
  ...pieceParts,
  ...declared.article,
  id: "article",
  noun: "article",
};

export const guideKind: Kind<StaffGuide> = {
  ...pieceParts,
  ...declared.guide,
  id: "guide",
  noun: "guide",
};

/** Whether readers can't have seen the piece, judging by its record. */
function isUnseen({ status, publishAt }: StaffPiece): boolean {
  return status === "draft" && (publishAt === null || Date.parse(publishAt) > Date.now());
}
