import type { ComponentProps } from "react";
import { Button } from "../../../shared/ui/button.tsx";

const row =
  "min-h-9 cursor-pointer rounded-small px-2.5 py-1 text-small font-semibold hover:bg-sunken hover:[box-shadow:inset_0_0_0_1px_var(--line)] disabled:cursor-default disabled:opacity-40";

/** A borderless button, for actions on a row. */
export function RowButton({ danger, className = "", ...props }: ComponentProps<"button"> & { danger?: boolean }) {
  return <button type="button" {...props} className={`${row} ${danger ? "text-danger" : ""} ${className}`} />;
}

/** A small button, for bars. */
export function SmallButton({ className = "", ...props }: ComponentProps<typeof Button>) {
  return <Button {...props} className={`min-h-9 px-3.5 py-1 text-small ${className}`} />;
}

/** A button for something that can't be undone. */
export function DangerButton({ className = "", ...props }: ComponentProps<"button">) {
  return (
    <Button
      {...props}
      className={`border-danger bg-danger text-paper hover:border-danger hover:bg-[color-mix(in_oklab,var(--danger),var(--ink)_25%)] hover:text-paper ${className}`}
    />
  );
}

/** A button that looks like a link. */
export function TextButton({ className = "", ...props }: ComponentProps<"button">) {
  return <button type="button" {...props} className={`${textButtonLook} ${className}`} />;
}

/** The look of a link in a line. */
export const textButtonLook = "link-button min-h-0";
