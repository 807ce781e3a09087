import type { ComponentProps } from "react";

/** A section of the overview. */
export function OverviewPart({ className = "", ...props }: ComponentProps<"section">) {
  return <section {...props} className={`min-w-0 border-t-4 border-double border-rule pt-3 ${className}`} />;
}

/** Three sections side by side, or the last one below two. */
export const overviewPartsLook =
  "grid gap-x-10 gap-y-8 md:grid-cols-2 md:max-[84rem]:*:last:col-span-2 min-[84rem]:grid-cols-3";

/** The lines of a section. */
export const overviewListLook = "mt-1 *:flex *:flex-wrap *:items-baseline *:gap-x-3 *:border-t *:border-line *:py-1.75";
