import type { ComponentProps } from "react";

/** A part of the overview. */
export function OverviewPart({ className = "", ...props }: ComponentProps<"section">) {
  return <section {...props} className={`min-w-0 border-t-4 border-double border-rule pt-3 ${className}`} />;
}

/** The lines of one. */
export const overviewListLook = "mt-1 *:flex *:flex-wrap *:items-baseline *:gap-x-3 *:border-t *:border-line *:py-1.75";
