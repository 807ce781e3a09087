import type { StaffPage } from "../../../shared/api.gen.ts";
import type { Kind } from "../kind.ts";
import { declared } from "../kinds.gen.ts";

/** The pages at /content/{slug}. */
export const pageKind: Kind<StaffPage> = {
  id: "page",
  previewed: "page",
  ...declared.page,
  noun: "page",
  columns: [],
  titleOf: (page) => page.title,
  detailOf: (page) => page.description,
  suggest: { from: "title", to: "slug", make: slugOf },
};

/** Makes a slug of a title: "Summer Deals!" becomes "summer-deals". */
export function slugOf(title: string): string {
  return title
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-+|-+$/g, "");
}
