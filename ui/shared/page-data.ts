import type { Site } from "./site.ts";

/** The JSON in a page that the browser hydrates from. */
export interface PageData {
  site: Site;
  /** The loaders' data; null in the shell, where the browser loads it. */
  router: {
    loaderData: Record<string, Record<string, unknown>>;
    /** By route ID; only what visitors may see. */
    errors: Record<string, { status: number; detail: string }> | null;
  } | null;
}

/** The start tag of a text (prose.tsx). */
export const textTag = '<div class="prose">';

/** A reference to a text in the page's HTML, by index. */
export interface ShownText {
  shown: number;
}

/** Reads the data of a server-rendered page, including the texts in its HTML. */
export function readPageData(page: Document): PageData {
  const texts = page.querySelectorAll("div.prose");
  return JSON.parse(page.getElementById("page-data")?.textContent ?? "", (_, value) =>
    isShownText(value) ? texts[value.shown]?.innerHTML : value,
  );
}

function isShownText(value: unknown): value is ShownText {
  return typeof value === "object" && value !== null && "shown" in value;
}
