import type { HealthPart, HealthReport } from "../../../shared/api.gen.ts";
import { count } from "../../../shared/format.ts";

/** Where the server says how the site is doing. */
export const path = "/api/admin/health";

/** The words for the levels, so that color alone says nothing. */
export const levelWords = { good: "Good", warning: "Warning", bad: "Problem" } as const satisfies Record<
  HealthPart["level"],
  string
>;

/** The site's health in a sentence. */
export function summary({ parts }: HealthReport): string {
  const of = (level: HealthPart["level"]) => parts.filter((part) => part.level === level).length;
  const found = [of("bad") && count(of("bad"), "problem"), of("warning") && count(of("warning"), "warning")];
  return found.some(Boolean) ? `${found.filter(Boolean).join(", ")}.` : "Everything is working.";
}

/** The path of a page of the manual, named like "health#email". */
export function helpOf({ help }: HealthPart): [page: string, section: string] {
  const [page = "", section = ""] = help.split("#");
  return [page, section];
}
