import { Group } from "../../shared/form/fields.tsx";
import type { Values } from "../../shared/form/use-form.ts";

const parts = [
  { label: "Month", name: "birthMonth", size: 2, autoComplete: "bday-month" },
  { label: "Day", name: "birthDay", size: 2, autoComplete: "bday-day" },
  { label: "Year", name: "birthYear", size: 4, autoComplete: "bday-year" },
];

/** A date of birth in three fields. People know theirs by heart, and a calendar would take many clicks. */
export function BirthField({ values, error }: { values: Values; error?: string }) {
  return (
    <Group
      label="Date of birth"
      hint="You must be at least 18. For example, 4 / 23 / 1990"
      name="dateOfBirth"
      error={error}
    >
      <div className="flex gap-4">
        {parts.map(({ label, name, size, autoComplete }) => (
          <label key={name} className={`grid gap-1 text-small ${size > 2 ? "w-28" : "w-20"}`}>
            {label}
            <input
              className="control text-[1rem] figures-tabular"
              type="text"
              inputMode="numeric"
              name={name}
              autoComplete={autoComplete}
              defaultValue={values[name]}
              maxLength={size}
              size={size}
              required
              aria-invalid={error !== undefined || undefined}
            />
          </label>
        ))}
      </div>
    </Group>
  );
}
