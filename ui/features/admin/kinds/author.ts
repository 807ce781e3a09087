import type { AuthorInput, StaffAuthor } from "../../../shared/api.gen.ts";
import type { Kind } from "../kind.ts";
import { active, image } from "./fields.ts";
import { slugOf } from "./page.ts";

/** Who writes the magazine. A byline that is an author's name leads to the author's page. */
export const authorKind: Kind<StaffAuthor, keyof AuthorInput> = {
  id: "author",
  path: "/api/admin/authors",
  noun: "author",
  required: { fields: ["name", "slug"], sentence: "Name and slug are required" },
  fields: [
    { name: "name", label: "Name", type: "line", hint: "As bylines have it" },
    { name: "slug", label: "Slug", type: "line", hint: "The end of the address: /authors/…" },
    {
      name: "credentials",
      label: "Credentials",
      type: "line",
      hint: "Such as: Banking and budgets; accredited financial counselor",
    },
    { name: "bio", label: "Bio", type: "text", hint: "Two sentences" },
    { ...image, label: "Portrait" },
    { ...active, hint: "Has a page, to which bylines lead" },
    { name: "isExample", label: "Example", type: "flag", hint: "Invented; the page says so" },
  ],
  columns: [],
  titleOrder: "name",
  titleOf: (author) => author.name,
  pictureOf: (author) => author.imageUrl,
  detailOf: (author) => author.credentials,
  suggest: { from: "name", to: "slug", make: slugOf },
};
