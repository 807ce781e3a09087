import type { StaffAuthor } from "../../../shared/api.gen.ts";
import type { Kind } from "../kind.ts";
import { declared } from "../kinds.gen.ts";
import { slugOf } from "./page.ts";

/** Authors. A byline with an author's name links to the author's page. */
export const authorKind: Kind<StaffAuthor> = {
  id: "author",
  ...declared.author,
  noun: "author",
  columns: [],
  titleOf: (author) => author.name,
  detailOf: (author) => author.credentials,
  suggest: { from: "name", to: "slug", make: slugOf },
};
