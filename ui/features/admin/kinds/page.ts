import type { PageInput, StaffPage } from "../../../shared/api.gen.ts";
import type { Kind } from "../kind.ts";
import { active, description, title } from "./fields.ts";

/** The pages at /content/{slug}. */
export const pageKind: Kind<StaffPage, keyof PageInput> = {
  id: "page",
  previewed: "page",
  path: "/api/content/pages",
  noun: "page",
  required: { fields: ["title", "slug"], sentence: "Title and slug are required" },
  fields: [
    title,
    { name: "slug", label: "Slug", type: "line", hint: "The end of its address: /content/…" },
    description,
    active,
    {
      name: "isIndexed",
      label: "In search engines",
      type: "flag",
      initial: false,
      hint: "For a page with a text of its own; a bare list of offers stays out",
    },
  ],
  columns: [],
  titleOf: (page) => page.title,
  detailOf: (page) => page.description,
  suggest: { from: "title", to: "slug", make: slugOf },
};

/** A slug made of a title: "Summer Deals!" is "summer-deals". */
export function slugOf(title: string): string {
  return title
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-+|-+$/g, "");
}
