import type { Site } from "./site.ts";

/** The JSON block of a page: what the browser needs to take over. */
export interface PageData {
  site: Site;
  /** What the loaders answered; null in the shell, where the browser loads for itself. */
  router: {
    loaderData: Record<string, Record<string, unknown>>;
    /** By route; only what a visitor may read. */
    errors: Record<string, { status: number; detail: string }> | null;
  } | null;
}
