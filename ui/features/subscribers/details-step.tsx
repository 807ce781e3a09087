import { Field, SelectField } from "../../shared/form/fields.tsx";
import { SentForm } from "../../shared/form/form.tsx";
import { Honeypot } from "../../shared/form/robot.tsx";
import { useForm, type Values } from "../../shared/form/use-form.ts";
import { sentences } from "../../shared/sentences.ts";
import { useSite } from "../../shared/site.ts";
import { Button } from "../../shared/ui/button.tsx";
import { BirthField } from "./birth-field.tsx";
import { checkDetails, genders, todayIn } from "./signup.ts";

interface DetailsStepProps {
  values: Values;
  onInput: (values: Values) => void;
  /** Nothing of a child is to be kept. */
  onTooYoung: () => void;
  onBack: () => void;
  send: (values: Values) => Promise<void>;
}

/** The second step: who signs up. It creates the subscriber. */
export function DetailsStep({ values, onInput, onTooYoung, onBack, send }: DetailsStepProps) {
  const { timezone } = useSite();
  const form = useForm({
    check: (now) => {
      const found = checkDetails(now, todayIn(timezone));
      if (found.dateOfBirth === sentences.tooYoung) onTooYoung();
      return found;
    },
    send,
    failure: "Failed to create subscriber",
    onInput,
  });
  const { errors } = form;
  return (
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
      <div className="form-pair">
        <Field
          label="First name"
          name="firstName"
          autoComplete="given-name"
          required
          defaultValue={values.firstName}
          error={errors.firstName}
        />
        <Field
          label="Last name"
          name="lastName"
          autoComplete="family-name"
          required
          defaultValue={values.lastName}
          error={errors.lastName}
        />
      </div>
      <Field
        label="Address"
        hint="Street, city, state and ZIP code in one line"
        name="address"
        autoComplete="address-line1"
        required
        defaultValue={values.address}
        error={errors.address}
      />
      <BirthField values={values} error={errors.dateOfBirth} />
      <SelectField
        label="Gender"
        name="gender"
        autoComplete="sex"
        required
        options={genders}
        defaultValue={values.gender}
        error={errors.gender}
      />
      <Honeypot />
    </SentForm>
  );
}
