import type { ComponentProps } from "react";
import type { AdminPlace } from "../../../shared/admin-paths.ts";
import { Options } from "../../../shared/form/fields.tsx";
import { usePlace } from "../place.ts";
import { Choice } from "./toolbar.tsx";

interface FilterProps extends ComponentProps<typeof Options> {
  label: string;
  /** Its parameter of the address. */
  name: keyof AdminPlace;
}

/** Narrows a list to one of these values, or none, in the address. */
export function Filter({ label, name, of }: FilterProps) {
  const { place, go } = usePlace();
  return (
    <Choice
      label={label}
      value={place[name] ?? ""}
      onChange={(event) => go({ [name]: event.currentTarget.value || undefined })}
    >
      <option value="">All</option>
      <Options of={of} />
    </Choice>
  );
}
