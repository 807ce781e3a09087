import type { InputEvent } from "react";
import { Link } from "react-router";
import { paths } from "../../paths.ts";
import type { NewsletterCard, Wording } from "../../shared/api.gen.ts";
import { curly } from "../../shared/curly.ts";
import { CollectionNotice } from "../../shared/form/collection-notice.tsx";
import { CheckField, Field, Group, SelectField } from "../../shared/form/fields.tsx";
import { SentForm } from "../../shared/form/form.tsx";
import { NameFields } from "../../shared/form/name-fields.tsx";
import { Honeypot } from "../../shared/form/robot.tsx";
import { useForm, type Values } from "../../shared/form/use-form.ts";
import { dayIn } from "../../shared/format.ts";
import { useSite } from "../../shared/site.ts";
import { Button } from "../../shared/ui/button.tsx";
import { textLink } from "../../shared/ui/text-link.ts";
import { LongDate } from "../../shared/ui/time.tsx";
import { checkDetails, checkEmailStep, checkTexts, genders } from "./signup.ts";
import { ConsentText, formatPhone } from "./texts.tsx";

interface EmailStepProps {
  wording: Wording;
  /** The most recent newsletter, if any. */
  latest: NewsletterCard | undefined;
  values: Values;
  onInput: (values: Values) => void;
  onDone: (values: Values) => void;
}

/** The first step: the email address and consent. */
export function EmailStep({ wording, latest, values, onInput, onDone }: EmailStepProps) {
  const form = useForm({
    check: checkEmailStep,
    send: onDone,
    failure: "Failed to create subscriber",
    onInput: (now) => onInput({ emailConsent: "", ...now }),
  });
  return (
    <>
      <SentForm form={form} submit="Continue" pending="Continue">
        <Field
          label="Email"
          hint="We’ll send the newsletter here."
          name="email"
          type="email"
          autoComplete="email"
          required
          defaultValue={values.email}
          error={form.errors.email}
        />
        <CheckField
          label={wording.text}
          name="emailConsent"
          required
          defaultChecked={Boolean(values.emailConsent)}
          error={form.errors.emailConsent}
        />
        <input type="hidden" name="emailWording" value={wording.version} />
      </SentForm>
      <CollectionNotice>
        We use your email address to send you the newsletter. Thirty days after you unsubscribe, we erase everything
        except your address and proof of what you agreed to. We keep those encrypted for five years.
      </CollectionNotice>
      {latest && (
        <p className="mt-4 wrap-anywhere">
          The latest newsletter, <LongDate iso={latest.sentAt} />:{" "}
          <Link to={paths.newsletter(latest.slug)} className="underline">
            {curly(latest.subject)}
          </Link>
        </p>
      )}
      <p className="mt-4">
        <Link to={paths.newsletters()} className={textLink}>
          See past newsletters
        </Link>
      </p>
    </>
  );
}

interface DetailsStepProps {
  values: Values;
  onInput: (values: Values) => void;
  onBack: () => void;
  send: (values: Values) => Promise<void>;
}

/** The second step: personal details. It creates the subscriber. */
export function DetailsStep({ values, onInput, onBack, send }: DetailsStepProps) {
  const { timezone } = useSite();
  const form = useForm({
    check: (now) => {
      onInput(now);
      return checkDetails(now, dayIn(timezone));
    },
    send,
    failure: "Failed to create subscriber",
    onInput,
  });
  const { errors } = form;
  return (
    <>
      <SentForm
        form={form}
        submit="Create Account"
        pending="Creating Account..."
        more={
          <Button look="quiet" onClick={onBack}>
            Back
          </Button>
        }
      >
        <NameFields values={values} errors={errors} hint="So we can use your name." required />
        <Field
          label="Address"
          hint="Street, city, state and ZIP code on one line. Helps us send tips for where you live."
          name="address"
          autoComplete="off" // browsers would fill in only the street
          required
          defaultValue={values.address}
          error={errors.address}
        />
        <BirthField values={values} error={errors.dateOfBirth} />
        <SelectField
          label="Gender"
          hint="Helps us choose tips for you."
          name="gender"
          autoComplete="sex"
          required
          options={genders}
          defaultValue={values.gender}
          error={errors.gender}
        />
        <Honeypot />
      </SentForm>
      <CollectionNotice>
        Your date of birth tells us you’re at least 18. We plan to use your name, address and gender to choose tips for
        you. Until then, we only store them, encrypted. We erase all of it 30 days after you unsubscribe from both
        emails and texts.
      </CollectionNotice>
    </>
  );
}

const parts = [
  { label: "Month", name: "birthMonth", size: 2, autoComplete: "bday-month" },
  { label: "Day", name: "birthDay", size: 2, autoComplete: "bday-day" },
  { label: "Year", name: "birthYear", size: 4, autoComplete: "bday-year" },
];

/** A date of birth in three fields. People know theirs by heart, and a calendar would take many clicks. */
export function BirthField({ values, error }: { values: Values; error?: string }) {
  return (
    <Group
      label="Date of birth"
      hint="You must be at least 18. For example, 4 / 23 / 1990"
      name="dateOfBirth"
      error={error}
    >
      <div className="flex gap-4">
        {parts.map(({ label, name, size, autoComplete }) => (
          <label key={name} className={`grid gap-1 text-small ${size > 2 ? "w-28" : "w-20"}`}>
            {label}
            <input
              className="control text-[1rem] figures-tabular"
              type="text"
              inputMode="numeric"
              name={name}
              autoComplete={autoComplete}
              defaultValue={values[name]}
              maxLength={size}
              size={size}
              required
              aria-invalid={error !== undefined || undefined}
            />
          </label>
        ))}
      </div>
    </Group>
  );
}

interface TextsStepProps {
  wording: Wording;
  send: (values: Values) => Promise<void>;
  onSkip: () => void;
}

/** The third step: a phone number, and whether to send texts to it. Everything before has been sent already. */
export function TextsStep({ wording, send, onSkip }: TextsStepProps) {
  const { texts } = useSite();
  const form = useForm({ check: checkTexts, send, failure: "Failed to create subscriber" });
  return (
    <>
      {!texts && <p className="note">We haven’t started text alerts yet. We’ll save your choice until we do.</p>}
      <SentForm
        form={form}
        submit="Complete"
        pending="Finishing..."
        more={
          <Button look="quiet" onClick={onSkip}>
            Skip This Step
          </Button>
        }
      >
        <Field
          label="Phone number (optional)"
          hint="We’ll send alerts here. A U.S. number, such as (201) 555-0123"
          name="phone"
          type="tel"
          autoComplete="tel-national"
          onInput={formatAsTyped}
          onBlur={(event) => {
            event.currentTarget.value = formatPhone(event.currentTarget.value);
          }}
          error={form.errors.phone}
        />
        <CheckField label={<ConsentText wording={wording} />} name="tcpaConsent" error={form.errors.tcpaConsent} />
      </SentForm>
      <CollectionNotice>
        We use your number only for the calls and texts you agree to. We keep encrypted proof of that, with your number,
        for five years after you stop both emails and texts.
      </CollectionNotice>
    </>
  );
}

/** Formats only what is added at the end. Elsewhere, and when deleting, the caret would jump. */
function formatAsTyped(event: InputEvent<HTMLInputElement>) {
  const field = event.currentTarget;
  const deleting = event.nativeEvent.inputType?.startsWith("delete");
  if (!deleting && field.selectionStart === field.value.length) field.value = formatPhone(field.value);
}
