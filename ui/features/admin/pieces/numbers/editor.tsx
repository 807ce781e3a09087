import { NodeViewWrapper, type ReactNodeViewProps } from "@tiptap/react";
import { useState } from "react";
import { type Document, parseDocument } from "yaml";
import type { CheckedNumbers } from "../../../../shared/api.gen.ts";
import { Field, SelectField } from "../../../../shared/form/fields.tsx";
import { RowButton } from "../../parts/buttons.tsx";
import { useAnswer } from "../../use-answer.ts";

type Problem = CheckedNumbers["problems"][number];

interface Column {
  name: string;
  label: string;
  number?: boolean;
  check?: boolean;
  wide?: boolean;
}

const assumptionColumns: Column[] = [
  { name: "name", label: "Name" },
  { name: "label", label: "Label", wide: true },
  { name: "unit", label: "Unit" },
  { name: "value", label: "Value", number: true },
  { name: "min", label: "Minimum", number: true },
  { name: "max", label: "Maximum", number: true },
  { name: "step", label: "Step", number: true },
  { name: "source", label: "Source", wide: true },
  { name: "looked", label: "Checked" },
  { name: "claim", label: "Claim", wide: true },
];

const formulaColumns: Column[] = [
  { name: "name", label: "Name" },
  { name: "label", label: "Label", wide: true },
  { name: "unit", label: "Unit" },
  { name: "formula", label: "Formula", wide: true },
  { name: "places", label: "Decimals", number: true },
  { name: "expect", label: "Value in text", number: true },
  { name: "hidden", label: "Hide row", check: true },
];

/** Edits a numbers block: a form over its YAML, with results and errors. */
export function NumbersEditor({ node, updateAttributes, deleteNode, editor }: ReactNodeViewProps) {
  const source = String(node.attrs.source);
  const checked = useAnswer<CheckedNumbers>("/api/admin/numbers", { source }); // saving reports errors, too
  const [asText, setAsText] = useState(false);
  const document = parseDocument(source);
  const readable = document.errors.length === 0 && document.contents !== null;
  const editable = editor.isEditable;
  const problems = checked?.problems ?? [];
  const set = (path: (string | number)[], value: unknown) => {
    if (value === "" || value === undefined) document.deleteIn(path);
    else document.setIn(path, value);
    updateAttributes({ source: text(document) });
  };
  const formulas = names(document, "formulas");
  return (
    <NodeViewWrapper
      className="my-[1.15em] rounded-small border border-l-4 border-line border-l-gold bg-sunken px-4 py-3 font-ui text-[0.875rem] leading-[1.4] [&_:is(input:not([type=checkbox]),select,textarea)]:min-h-9 [&_:is(input:not([type=checkbox]),select,textarea)]:w-full [&_:is(input:not([type=checkbox]),select,textarea)]:px-2 [&_:is(input:not([type=checkbox]),select,textarea)]:py-1 [&_:is(input:not([type=checkbox]),select,textarea)]:text-[0.875rem] [&_input[type=checkbox]]:size-6"
      contentEditable={false}
    >
      <div className="mb-2 flex items-center gap-2">
        <strong className="flex-1">Numbers</strong>
        <RowButton aria-pressed={asText} onClick={() => setAsText(!asText)}>
          YAML
        </RowButton>
        {editable && <RowButton onClick={deleteNode}>Remove</RowButton>}
      </div>
      {asText || !readable ? (
        <textarea
          aria-label="YAML of the numbers"
          className="font-mono whitespace-pre"
          rows={Math.min(30, source.split("\n").length + 1)}
          spellCheck={false}
          readOnly={!editable}
          value={source}
          onChange={(event) => updateAttributes({ source: event.currentTarget.value })}
        />
      ) : (
        <fieldset disabled={!editable} className="grid min-w-0 gap-3">
          <div className="grid grid-cols-[repeat(auto-fit,minmax(min(15rem,100%),1fr))] items-end gap-x-4 gap-y-2">
            {[
              { name: "title", label: "Title" },
              { name: "name", label: "Name in links" },
              { name: "sentence", label: "Sentence, with figures as {name}" },
              { name: "otherwise", label: "Sentence when nothing is saved" },
            ].map(({ name, label }) => (
              <Cell
                key={name}
                label={label}
                value={document.get(name)}
                error={wrongAt(problems, name)}
                onChange={(value) => set([name], value)}
              />
            ))}
          </div>
          <Rows
            document={document}
            list="assumptions"
            title="Assumptions"
            columns={assumptionColumns}
            {...{ problems, set }}
          />
          <Rows
            document={document}
            list="formulas"
            title="Formulas"
            columns={formulaColumns}
            figures={checked?.figures}
            {...{ problems, set }}
          />
          <div className="grid grid-cols-[repeat(auto-fit,minmax(min(15rem,100%),1fr))] items-end gap-x-4 gap-y-2">
            {[
              { name: "yearly", label: "Saved each year" },
              { name: "once", label: "Saved once" },
              { name: "breakEven", label: "Break-even" },
            ].map(({ name, label }) => (
              <SelectField
                key={name}
                label={label}
                none="None"
                value={String(document.get(name) ?? "")}
                options={formulas.map((formula) => ({ value: formula, label: formula }))}
                error={wrongAt(problems, name)}
                onChange={(event) => set([name], event.currentTarget.value)}
              />
            ))}
            <label className="flex min-h-11 cursor-pointer gap-3.5 py-2.5 [&>input]:size-6 [&>input]:flex-none [&>input]:accent-brand">
              <input
                type="checkbox"
                checked={document.get("badge") === true}
                onChange={(event) => set(["badge"], event.currentTarget.checked || undefined)}
              />
              Use for the article’s badge
            </label>
          </div>
        </fieldset>
      )}
      <Outcome checked={checked} />
    </NodeViewWrapper>
  );
}

