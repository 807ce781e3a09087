import { useLocation } from "react-router";
import { adminPaths } from "../../shared/admin-paths.ts";
import { isCounted } from "../../shared/views.ts";

/** Lets staff create a short link to the page. */
export default function MakeLink() {
  const { pathname } = useLocation();
  if (!isCounted(pathname)) return null;
  return (
    <aside className="wrap print:hidden flex justify-end pt-4" aria-label="For staff">
      <a href={adminPaths.links({ edit: "new", path: pathname })} className="button button-quiet">
        Make a short link
      </a>
    </aside>
  );
}
