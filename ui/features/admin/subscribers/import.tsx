import { Field, Group } from "../../../shared/form/fields.tsx";
import { count } from "../../../shared/format.ts";
import type { Importable, RestProps } from "../archive/import.ts";

/** Imports of subscribers. */
export const subscriberImport: Importable = {
  what: "subscribers",
  label: "List (CSV)",
  hint: "An export from Beehiiv, Substack, Kit, Klaviyo, MailerLite or any other system; you tell us what its columns are. Our own export and Mailchimp’s work as they are. From listmonk, export confirmed subscribers only, because its file doesn’t say who left a list. We check the file first. A million lines take a few minutes, because readers come first. An import emails no one and brings back no one who left, and importing the same list twice changes nothing.",
  accept: ".csv,text/csv,text/plain",
  mostBytes: 256 * 1024 * 1024,
  tooLarge: "This file is larger than 256 MB. Split it and import the parts one at a time.",
  entry: "Line",
  entries: "lines",
  same: "already subscribed",
  start: (number) => `Import ${count(number, "subscriber")}`,
  table: {
    fields: {
      email: "Email address",
      name: "Full name",
      firstName: "First name",
      lastName: "Last name",
      subscribed: "Subscription status",
      left: "Unsubscribed or bounced",
      consentAt: "Date of consent",
      consentSource: "Source of consent",
      phone: "Phone number",
      smsConsent: "Agreed to texts",
      smsConsentAt: "Date of consent to texts",
      topics: "Topics or tags",
      frequency: "Weekly or monthly",
    },
    note: (has) =>
      has("subscribed") || has("left")
        ? "We skip everyone the file marks as unsubscribed, bounced, or not subscribed."
        : "No column says who’s subscribed, so we treat every row as subscribed.",
    Rest: Consent,
    restOf: ({ consentAt, consentSource }) => ({ consentAt, consentSource }),
  },
};

/** The consent of rows without their own. */
function Consent({ mapping, has, errors }: RestProps) {
  const optional = "Optional. We use it for rows where the column is empty.";
  return (
    <Group
      label="Consent"
      hint="We keep when and where each person agreed to your emails, so you can prove it if anyone asks."
    >
      <div className="grid gap-4">
        <Field
          label="Date of consent"
          hint={has("consentAt") ? optional : "If people agreed on different days, enter the latest."}
          error={errors.consentAt}
          name="consentAt"
          type="date"
          max="9999-12-31"
          defaultValue={mapping?.consentAt}
        />
        <Field
          label="Source of consent"
          hint={has("consentSource") ? optional : "For example: signup form of our Beehiiv newsletter."}
          error={errors.consentSource}
          name="consentSource"
          defaultValue={mapping?.consentSource}
          autoComplete="off"
        />
      </div>
    </Group>
  );
}
