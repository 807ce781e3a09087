import { Link, type LinkProps } from "react-router";

interface Look {
  /** Quiet is for a secondary action next to the main one. */
  look?: "main" | "quiet" | "on-brand";
}

const looks = { main: "button", quiet: "button button-quiet", "on-brand": "button button-on-brand" };

/** A link that looks like a button. */
export function ButtonLink({ look = "main", className = "", ...props }: LinkProps & Look & { className?: string }) {
  return <Link {...props} className={`${looks[look]} ${className}`} />;
}

/** A button; it does not submit a form by default. */
export function Button({
  look = "main",
  className = "",
  type = "button",
  ...props
}: React.ComponentProps<"button"> & Look) {
  return <button type={type} {...props} className={`${looks[look]} ${className}`} />;
}