/** The block's results, or the errors that prevent publishing. */
function Outcome({ checked }: { checked: CheckedNumbers | null }) {
  return (
    <div role="status" className="mt-3">
      {checked?.problems.length === 0 && <p>With these values: {checked.sentence}</p>}
      {checked && checked.problems.length > 0 && (
        <ul>
          {checked.problems.map(({ line, at, message }) => (
            <li key={`${at}${message}`} className="field-error">
              Line {line}: {message}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

interface RowsProps {
  document: Document;
  list: "assumptions" | "formulas";
  title: string;
  columns: Column[];
  problems: Problem[];
  /** Results by formula name. */
  figures?: Record<string, string>;
  set: (path: (string | number)[], value: unknown) => void;
}

function Rows({ document, list, title, columns, problems, figures, set }: RowsProps) {
  const rows = entries(document, list);
  const add = () => set([list, rows.length], { name: `${list.slice(0, 4)}${rows.length + 1}`, label: "", unit: "$" });
  return (
    <div className="grid min-w-0 justify-items-start gap-3 overflow-x-auto">
      <table className="table min-w-208 border-0 text-[0.8125rem] [&_:is(th,td)]:min-w-18 [&_:is(th,td)]:border-0 [&_:is(th,td)]:py-1 [&_:is(th,td)]:pr-1.5 [&_:is(th,td)]:align-top [&_td[data-wide=true]]:min-w-44 [&_td_label]:sr-only">
        <caption className="text-left font-semibold">{title}</caption>
        <thead>
          <tr>
            {figures && <th scope="col">Result</th>}
            {columns.map(({ name, label }) => (
              <th key={name} scope="col">
                {label}
              </th>
            ))}
            <td />
          </tr>
        </thead>
        <tbody>
          {rows.map((row, i) => (
            <tr key={i}>
              {figures && (
                <td className="pt-2.5! font-semibold whitespace-nowrap">{figures[String(row.name)] ?? "–"}</td>
              )}
              {columns.map(({ name, label, number, check, wide }) => (
                <td key={name} data-wide={wide}>
                  {check ? (
                    <input
                      type="checkbox"
                      aria-label={`${row.name}: ${label}`}
                      checked={row[name] === true}
                      onChange={(event) => set([list, i, name], event.currentTarget.checked || undefined)}
                    />
                  ) : (
                    <Cell
                      label={`${label} of ${row.name || `row ${i + 1}`}`}
                      value={row[name]}
                      number={number}
                      error={wrongAt(problems, `${list}[${i}].${name}`)}
                      onChange={(value) => set([list, i, name], value)}
                    />
                  )}
                </td>
              ))}
              <td>
                <RowButton aria-label={`Remove ${row.name}`} onClick={() => set([list, i], undefined)}>
                  ×
                </RowButton>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <RowButton onClick={add}>Add {list === "formulas" ? "a formula" : "an assumption"}</RowButton>
    </div>
  );
}

function wrongAt(problems: Problem[], at: string): string | undefined {
  return problems.find((problem) => problem.at === at)?.message;
}

/** A document as YAML, without wrapping lines. */
function text(document: Document): string {
  return document.toString({ lineWidth: 0 }).trimEnd();
}

function entries(document: Document, list: string): Record<string, unknown>[] {
  const value: unknown = (document.toJS() as Record<string, unknown> | null)?.[list];
  return Array.isArray(value) ? value.map((row) => (typeof row === "object" && row !== null ? row : {})) : [];
}

function names(document: Document, list: string): string[] {
  return entries(document, list).map(({ name }) => String(name ?? ""));
}

interface CellProps {
  label: string;
  value: unknown;
  number?: boolean;
  error?: string;
  onChange: (value: string | number) => void;
}

/** A field for a text or a number. Incomplete numbers, such as "0.", stay as typed. */
function Cell({ value, number = false, onChange, ...props }: CellProps) {
  const kept = value === undefined || value === null ? "" : String(value);
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <Field
      {...props}
      inputMode={number ? "decimal" : undefined}
      value={typed ?? kept}
      onChange={({ currentTarget: { value: text } }) => {
        const isNumber = number && /^-?\d+(\.\d+)?$/.test(text);
        setTyped(isNumber && String(Number(text)) === text ? null : text);
        onChange(isNumber ? Number(text) : text);
      }}
      onBlur={() => setTyped(null)}
    />
  );
}
