import { paths } from "../../../paths.ts";
import type { StaffArticle, StaffGuide, StaffPiece } from "../../../shared/api.gen.ts";
import type { Kind } from "../kind.ts";
import { articleKind, guideKind } from "../kinds/editorial.ts";

/** What articles and guides have in common. */
export type Piece = StaffPiece;

export type PieceStatus = Piece["status"];

/** Articles or guides, with their addresses. */
export interface Desk<T extends Piece> {
  kind: Kind<T>;
  /** The list's name in the address. */
  list: "articles" | "guides";
  /** The public page. */
  page: (slug: string) => string;
  /** The public page's address without the slug, as in search results. */
  section: string;
  /** The field shown as summary. */
  summary: "excerpt" | "subtitle";
}

export const articleDesk: Desk<StaffArticle> = {
  kind: articleKind,
  list: "articles",
  page: paths.article,
  section: paths.articles,
  summary: "excerpt",
};

export const guideDesk: Desk<StaffGuide> = {
  kind: guideKind,
  list: "guides",
  page: paths.guide,
  section: paths.guides,
  summary: "subtitle",
};

export const statuses: { id: PieceStatus; label: string }[] = [
  { id: "draft", label: "Draft" },
  { id: "scheduled", label: "Scheduled" },
  { id: "published", label: "Published" },
  { id: "archived", label: "Archived" },
];

export function statusLabel(status: PieceStatus): string {
  return statuses.find(({ id }) => id === status)?.label ?? status;
}
