import type { ComponentProps } from "react";

/** A button that looks like a link. */
export function TextButton({ className = "", ...props }: ComponentProps<"button">) {
  return (
    <button
      type="button"
      {...props}
      className={`min-h-6 cursor-pointer pointer-coarse:min-h-11 text-left font-semibold underline decoration-gold decoration-2 underline-offset-[0.2em] hover:decoration-current ${className}`}
    />
  );
}
