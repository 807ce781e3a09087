import { Field } from "./fields.tsx";
import type { Errors, Values } from "./use-form.ts";

interface NameFieldsProps {
  values: Values;
  errors: Errors;
  hint?: string;
  required?: boolean;
}

/** The first and the last name, side by side if there is room. */
export function NameFields({ values, errors, ...props }: NameFieldsProps) {
  const field = (label: string, name: string, autoComplete: string) => (
    <Field {...{ label, name, autoComplete, ...props }} defaultValue={values[name]} error={errors[name]} />
  );
  return (
    <div className="grid gap-x-5 gap-y-6 sm:grid-cols-2">
      {field("First name", "firstName", "given-name")}
      {field("Last name", "lastName", "family-name")}
    </div>
  );
}
