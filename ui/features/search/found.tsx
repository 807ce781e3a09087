import { paths, search } from "../../paths.ts";
import type { SearchPart, SearchResult } from "../../shared/api.gen.ts";
import { dailyOffersPerPage } from "../../shared/constants.ts";
import { curly, straight } from "../../shared/curly.ts";

/** The API path of a search. While someone is typing, the last word may be incomplete. */
export function searchCall(q: string, { page, typed, exact }: { page?: number; typed?: boolean; exact?: boolean }) {
  return `/api/search${search({ q: straight(q), page, typed, exact })}`;
}

/** The path of a result. */
export function pathOf({ kind, slug, step }: SearchResult): string {
  switch (kind) {
    case "article":
      return paths.article(slug);
    case "guide":
      return step > 0 ? paths.guideStep(slug, step) : paths.guide(slug);
    case "tool":
      return paths.tool(slug);
    case "offer":
      return paths.offers;
    case "static_offer":
      return paths.hotOffers;
    case "daily_offer":
      return paths.dailyOffers(step > dailyOffersPerPage ? Math.ceil(step / dailyOffersPerPage) : undefined);
    case "content_offer":
      return paths.content(slug);
  }
}

/** The kind of a result. */
export function kindLabel({ kind, step, guide }: SearchResult): string {
  if (kind === "article") return "Article";
  if (kind === "guide") return step > 0 ? `Step ${step} of ${curly(guide)}` : "Guide";
  if (kind === "tool") return "Calculator";
  return guide ? `Partner offer in ${curly(guide)}` : "Partner offer";
}

/** A text with its matches marked. Curly quotes take as much room as straight ones. */
export function Marked({ parts }: { parts: SearchPart[] }) {
  const text = curly(parts.map((part) => part.text).join(""));
  let end = 0;
  return parts.map(({ text: { length }, hit }, i) => {
    const start = end;
    end += length;
    const shown = text.slice(start, end);
    return hit ? <mark key={i}>{shown}</mark> : shown;
  });
}
