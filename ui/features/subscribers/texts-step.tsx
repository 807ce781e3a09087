import type { InputEvent } from "react";
import type { Wording } from "../../shared/api.gen.ts";
import { CollectionNotice } from "../../shared/form/collection-notice.tsx";
import { CheckField, Field } from "../../shared/form/fields.tsx";
import { SentForm } from "../../shared/form/form.tsx";
import { useForm, type Values } from "../../shared/form/use-form.ts";
import { useSite } from "../../shared/site.ts";
import { Button } from "../../shared/ui/button.tsx";
import { ConsentText } from "./consent-text.tsx";
import { formatPhone } from "./phone.ts";
import { checkTexts } from "./signup.ts";

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
