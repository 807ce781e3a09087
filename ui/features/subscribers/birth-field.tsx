import type { ComponentProps } from "react";
import { Group } from "../../shared/form/fields.tsx";
import type { Values } from "../../shared/form/use-form.ts";

/** A date of birth in three fields. People know theirs by heart, and a calendar would take many clicks. */
export function BirthField({ values, error }: { values: Values; error?: string }) {
  const wrong = error !== undefined;
  return (
    <Group
      label="Date of birth"
      hint="You must be at least 18. For example, 4 / 23 / 1990"
      name="dateOfBirth"
      error={error}
    >
      <div className="flex gap-4">
        <Part
          label="Month"
          name="birthMonth"
          size={2}
          autoComplete="bday-month"
          defaultValue={values.birthMonth}
          wrong={wrong}
        />
        <Part
          label="Day"
          name="birthDay"
          size={2}
          autoComplete="bday-day"
          defaultValue={values.birthDay}
          wrong={wrong}
        />
        <Part
          label="Year"
          name="birthYear"
          size={4}
          autoComplete="bday-year"
          defaultValue={values.birthYear}
          wrong={wrong}
        />
      </div>
    </Group>
  );
}

interface PartProps extends ComponentProps<"input"> {
  label: string;
  size: number;
  wrong: boolean;
}

function Part({ label, size, wrong, ...props }: PartProps) {
  return (
    <label className={`grid gap-1 text-small ${size > 2 ? "w-28" : "w-20"}`}>
      {label}
      <input
        {...props}
        className="control text-[1rem] figures-tabular"
        type="text"
        inputMode="numeric"
        maxLength={size}
        size={size}
        required
        aria-invalid={wrong || undefined}
      />
    </label>
  );
}
