import { Link } from "react-router";
import { type Crumb, fromHome } from "../structured-data.ts";
import { textLink } from "./text-link.ts";

/** The path from the home page to the parent of this page; the trail is of the pages below the home page. */
export function Breadcrumbs({ trail }: { trail: Crumb[] }) {
  return (
    <nav aria-label="Breadcrumb" className="print:hidden">
      <ol className="flex flex-wrap text-small text-muted">
        {fromHome(trail).map(({ name, path }) => (
          <li key={path} className="not-first:before:mx-2.5 not-first:before:opacity-60 not-first:before:content-['/']">
            <Link to={path} className={`py-1 pointer-coarse:min-w-11 ${textLink}`}>
              {name}
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  );
}
