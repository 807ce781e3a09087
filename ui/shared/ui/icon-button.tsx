import type { ComponentProps } from "react";
import { useTooltip } from "./tooltip.tsx";

/** A button with only an icon. Its label is its accessible name and tooltip. */
export function IconButton({
  label,
  className = "",
  children,
  ...props
}: ComponentProps<"button"> & { label: string }) {
  const { anchor, tooltip } = useTooltip(label);
  return (
    <span className={`relative inline-flex ${className}`}>
      <button
        type="button"
        aria-label={label}
        {...props}
        {...anchor}
        className="inline-grid size-11 cursor-pointer place-items-center rounded-small hover:bg-sunken"
      >
        {children}
      </button>
      {tooltip}
    </span>
  );
}
