import type { Site } from "./site.ts";

/** The JSON block of a page, from which the browser hydrates it. */
export interface PageData {
  site: Site;
  /** The loaders' data; null in the shell, where the browser loads for itself. */
  router: {
    loaderData: Record<string, Record<string, unknown>>;
    /** By route id; only what a visitor may read. */
    errors: Record<string, { status: number; detail: string }> | null;
  } | null;
}

/** How the element of a text begins (prose.tsx). */
export const textTag = '<div class="prose">';

/** Stands for a text that is in the HTML of the page: which one of its texts it is. */
export interface ShownText {
  shown: number;
}

/** Reads the data of the page that the server rendered, with the texts as they stand in it. */
export function readPageData(page: Document): PageData {
  const texts = page.querySelectorAll("div.prose");
  return JSON.parse(page.getElementById("page-data")?.textContent ?? "", (_, value) =>
    isShownText(value) ? texts[value.shown]?.innerHTML : value,
  );
}

function isShownText(value: unknown): value is ShownText {
  return typeof value === "object" && value !== null && "shown" in value;
}
