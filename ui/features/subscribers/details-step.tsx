import { CollectionNotice } from "../../shared/form/collection-notice.tsx";
import { Field, SelectField } from "../../shared/form/fields.tsx";
import { SentForm } from "../../shared/form/form.tsx";
import { NameFields } from "../../shared/form/name-fields.tsx";
import { Honeypot } from "../../shared/form/robot.tsx";
import { useForm, type Values } from "../../shared/form/use-form.ts";
import { dayIn } from "../../shared/format.ts";
import { useSite } from "../../shared/site.ts";
import { Button } from "../../shared/ui/button.tsx";
import { BirthField } from "./birth-field.tsx";
import { checkDetails, genders } from "./signup.ts";

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
