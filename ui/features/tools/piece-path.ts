import { paths } from "../../paths.ts";
import type { ToolCard } from "../../shared/api.gen.ts";

/** The path of a tool's piece. */
export function piecePath({ kind, slug }: ToolCard["piece"]): string {
  return kind === "guide" ? paths.guide(slug) : paths.article(slug);
}
