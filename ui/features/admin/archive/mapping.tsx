import { type ReactNode, useId, useState } from "react";
import type { Import, ImportColumns, ImportField } from "../../../shared/api.gen.ts";
import { Field, Group } from "../../../shared/form/fields.tsx";
import { SentForm } from "../../../shared/form/form.tsx";
import { useForm } from "../../../shared/form/use-form.ts";
import { useReadOnce, write } from "../calls.ts";
import { FiguresTable } from "../parts/figures-table.tsx";
import { Problem, Rows } from "../states.tsx";
import { path } from "./import.ts";

/** The fields of a column, in the order of the list. */
const fields: Record<ImportField, string> = {
  "": "Don’t import",
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
};

interface MappingProps {
  of: Import;
  /** More actions, beside the button. */
  more: ReactNode;
  onSent: () => void;
}

/** Maps a file's columns to fields, starting with guesses. Then the file is checked. */
export function Mapping({ of, more, onSent }: MappingProps) {
  const { data, error, reload } = useReadOnce<ImportColumns>(`${path}/${of.id}/columns`);
  if (error)
    return (
      <>
        <Problem error={error} onRetry={reload} />
        <p className="form-act">{more}</p>
      </>
    );
  if (!data) return <Rows />;
  return <MappingForm {...{ of, more, onSent }} {...data} />;
}

function MappingForm({ of: { id, mapping }, more, onSent, columns, rows }: MappingProps & ImportColumns) {
  const before = mapping?.fields ?? columns.map(({ field }) => field);
  const [chosen, setChosen] = useState(before);
  const chosenOf = (values: Record<string, string>) => columns.map((_, n) => values[`column${n}`] as ImportField);
  const form = useForm({
    check: () => ({}),
    async send(values) {
      const { consentAt, consentSource } = values;
      await write<Import>("PUT", `${path}/${id}/mapping`, { fields: chosenOf(values), consentAt, consentSource });
      onSent();
    },
    failure: "We couldn’t reach the site. Try again.",
    onInput: (values) => setChosen(chosenOf(values)),
  });
  const has = (field: ImportField) => chosen.includes(field);
  const optional = "Optional. We use it for rows where the column is empty.";
  return (
    <SentForm form={form} submit="Check the list" pending="Sending…" more={more}>
      <Group
        label="What is in each column?"
        hint="We guessed. Change what’s wrong."
        name="fields"
        error={form.errors.fields}
      >
        {columns.map(({ name }, n) => (
          <ColumnField
            key={n}
            name={`column${n}`}
            label={name || `Column ${n + 1}`}
            example={rows.map((row) => row[n]).find(Boolean)}
            value={before[n] ?? ""}
          />
        ))}
        <p className="field-hint" role="status">
          {has("subscribed") || has("left")
            ? "We skip everyone the file marks as unsubscribed, bounced, or not subscribed."
            : "No column says who’s subscribed, so we treat every row as subscribed."}
        </p>
      </Group>
      <FirstRows columns={columns} rows={rows} />
      <Group
        label="Consent"
        hint="We keep when and where each person agreed to your emails, so you can prove it if anyone asks."
      >
        <div className="grid gap-4">
          <Field
            label="Date of consent"
            hint={has("consentAt") ? optional : "If people agreed on different days, enter the latest."}
            error={form.errors.consentAt}
            name="consentAt"
            type="date"
            max="9999-12-31"
            defaultValue={mapping?.consentAt}
          />
          <Field
            label="Source of consent"
            hint={has("consentSource") ? optional : "For example: signup form of our Beehiiv newsletter."}
            error={form.errors.consentSource}
            name="consentSource"
            defaultValue={mapping?.consentSource}
            autoComplete="off"
          />
        </div>
      </Group>
    </SentForm>
  );
}

interface ColumnFieldProps {
  name: string;
  label: string;
  example: string | undefined;
  value: ImportField;
}

function ColumnField({ name, label, example, value }: ColumnFieldProps) {
  const id = useId();
  return (
    <div className="grid gap-x-4 gap-y-1 border-t border-line py-2.5 sm:grid-cols-2 sm:items-center">
      <div className="min-w-0 wrap-anywhere">
        <label htmlFor={id} className="font-semibold">
          {label}
        </label>
        {example && (
          <p id={`${id}-hint`} className="field-hint">
            {example}
          </p>
        )}
      </div>
      <select id={id} name={name} className="control" defaultValue={value} aria-describedby={example && `${id}-hint`}>
        {Object.entries(fields).map(([field, words]) => (
          <option key={field} value={field}>
            {words}
          </option>
        ))}
      </select>
    </div>
  );
}

function FirstRows({ columns, rows }: ImportColumns) {
  const id = useId();
  return (
    <section className="grid gap-1.5" aria-labelledby={id}>
      <p id={id} className="font-semibold">
        {rows.length === 10 ? "The first ten rows" : "The rows of the file"}
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: makes it scrollable by keyboard */}
      <div className="max-h-96 overflow-auto [&_:is(td,th)]:whitespace-nowrap" tabIndex={0}>
        <FiguresTable of="words">
          <thead>
            <tr>
              {columns.map(({ name }, n) => (
                <th key={n} scope="col">
                  {name || `Column ${n + 1}`}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, n) => (
              <tr key={n}>
                {row.map((cell, column) => (
                  <td key={column}>{cell || "–"}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </FiguresTable>
      </div>
    </section>
  );
}
