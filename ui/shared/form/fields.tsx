import { type ComponentProps, type ReactNode, useId } from "react";

interface Labels {
  label: string;
  hint?: string;
  /** What is wrong, announced with the field. */
  error?: string;
}

/** IDs that connect a control to its label, hint and error. */
interface Ties {
  id: string;
  "aria-invalid": true | undefined;
  "aria-describedby": string | undefined;
}

/** A text field with its label, hint and error. */
export function Field({ label, hint, error, ...props }: ComponentProps<"input"> & Labels) {
  return (
    <Labeled label={label} hint={hint} error={error}>
      {(ties) => <input {...props} {...ties} />}
    </Labeled>
  );
}

/** A multi-line text field with its label, hint and error. */
export function LongField({ label, hint, error, ...props }: ComponentProps<"textarea"> & Labels) {
  return (
    <Labeled label={label} hint={hint} error={error}>
      {(ties) => <textarea rows={6} {...props} {...ties} />}
    </Labeled>
  );
}

/** The browser's own select element, with an empty option first. */
export function SelectField({
  label,
  hint,
  error,
  options,
  none = "Choose one",
  ...props
}: ComponentProps<"select"> & Labels & { options: Choice[]; none?: string }) {
  return (
    <Labeled label={label} hint={hint} error={error}>
      {(ties) => (
        <select {...props} {...ties}>
          <option value="">{none}</option>
          <Options of={options.map(({ value, label }) => [value, label])} />
        </select>
      )}
    </Labeled>
  );
}

/** The options of a select element, as values with their labels. */
export function Options({ of }: { of: (readonly [value: string | number, label: string])[] }) {
  return of.map(([value, label]) => (
    <option key={value} value={value}>
      {label}
    </option>
  ));
}

/** A control with its label, hint and error. */
export function Labeled(props: Labels & { className?: string; children: (ties: Ties) => ReactNode }) {
  const { label, hint, error, className = "", children } = props;
  const id = useId();
  return (
    <div className={`field ${className}`}>
      <label htmlFor={id}>{label}</label>
      <Hint id={id} text={hint} />
      {children({ id, "aria-invalid": error ? true : undefined, "aria-describedby": describedBy(id, hint, error) })}
      <Wrong id={id} text={error} />
    </div>
  );
}

/** The classes of a checkbox or radio button with its label. */
export const checkLook =
  "flex min-h-11 cursor-pointer gap-3.5 py-2.5 [&>input]:mt-px [&>input]:size-5.5 [&>input]:flex-none [&>input]:accent-brand";

/** A checkbox with its label. */
export function CheckField({
  label,
  hint,
  error,
  ...props
}: ComponentProps<"input"> & { label: ReactNode; hint?: ReactNode; error?: string }) {
  const id = useId();
  return (
    <div className="grid gap-1.5 *:not-first:ml-9">
      <label className={checkLook}>
        <input
          {...props}
          type="checkbox"
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy(id, hint, error)}
        />
        <span>{label}</span>
      </label>
      <Hint id={id} text={hint} />
      <Wrong id={id} text={error} />
    </div>
  );
}

/** An option and its value in requests. */
export interface Choice {
  value: string;
  label: string;
}

/** A group of radio buttons. */
export function ChoiceField({
  label,
  hint,
  error,
  name,
  options,
  defaultValue,
}: Labels & { name: string; options: Choice[]; defaultValue?: string }) {
  return (
    <Group label={label} hint={hint} error={error} role="radiogroup">
      <div className="grid grid-cols-[repeat(auto-fill,minmax(min(9rem,100%),1fr))] gap-x-4">
        {options.map((option) => (
          <label key={option.value} className={checkLook}>
            <input type="radio" name={name} value={option.value} defaultChecked={option.value === defaultValue} />
            <span>{option.label}</span>
          </label>
        ))}
      </div>
    </Group>
  );
}

/** Fields that share a label and an error. */
export function Group({
  label,
  hint,
  error,
  children,
  ...props
}: Labels & { children: ReactNode; name?: string; role?: "group" | "radiogroup" }) {
  const id = useId();
  return (
    <fieldset
      {...props}
      className="field"
      data-wrong={error ? "" : undefined}
      aria-describedby={describedBy(id, hint, error)}
    >
      <legend>{label}</legend>
      <Hint id={id} text={hint} />
      {children}
      <Wrong id={id} text={error} />
    </fieldset>
  );
}

function Hint({ id, text }: { id: string; text?: ReactNode }) {
  return (
    text && (
      <p id={`${id}-hint`} className="field-hint">
        {text}
      </p>
    )
  );
}

function Wrong({ id, text }: { id: string; text?: string }) {
  return (
    text && (
      <p id={`${id}-error`} className="field-error">
        {text}
      </p>
    )
  );
}

function describedBy(id: string, hint?: ReactNode, error?: string): string | undefined {
  return [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ") || undefined;
}
