import { Fragment, useEffect } from "react";
import type { ContactMessage, Received } from "../../shared/api.gen.ts";
import { browserApi } from "../../shared/api.ts";
import { CollectionNotice } from "../../shared/form/collection-notice.tsx";
import { ChoiceField, Field, LongField } from "../../shared/form/fields.tsx";
import { SentForm, WithoutScript } from "../../shared/form/form.tsx";
import { NameFields } from "../../shared/form/name-fields.tsx";
import { Honeypot, useRobot } from "../../shared/form/robot.tsx";
import { onlyWrong, wrongEmail, wrongLine, wrongText } from "../../shared/form/rules.ts";
import { type Errors, useForm, type Values } from "../../shared/form/use-form.ts";
import { most, sentences } from "../../shared/sentences.ts";
import { showToast } from "../../shared/ui/show-toast.ts";
import { currentVisit } from "../../shared/visit.ts";
import { useMessageDraft } from "./draft.ts";

const inquiryTypes: { value: ContactMessage["inquiryType"]; label: string }[] = [
  { value: "support", label: "General support" },
  { value: "affiliate", label: "Affiliate" },
  { value: "advertiser", label: "Advertising" },
];

interface MessageFormProps {
  type: string;
  /** It is shown for another message, so its first field takes the focus. */
  again: boolean;
  onSent: () => void;
}

/** The form. `type` preselects what the message is about. */
export function MessageForm({ type, again, onSent }: MessageFormProps) {
  const robot = useRobot();
  const { draft, restored, keep, forget } = useMessageDraft();
  const form = useForm({
    check,
    send: async (values) => {
      const message = { ...messageOf(values), ...(await robot(values)), visit: currentVisit() };
      await browserApi.send<Received>("POST", "/api/contact", message);
      void showToast({ title: "Message Sent", text: "Thank you for your message! We’ll get back to you soon." });
      forget();
      onSent();
    },
    onInput: keep,
    failure: "Failed to send message",
  });
  const { errors } = form;
  useEffect(() => {
    if (again) form.ref.current?.querySelector("input")?.focus();
  }, [again, form.ref]);
  return (
    <>
      <WithoutScript to="send us a message" />
      <SentForm form={form} submit="Send Message" pending="Sending...">
        <Fragment key={String(restored)}>
          <NameFields values={draft} errors={errors} required />
          <Field
            label="Email"
            name="email"
            type="email"
            defaultValue={draft.email}
            autoComplete="email"
            required
            error={errors.email}
          />
          <ChoiceField
            label="Inquiry type"
            name="inquiryType"
            options={inquiryTypes}
            defaultValue={draft.inquiryType || type}
            error={errors.inquiryType}
          />
          <LongField label="Message" name="message" required defaultValue={draft.message} error={errors.message} />
        </Fragment>
        <Honeypot />
      </SentForm>
      <CollectionNotice>
        We use your name and email address to answer you. We keep your message encrypted and delete it after two years.
      </CollectionNotice>
    </>
  );
}

/** The validation rules of the specification (section 5), as in server/features/contact. */
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
