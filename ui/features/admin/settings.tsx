import { type FormEvent, useState } from "react";
import type { Settings as Values } from "../../shared/api.gen.ts";
import { ApiError } from "../../shared/api.ts";
import { Field, LongField } from "../../shared/form/fields.tsx";
import { Button } from "../../shared/ui/button.tsx";
import { showToast } from "../../shared/ui/show-toast.ts";
import { failed, useReadOnce, write } from "./calls.ts";
import { Subheading } from "./parts/texts.tsx";
import { Choice } from "./parts/toolbar.tsx";
import { Problem, Rows } from "./states.tsx";

const path = "/api/admin/settings";

interface Setting {
  name: string;
  label: string;
  hint?: string;
  long?: boolean;
  /** Its values, where they are few. */
  options?: [value: string, label: string][];
}

const groups: { title: string; about: string; settings: Setting[] }[] = [
  {
    title: "Figures",
    about: "Use only figures you can prove. Blank ones aren’t shown.",
    settings: [
      { name: "figures.subscribers", label: "Subscribers", hint: "Home page" },
      { name: "figures.totalSaved", label: "Total saved", hint: "Home page" },
      { name: "figures.tips", label: "Money-saving tips", hint: "Home page" },
      { name: "figures.averageAnnualSavings", label: "Average annual savings", hint: "Home page" },
      {
        name: "figures.subscriberSavesPerYear",
        label: "Subscriber savings per year",
        hint: "Footer",
      },
      { name: "figures.settlementsRecovered", label: "Recovered", hint: "Settlements" },
      { name: "figures.settlementsResponse", label: "Response time", hint: "Settlements" },
    ],
  },
  {
    title: "Home page cards",
    about: "Why readers can trust the site. Blank cards aren’t shown.",
    settings: [
      { name: "cards.expertResearch", label: "Expert Research", long: true },
      { name: "cards.communityVerified", label: "Community Verified", long: true },
      { name: "cards.weeklyUpdates", label: "Weekly Updates", long: true },
    ],
  },
  {
    title: "Inboxes",
    about: "Shown on the contact page, which sends messages here. If blank, we use the server’s setting.",
    settings: [
      { name: "contact.support", label: "General support" },
      { name: "contact.affiliate", label: "Affiliate inquiries" },
      { name: "contact.advertising", label: "Advertising" },
    ],
  },
  {
    title: "Welcome emails",
    about: "The first tips are always sent.",
    settings: [
      {
        name: "letters.welcomeSeries",
        label: "Welcome series",
        options: [
          ["on", "On"],
          ["off", "Off"],
        ],
      },
    ],
  },
  {
    title: "Social networks",
    about: "Our profiles. An icon without an address isn’t a link.",
    settings: [
      { name: "social.facebook", label: "Facebook" },
      { name: "social.x", label: "X" },
      { name: "social.instagram", label: "Instagram" },
      { name: "social.youtube", label: "YouTube" },
    ],
  },
];

/** What staff say about the site. */
export function Settings() {
  const { data, error, reload } = useReadOnce<Values>(path);
  if (error) return <Problem error={error} onRetry={reload} />;
  return data ? <Form saved={data} /> : <Rows />;
}

function Form({ saved: read }: { saved: Values }) {
  const [saved, setSaved] = useState(read);
  const [values, setValues] = useState(read);
  const [wrong, setWrong] = useState<Record<string, string>>({});
  const [saving, setSaving] = useState(false);
  const changed = Object.keys(values).filter((name) => values[name] !== saved[name]);
  const save = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    if (changed.length === 0 || saving) return;
    setSaving(true);
    try {
      const after = await write<Values>("PUT", path, Object.fromEntries(changed.map((name) => [name, values[name]])));
      setSaved(after);
      setValues(after);
      setWrong({});
      void showToast({ title: "Settings saved successfully" });
    } catch (error) {
      const fields = error instanceof ApiError ? error.fields : [];
      setWrong(Object.fromEntries(fields.map(({ field, message }) => [field, message])));
      const first = fields[0];
      if (first) form.querySelector<HTMLElement>(`[name="${first.field}"]`)?.focus();
      else failed(error, "Failed to save the settings");
    } finally {
      setSaving(false);
    }
  };
  return (
    <form className="form grid gap-10 max-w-176" noValidate onSubmit={save}>
      {groups.map(({ title, about, settings }) => (
        <fieldset key={title} className="grid gap-4">
          <Subheading as="legend">{title}</Subheading>
          <p className="field-hint">{about}</p>
          {settings.map(({ name, label, hint, long, options }) => {
            const props = {
              ...{ name, label, hint, error: wrong[name], value: values[name] ?? "", autoComplete: "off" },
              onChange: (event: { currentTarget: { value: string } }) => {
                const { value } = event.currentTarget;
                setValues((now) => ({ ...now, [name]: value }));
              },
            };
            if (options)
              return (
                <Choice key={name} label={label} name={name} value={props.value} onChange={props.onChange}>
                  {options.map(([value, text]) => (
                    <option key={value} value={value}>
                      {text}
                    </option>
                  ))}
                </Choice>
              );
            return long ? <LongField key={name} rows={3} {...props} /> : <Field key={name} {...props} />;
          })}
        </fieldset>
      ))}
      <p className="form-act">
        <Button type="submit" aria-disabled={saving || changed.length === 0 || undefined}>
          {saving ? "Saving..." : "Save"}
        </Button>
        <span role="status" className="field-hint">
          {changed.length > 0 && "You have unsaved changes."}
        </span>
      </p>
    </form>
  );
}
