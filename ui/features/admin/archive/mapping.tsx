import { type ReactNode, useId, useState } from "react";
import type { Import, ImportColumns, ImportField } from "../../../shared/api.gen.ts";
import { Group, Options } from "../../../shared/form/fields.tsx";
import { SentForm } from "../../../shared/form/form.tsx";
import { useForm } from "../../../shared/form/use-form.ts";
import { useReadOnce, write } from "../calls.ts";
import { FiguresTable, Scrolling } from "../parts/figures-table.tsx";
import { Problem, Rows } from "../states.tsx";
import { path, type Table } from "./import.ts";

interface MappingProps {
  of: Import;
  table: Table;
  /** More actions, beside the button. */
  more: ReactNode;
  onSent: () => void;
}

/** Maps a file's columns to fields, starting with guesses. Then the file is checked. */
export function Mapping(props: MappingProps) {
  const { data, error, reload } = useReadOnce<ImportColumns>(`${path}/${props.of.id}/columns`);
  if (error)
    return (
      <>
        <Problem error={error} onRetry={reload} />
        <p className="form-act">{props.more}</p>
      </>
    );
  if (!data) return <Rows />;
  return <MappingForm {...props} {...data} />;
}

function MappingForm({ of: { id, mapping }, table, more, onSent, columns, rows }: MappingProps & ImportColumns) {
  const before = mapping?.fields ?? columns.map(({ field }) => field);
  const [chosen, setChosen] = useState(before);
  const chosenOf = (values: Record<string, string>) => columns.map((_, n) => values[`column${n}`] as ImportField);
  const form = useForm({
    check: () => ({}),
    async send(values) {
      await write<Import>("PUT", `${path}/${id}/mapping`, { fields: chosenOf(values), ...table.restOf(values) });
      onSent();
    },
    failure: "We couldn’t reach the site. Try again.",
    onInput: (values) => setChosen(chosenOf(values)),
  });
  const has = (field: ImportField) => chosen.includes(field);
  const cells = (field: ImportField) => rows.flatMap((row) => row.filter((cell, n) => cell && chosen[n] === field));
  return (
    <SentForm form={form} submit="Check the list" pending="Sending…" more={more}>
      <Group label="What is in each column?" hint="Check our guesses." name="fields" error={form.errors.fields}>
        {columns.map((column, n) => (
          <ColumnField
            key={n}
            name={`column${n}`}
            label={columnName(column, n)}
            example={rows.map((row) => row[n]).find(Boolean)}
            value={before[n] ?? ""}
            fields={table.fields}
          />
        ))}
        {table.note && (
          <p className="field-hint" role="status">
            {table.note(has)}
          </p>
        )}
      </Group>
      <FirstRows columns={columns} rows={rows} />
      <table.Rest {...{ mapping, has, cells }} errors={form.errors} />
    </SentForm>
  );
}

const columnName = ({ name }: ImportColumns["columns"][number], n: number) => name || `Column ${n + 1}`;

interface ColumnFieldProps {
  name: string;
  label: string;
  example: string | undefined;
  value: ImportField;
  fields: Table["fields"];
}

function ColumnField({ name, label, example, value, fields }: ColumnFieldProps) {
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
        <option value="">Don’t import</option>
        <Options of={Object.entries(fields)} />
      </select>
    </div>
  );
}

function FirstRows({ columns, rows }: ImportColumns) {
  const title = rows.length === 10 ? "The first ten rows" : "Preview";
  return (
    <div className="grid gap-1.5">
      <p className="font-semibold">{title}</p>
      <Scrolling aria-label={title} className="max-h-96 overflow-auto [&_:is(td,th)]:whitespace-nowrap">
        <FiguresTable of="words" heads={columns.map(columnName)}>
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
      </Scrolling>
    </div>
  );
}
