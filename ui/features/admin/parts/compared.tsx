import type { ComponentProps } from "react";

/** Names the owner of a compared text. */
export function Whose(props: ComponentProps<"span">) {
  return (
    <span
      {...props}
      className="flex items-center gap-2.5 text-small text-muted [&>input]:size-4.5 [&>input]:accent-brand"
    />
  );
}

/** A compared text with marked differences. */
export function ComparedText(props: ComponentProps<"span">) {
  return (
    <span
      {...props}
      className="wrap-anywhere whitespace-pre-wrap [&_del]:bg-[color-mix(in_oklab,var(--danger)_16%,transparent)] [&_del]:py-px [&_del]:line-through [&_ins]:bg-[color-mix(in_oklab,var(--brand)_16%,transparent)] [&_ins]:py-px [&_ins]:no-underline"
    />
  );
}
