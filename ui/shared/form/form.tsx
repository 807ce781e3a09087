import type { ReactNode } from "react";
import { useSite } from "../site.ts";
import { Button } from "../ui/button.tsx";
import type { useForm } from "./use-form.ts";

interface FormProps {
  form: ReturnType<typeof useForm>;
  /** The submit button's text, and its text while the form is being sent. */
  submit: string;
  pending: string;
  /** Shown beside the button. */
  more?: ReactNode;
  /** The result, if the form stays. */
  said?: string;
  children: ReactNode;
}

/** The problem of a form that belongs to none of its fields. */
export function FormProblem({ of: { problem } }: { of: ReturnType<typeof useForm> }) {
  return (
    problem && (
      <p className="form-problem" role="alert">
        {problem}
      </p>
    )
  );
}

/** A form of useForm: its fields, the problem that belongs to no field, and its buttons. */
export function SentForm({ form, submit, pending, more, said, children }: FormProps) {
  return (
    <form
      ref={form.ref}
      method="dialog" // if submitted before the code has loaded, nothing happens; with GET everything would be in the URL
      onSubmit={form.onSubmit}
      onInput={form.onInput}
      noValidate
      className="form needs-script noscript:hidden"
    >
      {children}
      <FormProblem of={form} />
      <p className="form-act">
        <Button type="submit" aria-disabled={form.pending || undefined}>
          {form.pending ? pending : submit}
        </Button>
        {more}
      </p>
      <p role="status">{said}</p>
    </form>
  );
}

/** Replaces a form when JavaScript is off, and says what it is needed for: "Turn on JavaScript to sign up". */
export function WithoutScript({ to }: { to: string }) {
  const { contact } = useSite();
  return (
    <noscript className="mb-5 block">
      <p className="form-problem">
        Turn on JavaScript to {to}, or email <a href={`mailto:${contact.support}`}>{contact.support}</a>.
      </p>
    </noscript>
  );
}
