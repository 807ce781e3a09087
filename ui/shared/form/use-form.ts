import { type FormEvent, type RefObject, useEffect, useRef, useState } from "react";
import { ApiError, explain, messageOf } from "../api.ts";
import { showError } from "../ui/show-toast.ts";

/** The values of a form's fields by name. Unchecked checkboxes are left out. */
export type Values = Record<string, string>;

/** The message for each invalid field, by name. */
export type Errors = Record<string, string>;

interface FormOptions {
  check: (values: Values) => Errors;
  /** Rejects if sending failed. The fields that the server names are then marked. */
  send: (values: Values) => Promise<void> | void;
  /** The message for an error without its own. */
  failure: string;
  /** Called with the values on every change. */
  onInput?: (values: Values) => void;
}

interface FormState {
  ref: RefObject<HTMLFormElement | null>;
  errors: Errors;
  pending: boolean;
  /** A problem that belongs to no field of the form. */
  problem: string | null;
  onSubmit: (event: FormEvent<HTMLFormElement>) => Promise<void>;
  onInput: (event: FormEvent<HTMLFormElement>) => void;
}

/**
 * A form with uncontrolled fields, so what was typed before hydration or autofilled counts. On errors the first invalid
 * field gets the focus. A field's error disappears when it is edited.
 */
export function useForm({ check, send, failure, onInput }: FormOptions): FormState {
  const ref = useRef<HTMLFormElement>(null);
  const sending = useRef(false);
  const [errors, setErrors] = useState<Errors>({});
  const [problem, setProblem] = useState<string | null>(null);
  const [pending, setPending] = useState(false);
  const [refusals, setRefusals] = useState(0);
  useEffect(() => {
    if (refusals > 0) firstWrong(ref.current)?.focus();
  }, [refusals]);

  const refuse = (found: Errors) => {
    setErrors(found);
    setRefusals((n) => n + 1);
  };
  const fail = (error: unknown, form: HTMLFormElement) => {
    void showError(messageOf(error, failure));
    const fields = error instanceof ApiError ? error.fields : [];
    const here = fields.filter(({ field }) => form.elements.namedItem(field));
    const elsewhere = fields.filter((field) => !here.includes(field)).map(({ message }) => message);
    if (here.length === 0) setProblem(elsewhere.join(" ") || `${explain(error)} What you typed is still here.`);
    refuse(Object.fromEntries(here.map(({ field, message }) => [field, message])));
  };

  return {
    ref,
    errors,
    pending,
    problem,
    async onSubmit(event) {
      event.preventDefault();
      if (sending.current) return;
      const form = event.currentTarget;
      const values = valuesOf(form);
      const found = check(values);
      setProblem(null);
      if (Object.keys(found).length > 0) return refuse(found);
      setErrors({});
      sending.current = true;
      setPending(true);
      try {
        await send(values);
      } catch (error) {
        fail(error, form);
      } finally {
        sending.current = false;
        setPending(false);
      }
    },
    onInput(event) {
      const edited = event.target as HTMLInputElement;
      const group = edited.closest("fieldset")?.name;
      setErrors((all) => without(all, edited.name, group));
      onInput?.(valuesOf(event.currentTarget));
    },
  };
}

/** The current values of a form's fields. */
export function valuesOf(form: HTMLFormElement): Values {
  return Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]));
}

function firstWrong(form: HTMLFormElement | null): HTMLElement | null {
  return form?.querySelector("[aria-invalid], [data-wrong] :is(input, select)") ?? null;
}

function without(errors: Errors, ...names: (string | undefined)[]): Errors {
  if (!names.some((name) => name && name in errors)) return errors;
  return Object.fromEntries(Object.entries(errors).filter(([name]) => !names.includes(name)));
}
