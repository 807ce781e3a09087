import { useRef, useState } from "react";
import { Field } from "../../shared/form/fields.tsx";
import { Honeypot, useRobot } from "../../shared/form/robot.tsx";
import { onlyWrong, wrongEmail } from "../../shared/form/rules.ts";
import { Sheet, SheetForm, SheetMotif } from "../../shared/form/sheet.tsx";
import { type Errors, useForm, type Values } from "../../shared/form/use-form.ts";
import { useSite } from "../../shared/site.ts";
import { Button } from "../../shared/ui/button.tsx";
import { linkOnItsWay, monthlyOnItsWay, requestLink } from "./link-request.ts";

interface UnsubscribeFormProps {
  leave: (email: string) => Promise<void>;
  /** Why the link of a mail was not taken. */
  refusal: string | null;
}

type Act = "unsubscribe" | "monthly" | "link";

/**
 * The form for those who came without a link. It is a plain form first, so it works without JavaScript; there, the
 * token of a mail's link goes along in the address and the field stays empty.
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
          Tell us the address that our mail comes to. We take it off the list at once, and ask nothing. If you get our
          text messages, they end too.
        </p>
        <SheetMotif name="envelope" />
      </div>
      <SheetForm>
        {refusal && (
          <p className="form-problem" role="alert">
            {refusal} You can unsubscribe by your email address here, or write to{" "}
            <a href={`mailto:${contact.support}`}>{contact.support}</a>.
          </p>
        )}
        <form ref={form.ref} method="post" onSubmit={form.onSubmit} onInput={form.onInput} noValidate className="form">
          <Field label="Email" name="email" type="email" autoComplete="email" error={form.errors.email} />
          <noscript>
            <p className="field-hint">Did you come by the link in a mail of ours? Then leave the address empty.</p>
          </noscript>
          <Honeypot />
          {form.problem && (
            <p className="form-problem" role="alert">
              {form.problem}
            </p>
          )}
          <p className="max-w-[38rem] border-l-4 border-gold bg-sunken px-4.5 py-3.5" role="note">
            <strong>This action cannot be undone.</strong> To hear from us again, you would have to agree to it again.
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
              Prefer fewer emails?
            </h2>
            <p>Get one mail a month, or only the topics you care about. We send you a link to choose.</p>
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
