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
