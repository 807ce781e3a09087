import { paths } from "../../../paths.ts";
import type { StaffArticle, StaffGuide, StaffPiece } from "../../../shared/api.gen.ts";
import type { Kind } from "../kind.ts";
import { articleKind, guideKind } from "../kinds/pieces.ts";

/** What articles and guides have in common. */
export type Piece = StaffPiece;

export type PieceStatus = Piece["status"];

/** One of the two kinds of piece, with its addresses. */
export interface Desk<T extends Piece> {
  kind: Kind<T>;
  /** The list, in the address. */
  list: "articles" | "guides";
  /** The page that readers see. */
  page: (slug: string) => string;
  /** The address of that page without its slug, as a search result shows it. */
  section: string;
  /** The name of the field that describes a piece to those who have not read it. */
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
