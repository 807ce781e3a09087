import { type FormEvent, useState } from "react";
import { flushSync } from "react-dom";
import type { Settings as Values } from "../../shared/api.gen.ts";
import { ApiError } from "../../shared/api.ts";
import { Field, LongField, Options } from "../../shared/form/fields.tsx";
import { Button } from "../../shared/ui/button.tsx";
import { showToast } from "../../shared/ui/show-toast.ts";
import { failed, useReadOnce, write } from "./calls.ts";
import { Subheading } from "./parts/texts.tsx";
import { Choice } from "./parts/toolbar.tsx";
import { find } from "./settings-groups.ts";
import { Problem, Rows } from "./states.tsx";

const path = "/api/admin/settings";

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
  const [words, setWords] = useState("");
  const found = find(words);
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
      flushSync(() => setWords("")); // the field may not be among those found
      if (first) form.querySelector<HTMLElement>(`[name="${first.field}"]`)?.focus();
      else failed(error, "Failed to save the settings");
    } finally {
      setSaving(false);
    }
  };
  return (
    <>
      <search className="mb-8 grid max-w-176 gap-3">
        <input
          type="search"
          aria-label="Search settings"
          placeholder="Search settings"
          className="min-h-10 w-full rounded-small border border-muted bg-surface px-3 py-1.5"
          value={words}
          autoComplete="off"
          onChange={(event) => setWords(event.currentTarget.value)}
        />
        <nav aria-label="Subjects" className="flex flex-wrap gap-x-5 gap-y-1">
          {found.map(({ title }) => (
            <a key={title} href={`#${anchor(title)}`} className="py-1 underline">
              {title}
            </a>
          ))}
        </nav>
        <p role="status" className={found.length > 0 ? "sr-only" : "field-hint"}>
          {found.length === 0
            ? "No settings match. Try another word, or clear the search."
            : words && `Subjects with matching settings: ${found.length}`}
        </p>
      </search>
      <form className="form grid max-w-176 gap-10" noValidate onSubmit={save}>
        {found.map(({ title, about, settings }) => (
          <fieldset key={title} id={anchor(title)} className="grid scroll-mt-24 gap-4">
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
                    <Options of={options} />
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
    </>
  );
}

/** The id of a subject. */
const anchor = (title: string) => title.toLowerCase().replaceAll(" ", "-");
