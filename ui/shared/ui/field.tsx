import { type ComponentProps, useId } from "react";

interface FieldProps extends ComponentProps<"input"> {
  label: string;
  hint?: string;
  /** What is wrong with it, said to the person; read out with the field. */
  error?: string;
}

/** A text field with its label, its hint and its error. */
export function Field({ label, hint, error, ...props }: FieldProps) {
  const id = useId();
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ");
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {hint && (
        <p id={`${id}-hint`} className="field-hint">
          {hint}
        </p>
      )}
      <input {...props} id={id} aria-invalid={error ? true : undefined} aria-describedby={described || undefined} />
      {error && (
        <p id={`${id}-error`} className="field-error">
          {error}
        </p>
      )}
    </div>
  );
}
