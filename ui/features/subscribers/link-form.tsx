import { useState } from "react";
import { Field } from "../../shared/form/fields.tsx";
import { SentForm, WithoutScript } from "../../shared/form/form.tsx";
import { Honeypot, useRobot } from "../../shared/form/robot.tsx";
import { onlyWrong, wrongEmail } from "../../shared/form/rules.ts";
import { useForm } from "../../shared/form/use-form.ts";
import { linkOnItsWay, requestLink } from "./link-request.ts";

/** Requests the link to the preferences. */
export function LinkForm({ refusal }: { refusal?: string }) {
  const robot = useRobot();
  const [sent, setSent] = useState(false);
  const form = useForm({
    check: (values) => onlyWrong({ email: wrongEmail(values.email) }),
    send: async (values) => {
      await requestLink({ email: values.email?.trim() ?? "", ...(await robot(values)) });
      setSent(true);
    },
    failure: "Failed to send",
    onInput: () => setSent(false),
  });
  return (
    <>
      {refusal && (
        <p className="form-problem" role="alert">
          {refusal}
        </p>
      )}
      <WithoutScript to="change your settings" />
      <SentForm form={form} submit="Send me a link" pending="Sending..." said={sent ? linkOnItsWay : ""}>
        <Field
          label="Email"
          hint="The address where you get our emails. We’ll send a link there so only you can change your settings."
          name="email"
          type="email"
          autoComplete="email"
          required
          error={form.errors.email}
        />
        <Honeypot />
      </SentForm>
    </>
  );
}
