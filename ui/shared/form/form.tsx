import type { ReactNode } from "react";
import { useSite } from "../site.ts";
import { Button } from "../ui/button.tsx";
import type { useForm } from "./use-form.ts";

interface FormProps {
  form: ReturnType<typeof useForm>;
  /** The button that sends, and what it reads while it does. */
  submit: string;
  pending: string;
  /** Further ways on, beside the button. */
  more?: ReactNode;
  /** What became of what was sent, where the form stays. */
  said?: string;
  children: ReactNode;
}

/** A form of useForm: its fields, what is wrong with none of them, and its buttons. */
export function SentForm({ form, submit, pending, more, said, children }: FormProps) {
  return (
    <form ref={form.ref} onSubmit={form.onSubmit} onInput={form.onInput} noValidate className="form needs-script">
      {children}
      {form.problem && <p className="form-problem">{form.problem}</p>}
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

/** Stands in a form's place where there is no JavaScript. */
export function WithoutScript({ children }: { children: ReactNode }) {
  const { contact } = useSite();
  return (
    <noscript>
      <p className="form-problem">
        {children} Please turn JavaScript on for this page, or write to{" "}
        <a href={`mailto:${contact.support}`}>{contact.support}</a>.
      </p>
    </noscript>
  );
}
