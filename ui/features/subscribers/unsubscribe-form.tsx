import { useRef, useState } from "react";
import { Field } from "../../shared/form/fields.tsx";
import { FormProblem } from "../../shared/form/form.tsx";
import { Honeypot, useRobot } from "../../shared/form/robot.tsx";
import { onlyWrong, wrongEmail } from "../../shared/form/rules.ts";
import { Sheet, SheetForm, SheetMotif } from "../../shared/form/sheet.tsx";
import { type Errors, useForm, type Values } from "../../shared/form/use-form.ts";
import { useSite } from "../../shared/site.ts";
import { Button } from "../../shared/ui/button.tsx";
import { linkOnItsWay, monthlyOnItsWay, requestLink } from "./link-request.ts";

interface UnsubscribeFormProps {
  leave: (email: string) => Promise<void>;
  /** Why the link in an email was not accepted. */
  refusal: string | null;
}

type Act = "unsubscribe" | "monthly" | "link";

/**
 * The form for visitors who came without a link. It is a plain form, so it works without JavaScript. In that case the
 * URL has the token of an email's link, and the field stays empty.
 */
export function UnsubscribeForm({ leave, refusal }: UnsubscribeFormProps) {
  const { contact } = useSite();
  const robot = useRobot();
  const act = useRef<Act>("unsubscribe");
  const [answer, setAnswer] = useState("");
  const form = useForm({
    check: checkEmail,
    send: async (values) => {
      const email = values.email?.trim() ?? "";
      if (act.current === "unsubscribe") return leave(email);
      const monthly = act.current === "monthly";
      await requestLink({ email, frequency: monthly ? "monthly" : undefined, ...(await robot(values)) });
      setAnswer(monthly ? monthlyOnItsWay : linkOnItsWay);
    },
    failure: "Failed to send",
  });
  const choose = (next: Act) => () => {
    act.current = next;
    setAnswer("");
  };
  return (
    <Sheet>
      <div>
        <h1 className="title">Unsubscribe</h1>
        <p className="lead mt-4 max-w-[36ch]">
          Enter the address where you get our emails. We’ll take it off our list right away, no questions asked. If you
          get our texts, those stop too.
        </p>
        <SheetMotif name="envelope" />
      </div>
      <SheetForm>
        {refusal && (
          <p className="form-problem" role="alert">
            {refusal} Enter your email address here to unsubscribe, or email{" "}
            <a href={`mailto:${contact.support}`}>{contact.support}</a>.
          </p>
        )}
        <form ref={form.ref} method="post" onSubmit={form.onSubmit} onInput={form.onInput} noValidate className="form">
          <Field label="Email" name="email" type="email" autoComplete="email" error={form.errors.email} />
          <noscript>
            <p className="field-hint">If you came from a link in our email, leave this blank.</p>
          </noscript>
          <Honeypot />
          <FormProblem of={form} />
          <p className="max-w-[38rem] border-l-4 border-gold bg-sunken px-4.5 py-3.5" role="note">
            <strong>This action cannot be undone.</strong> To hear from us again, you’ll have to sign up again.
          </p>
          <p className="form-act">
            <Button type="submit" onClick={choose("unsubscribe")} aria-disabled={form.pending || undefined}>
              {form.pending && act.current === "unsubscribe" ? "Unsubscribing..." : "Unsubscribe"}
            </Button>
          </p>
          <section
            className="mt-6 needs-script grid max-w-[38rem] gap-3 border-t border-line pt-6 noscript:hidden"
            aria-labelledby="less"
          >
            <h2 id="less" className="card-title">
              Want to hear from us less?
            </h2>
            <p>Prefer one email a month, or just certain topics? We’ll send you a link to change your settings.</p>
            <p className="form-act">
              <Button type="submit" look="quiet" onClick={choose("monthly")}>
                Reduce email frequency
              </Button>
              <Button type="submit" look="quiet" onClick={choose("link")}>
                Update preferences
              </Button>
            </p>
            <p role="status">{answer}</p>
          </section>
        </form>
      </SheetForm>
    </Sheet>
  );
}

function checkEmail(values: Values): Errors {
  return onlyWrong({ email: wrongEmail(values.email) });
}
