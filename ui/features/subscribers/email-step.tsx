import { Link } from "react-router";
import { paths } from "../../paths.ts";
import type { NewsletterCard, Wording } from "../../shared/api.gen.ts";
import { curly } from "../../shared/curly.ts";
import { CollectionNotice } from "../../shared/form/collection-notice.tsx";
import { CheckField, Field } from "../../shared/form/fields.tsx";
import { SentForm } from "../../shared/form/form.tsx";
import { useForm, type Values } from "../../shared/form/use-form.ts";
import { textLink } from "../../shared/ui/text-link.ts";
import { LongDate } from "../../shared/ui/time.tsx";
import { checkEmailStep } from "./signup.ts";

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
