import { paths } from "../../paths.ts";
import type { ToolCard } from "../../shared/api.gen.ts";

/** Where the piece of a tool is. */
export function piecePath({ kind, slug }: ToolCard["piece"]): string {
  return kind === "guide" ? paths.guide(slug) : paths.article(slug);
}
