import { useState } from "react";
import { flushSync } from "react-dom";
import type { Settings as Values } from "../../shared/api.gen.ts";
import { Field, LongField, Options } from "../../shared/form/fields.tsx";
import { showToast } from "../../shared/ui/show-toast.ts";
import { useReadOnce, write } from "./calls.ts";
import { Subheading } from "./parts/texts.tsx";
import { Choice, SearchField } from "./parts/toolbar.tsx";
import { find } from "./settings-groups.ts";
import { Loaded } from "./states.tsx";
import { useSave } from "./use-save.tsx";

const path = "/api/admin/settings";

/** What staff say about the site. */
export function Settings() {
  return <Loaded of={useReadOnce<Values>(path)}>{(saved) => <Form saved={saved} />}</Loaded>;
}

function Form({ saved: read }: { saved: Values }) {
  const [saved, setSaved] = useState(read);
  const [values, setValues] = useState(read);
  const [words, setWords] = useState("");
  const found = find(words);
  const changed = Object.keys(values).filter((name) => values[name] !== saved[name]);
  const { wrong, onSubmit, line } = useSave({
    changed: changed.length > 0,
    async save() {
      const after = await write<Values>("PUT", path, Object.fromEntries(changed.map((name) => [name, values[name]])));
      setSaved(after);
      setValues(after);
      void showToast({ title: "Settings saved successfully" });
    },
    failure: "Failed to save the settings",
    onWrong: () => flushSync(() => setWords("")), // the field may not be among those found
  });
  return (
    <>
      <search className="mb-8 grid max-w-176 gap-3">
        <SearchField label="Search settings" value={words} onChange={setWords} />
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
      <form className="form grid max-w-176 gap-10" noValidate onSubmit={onSubmit}>
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
        {line("Save")}
      </form>
    </>
  );
}

/** The id of a subject. */
const anchor = (title: string) => title.toLowerCase().replaceAll(" ", "-");
