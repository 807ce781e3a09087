import { useEffect, useState } from "react";
import { Link } from "react-router";
import { paths } from "../../paths.ts";
import type { ConsentWordings, Preferences, PreferencesChange } from "../../shared/api.gen.ts";
import { browserApi } from "../../shared/api.ts";
import { categories } from "../../shared/constants.ts";
import { CheckField, ChoiceField, checkLook, Field, Group } from "../../shared/form/fields.tsx";
import { SentForm } from "../../shared/form/form.tsx";
import { onlyWrong } from "../../shared/form/rules.ts";
import { useForm, type Values } from "../../shared/form/use-form.ts";
import { ConsentText, formatPhone, wrongPhone } from "./texts.tsx";

const frequencies = [
  { value: "weekly", label: "Every week" },
  { value: "monthly", label: "Once a month" },
];

interface PreferencesFormProps {
  eid: string;
  preferences: Preferences;
  wordings: ConsentWordings;
  /** Called with the current preferences. */
  onChange: (preferences: Preferences) => void;
}

/** The current choices. A choice that turns something on shows what is agreed to. */
export function PreferencesForm({ eid, preferences, wordings, onChange }: PreferencesFormProps) {
  const { email, emailOn, hasPhone, frequency, topics, details } = preferences;
  const textsAgreed = preferences.smsOn || preferences.smsAsked;
  const waits = textsWait(preferences);
  const [said, setSaid] = useState("");
  const [saves, setSaves] = useState(0);
  const form = useForm({
    check: (values) =>
      onlyWrong({ topics: wrongTopics(values), phone: wrongPhone(values.phone, Boolean(details && values.smsOn)) }),
    send: async (values) => {
      const change = changeOf(values, eid, preferences, wordings);
      const now = await browserApi.send<Preferences>("PUT", "/api/preferences", change);
      onChange(now);
      setSaves((count) => count + 1);
      setSaid(sentenceFor(now, emailOn && !now.emailOn));
    },
    failure: "Failed to save your preferences",
    onInput: () => setSaid(""),
  });
  const { ref } = form;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what the server did not take is taken back on the screen
  useEffect(() => ref.current?.reset(), [saves]);
  return (
    <SentForm
      form={form}
      submit="Save preferences"
      pending="Saving..."
      said={said}
      more={
        (emailOn || textsAgreed) && (
          <Link
            to={paths.unsubscribeBy(eid)}
            className="inline-flex min-h-11 items-center underline underline-offset-[0.2em]"
          >
            Unsubscribe from everything
          </Link>
        )
      }
    >
      <p>
        For <strong>{email}</strong>
      </p>
      <CheckField
        label="Send me tips by email"
        hint={emailOn ? undefined : wordings.email.text}
        name="emailOn"
        defaultChecked={emailOn}
        error={form.errors.emailOn}
      />
      <ChoiceField
        label="How often"
        name="frequency"
        options={frequencies}
        defaultValue={frequency}
        error={form.errors.frequency}
      />
      <Group label="Topics" name="topics" error={form.errors.topics}>
        <div className="grid grid-cols-[repeat(auto-fill,minmax(10rem,1fr))] gap-x-4">
          {categories.map(({ id, label }) => (
            <label key={id} className={checkLook}>
              <input type="checkbox" name={`topic-${id}`} defaultChecked={topics.length === 0 || topics.includes(id)} />
              <span>{label}</span>
            </label>
          ))}
        </div>
      </Group>
      {details && (
        <Field
          label="Phone number (optional)"
          hint="A U.S. number, such as (201) 555-0123. Clear this field to remove your number."
          name="phone"
          type="tel"
          autoComplete="tel-national"
          defaultValue={formatPhone(details.phone)}
          error={form.errors.phone}
        />
      )}
      {hasPhone || details ? (
        <CheckField
          label="Send me deal alerts by text"
          hint={textsAgreed && !details ? undefined : <ConsentText wording={wordings.sms} />}
          name="smsOn"
          defaultChecked={textsAgreed}
          error={form.errors.smsOn}
        />
      ) : (
        <p className="field-hint">Add a phone number to get deal alerts by text.</p>
      )}
      {waits && <p className="field-hint">{waits}</p>}
    </SentForm>
  );
}

/** What must still be confirmed by phone. Checking the box alone starts no texts. */
function textsWait({ smsAsked, textsStopped }: Preferences): string | undefined {
  if (textsStopped) return "You replied STOP. To get texts again, reply START to any text from us.";
  if (smsAsked) return "We’ll start texting after you reply YES to our first message.";
}

function sentenceFor(preferences: Preferences, emailEnded: boolean): string {
  const { linkSent, smsOn, smsAsked } = preferences;
  if (linkSent) {
    return "We saved your other changes. Before we turn anything on, we need to know it’s you. Open the link we just emailed you.";
  }
  const waits = (smsOn || smsAsked) && textsWait(preferences);
  if (waits) return `We saved your changes. ${waits}`;
  if (emailEnded && smsOn)
    return "We saved your changes. You won’t get any more emails, but you’ll still get deal alerts by text.";
  return "We saved your changes.";
}

function wrongTopics(values: Values): string | undefined {
  const none = topicsIn(values).length === 0;
  return none ? "Choose at least one topic, or turn emails off." : undefined;
}

function topicsIn(values: Values): string[] {
  return categories.map(({ id }) => id).filter((id) => values[`topic-${id}`]);
}

function changeOf(
  values: Values,
  eid: string,
  { hasPhone, details }: Preferences,
  wordings: ConsentWordings,
): PreferencesChange {
  const topics = topicsIn(values);
  return {
    eid,
    emailOn: Boolean(values.emailOn),
    smsOn: hasPhone || details ? Boolean(values.smsOn) : undefined,
    phone: details ? values.phone : undefined,
    frequency: values.frequency === "monthly" ? "monthly" : "weekly",
    topics: topics.length === categories.length ? [] : topics,
    emailWording: wordings.email.version,
    smsWording: wordings.sms.version,
  };
}
