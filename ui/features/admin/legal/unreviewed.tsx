import { Link } from "react-router";
import { paths } from "../../../paths.ts";
import type { UnreviewedPage } from "../../../shared/api.gen.ts";
import { useList } from "../calls.ts";
import { Note } from "../parts/texts.tsx";

const names = { privacy: "privacy policy", terms: "terms" };

/** Lists legal pages that counsel hasn't reviewed; empty if there are none. */
export function UnreviewedPages() {
  const { items = [] } = useList<UnreviewedPage>("/api/admin/legal", {});
  if (items.length === 0) return null;
  return (
    <Note role="note">
      Counsel hasn’t reviewed the{" "}
      {items.map(({ page }, i) => (
        <span key={page}>
          {i > 0 && " and the "}
          <Link to={paths.adminLegal({ page })}>{names[page]}</Link>
        </span>
      ))}{" "}
      yet. An admin can mark a page as reviewed after counsel approves it.
    </Note>
  );
}
