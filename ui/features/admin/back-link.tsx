import { Link } from "react-router";

/** Links from a record's screen back to its list, such as “letters”. */
export function BackLink({ to, list }: { to: string; list: string }) {
  return (
    <Link
      to={to}
      className="capitalize hover:underline hover:decoration-gold hover:decoration-2 hover:underline-offset-[0.2em]"
    >
      <span aria-hidden="true">←</span> {list}
    </Link>
  );
}
