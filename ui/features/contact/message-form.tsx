import type { ContactMessage, Received } from "../../shared/api.gen.ts";
import { browserApi } from "../../shared/api.ts";
import { ChoiceField, Field, LongField } from "../../shared/form/fields.tsx";
import { SentForm, WithoutScript } from "../../shared/form/form.tsx";
import { Honeypot, useRobot } from "../../shared/form/robot.tsx";
import { onlyWrong, wrongEmail, wrongLine, wrongText } from "../../shared/form/rules.ts";
import { type Errors, useForm, type Values } from "../../shared/form/use-form.ts";
import { most, sentences } from "../../shared/sentences.ts";
import { showToast } from "../../shared/ui/show-toast.ts";

const inquiryTypes: { value: ContactMessage["inquiryType"]; label: string }[] = [
  { value: "support", label: "General support" },
  { value: "affiliate", label: "Affiliate" },
  { value: "advertiser", label: "Advertising" },
];

/** The form; `type` preselects what the message is about. */
export function MessageForm({ type, onSent }: { type: string; onSent: () => void }) {
  const robot = useRobot();
  const form = useForm({
    check,
    send: async (values) => {
      const message = { ...messageOf(values), ...(await robot(values)) };
      await browserApi.send<Received>("POST", "/api/contact", message);
      void showToast({ title: "Message Sent", text: "Thank you for your message! We'll get back to you soon." });
      onSent();
    },
    failure: "Failed to send message",
  });
  const { errors } = form;
  return (
    <>
      <WithoutScript>The form needs JavaScript.</WithoutScript>
      <SentForm form={form} submit="Send Message" pending="Sending...">
        <div className="form-pair">
          <Field label="First name" name="firstName" autoComplete="given-name" required error={errors.firstName} />
          <Field label="Last name" name="lastName" autoComplete="family-name" required error={errors.lastName} />
        </div>
        <Field label="Email" name="email" type="email" autoComplete="email" required error={errors.email} />
        <ChoiceField
          label="Inquiry type"
          name="inquiryType"
          options={inquiryTypes}
          defaultValue={type}
          error={errors.inquiryType}
        />
        <LongField label="Message" name="message" required error={errors.message} />
        <Honeypot />
      </SentForm>
    </>
  );
}

/** The rules of specification section 5, as server/features/contact has them. */
function check(values: Values): Errors {
  return onlyWrong({
    firstName: wrongLine(values.firstName, sentences.firstNameMissing, most.name),
    lastName: wrongLine(values.lastName, sentences.lastNameMissing, most.name),
    email: wrongEmail(values.email),
    inquiryType: inquiryTypes.some(({ value }) => value === values.inquiryType)
      ? undefined
      : sentences.inquiryTypeMissing,
    message: wrongText(values.message, sentences.messageMissing, most.message),
  });
}

function messageOf({ firstName = "", lastName = "", email = "", inquiryType, message = "" }: Values): ContactMessage {
  return { firstName, lastName, email, inquiryType: inquiryType as ContactMessage["inquiryType"], message };
}
